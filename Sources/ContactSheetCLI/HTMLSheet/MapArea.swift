package import PixelGeometry

/// Where a tile is in a picture, as HTML's `<area>` says it: a rectangle, a circle, or a polygon for whatever
/// else there is. In hundredths of a CSS pixel.
///
/// A polygon's corners lie on the tile's outline; between them it runs at most a tenth of a pixel inside of
/// it, for radii up to 200 pixels.
package struct MapArea: Hashable, Sendable {
  package enum Shape: String, Hashable, Sendable {
    case rectangle = "rect"
    case circle
    case polygon = "poly"
  }

  package let shape: Shape
  /// Left, top, right, bottom; middle and radius; or x and y of each corner.
  package let coordinates: [Int]

  /// - Parameters:
  ///   - frame: of the tile, in pixels of the picture.
  ///   - cornerDiameter: twice the radius of its corners; see `TileLook`.
  ///   - size: of the picture.
  ///   - shown: the size that it is shown in, in CSS pixels.
  package init(
    _ frame: PixelRect, cornerDiameter: Int, of size: PixelSize, shownAs shown: PixelSize
  ) {
    func hundredths(_ length: Double, _ shown: Int, _ side: Int) -> Int {
      Int((length * 100 * Double(shown) / Double(side)).rounded())
    }
    func x(_ x: Double) -> Int { hundredths(x, shown.width, size.width) }
    func y(_ y: Double) -> Int { hundredths(y, shown.height, size.height) }

    let (left, right) = (Double(frame.left), Double(frame.right))
    let (top, bottom) = (Double(frame.top), Double(frame.bottom))
    let radius = Double(cornerDiameter) / 2
    if cornerDiameter == 0 {
      shape = .rectangle
      coordinates = [x(left), y(top), x(right), y(bottom)]
    } else if cornerDiameter == frame.width, cornerDiameter == frame.height {
      shape = .circle
      coordinates = [x(left + radius), y(top + radius), x(radius)]
    } else {
      shape = .polygon
      let arc = MapArea.arc(steps: MapArea.steps(radius: radius))
      var points: [(Double, Double)] = []
      // Clockwise from the left end of the top left corner; each corner begins where its side ends.
      for (along, across) in arc {
        points.append((left + radius - radius * along, top + radius - radius * across))
      }
      for (along, across) in arc {
        points.append((right - radius + radius * across, top + radius - radius * along))
      }
      for (along, across) in arc {
        points.append((right - radius + radius * along, bottom - radius + radius * across))
      }
      for (along, across) in arc {
        points.append((left + radius - radius * across, bottom - radius + radius * along))
      }
      coordinates = points.flatMap { [x($0.0), y($0.1)] }
    }
  }

  /// A quarter of the unit circle from (1, 0) to (0, 1), by the half-angle formulas: no sine takes part, which
  /// differs from one system to the next.
  private static func arc(steps: Int) -> [(Double, Double)] {
    (0...steps).map { step in
      let t = Double(step) / Double(steps)
      return ((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))
    }
  }

  /// The first step is the longest: it turns by 2 / n, and its chord lies r / 2n² inside the circle.
  private static func steps(radius: Double) -> Int {
    min(32, max(2, Int((5 * radius).squareRoot().rounded(.up))))
  }

  /// `shape` and `coords` as they stand in a tag.
  package var attributes: String {
    let numbers = coordinates.map(MapArea.decimal).joined(separator: ",")
    return "shape=\"\(shape.rawValue)\" coords=\"\(numbers)\""
  }

  private static func decimal(_ hundredths: Int) -> String {
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest.isMultiple(of: 10)
      ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

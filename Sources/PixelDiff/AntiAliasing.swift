import PixelGeometry

/// Tells pixels that only smooth an edge, as pixelmatch 7.2.0 does.
///
/// Source: V. Vyšniauskas, "Anti-aliased Pixel and Intensity Slope Detector", 2009: a pixel smooths an edge
/// where it lies on a slope of brightness between two flat areas.
///
/// - It has a darker and a brighter neighbour among the eight around it, and at most two that are as bright as
///   itself. At the border of the picture, what is missing counts for one of the two.
/// - The darkest or the brightest of the neighbours lies in a flat area *in both pictures*: three or more of
///   its own neighbours, where again a border counts for one, are the same pixel as itself, hidden colour
///   included. Of neighbours equally dark (or bright) the first counts, in columns from the left, each
///   from the top.
struct AntiAliasing<Word: PixelWord> {
  let size: PixelSize

  /// Whether a pixel smooths an edge of `picture`.
  func covers(
    _ x: Int, _ y: Int, of picture: PixelReader<Word>, other: PixelReader<Word>
  ) -> Bool {
    let (columns, rows) = neighbourhood(x, y)
    var equals = isAtBorder(x, y) ? 1 : 0
    var (darkest, brightest) = (0.0, 0.0)
    var (darkestPlace, brightestPlace) = ((x, y), (x, y))
    let center = picture[x, y]
    let place = 4 * (y * size.width + x)
    for column in columns {
      for row in rows where column != x || row != y {
        let brighter = YIQDifference.brightness(center, picture[column, row], at: place)
        if brighter == 0 {
          equals += 1
          if equals > 2 { return false }
        } else if brighter < darkest {
          (darkest, darkestPlace) = (brighter, (column, row))
        } else if brighter > brightest {
          (brightest, brightestPlace) = (brighter, (column, row))
        }
      }
    }
    if darkest == 0 || brightest == 0 { return false }
    return isFlat(darkestPlace, in: picture, other) || isFlat(brightestPlace, in: picture, other)
  }

  private func isFlat(
    _ place: (x: Int, y: Int), in first: PixelReader<Word>, _ second: PixelReader<Word>
  ) -> Bool {
    isFlat(place.x, place.y, in: first) && isFlat(place.x, place.y, in: second)
  }

  private func isFlat(_ x: Int, _ y: Int, in picture: PixelReader<Word>) -> Bool {
    let (columns, rows) = neighbourhood(x, y)
    var equals = isAtBorder(x, y) ? 1 : 0
    let center = picture[x, y]
    for row in rows {
      for column in columns where column != x || row != y {
        if picture[column, row] == center {
          equals += 1
          if equals > 2 { return true }
        }
      }
    }
    return false
  }

  @inline(__always)
  private func neighbourhood(_ x: Int, _ y: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    (max(x - 1, 0)..<min(x + 2, size.width), max(y - 1, 0)..<min(y + 2, size.height))
  }

  @inline(__always)
  private func isAtBorder(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == size.width - 1 || y == size.height - 1
  }
}

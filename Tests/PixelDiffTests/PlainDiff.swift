import PixelDiff
import PixelGeometry
import TestSupport

/// The slow judge: what every pixel is, straight from the definitions, on whole pictures.
struct PlainDiff {
  var canvas: PixelRect
  var marks: [PixelMark] = []
  /// The largest difference of a channel, and the first pixel that has it.
  var largest = (value: 0, x: -1, y: -1)
  private let first: Samples
  private let second: Samples

  init(_ expected: Samples, _ actual: Samples, _ options: DiffOptions) {
    let isDeep = expected.isDeep || actual.isDeep
    (first, second) = isDeep ? (expected.deepened, actual.deepened) : (expected, actual)
    let onlyBoth = options.sizeMismatch == .overlap
    let widths = [first.size.width, second.size.width].sorted()
    let heights = [first.size.height, second.size.height].sorted()
    let right = onlyBoth ? widths[0] : widths[1]
    let bottom = onlyBoth ? heights[0] : heights[1]
    let crop = options.crop ?? PixelRect(left: 0, top: 0, width: right, height: bottom)
    let left = max(0, crop.left)
    let top = max(0, crop.top)
    canvas = PixelRect(
      left: left, top: top, width: min(right, crop.right) - left,
      height: min(bottom, crop.bottom) - top)

    for y in canvas.rows {
      for x in canvas.columns {
        let pixels = [first.pixel(x, y), second.pixel(x, y)]
        let ignored =
          options.ignored.contains { $0.columns.contains(x) && $0.rows.contains(y) }
          || options.ignoreMask?.contains(x: x, y: y) == true
        let pads = options.sizeMismatch == .pad
        if pixels[0] == nil, pixels[1] == nil, !pads {
          marks.append(.absent)
        } else if ignored {
          marks.append(.ignored)
        } else if pixels.contains(nil), !pads {
          marks.append(.extra)
        } else {
          marks.append(compare(pixels[0] ?? clear, pixels[1] ?? clear, x, y, options, isDeep))
        }
      }
    }
  }

  private let clear = [0, 0, 0, 0]

  private mutating func compare(
    _ a: [Int], _ b: [Int], _ x: Int, _ y: Int, _ options: DiffOptions, _ isDeep: Bool
  ) -> PixelMark {
    let differences = zip(a, b).map { abs($0 - $1) }
    switch options.metric {
    case .exact(let tolerance, let alpha):
      if a[3] == 0, b[3] == 0, alpha == .ignored { return .same }
      note(differences.max()!, x, y)
      return differences.max()! > tolerance * (isDeep ? 257 : 1) ? .mismatch : .same
    case .perceptual(let threshold, let includesAntiAliased):
      if a == b || a[3] == 0 && b[3] == 0 { return .same }
      note(differences.max()!, x, y)
      let both = options.sizeMismatch == .pad ? canvas.size : overlap
      let look = PlainLook(
        size: both, origin: (canvas.left, canvas.top), scale: isDeep ? 257 : 1,
        pictures: [first, second])
      guard look.square(a, b, x, y) > 35215 * threshold * threshold else { return .same }
      if includesAntiAliased { return .mismatch }
      let smooth = look.isSmoothed(x, y, 0) || look.isSmoothed(x, y, 1)
      return smooth ? .antiAliased : .mismatch
    }
  }

  /// What both cover of the canvas.
  private var overlap: PixelSize {
    PixelSize(
      width: min(canvas.right, first.size.width, second.size.width) - canvas.left,
      height: min(canvas.bottom, first.size.height, second.size.height) - canvas.top)
  }

  private mutating func note(_ value: Int, _ x: Int, _ y: Int) {
    if value > largest.value { largest = (value, x, y) }
  }

  func count(_ mark: PixelMark) -> Int { marks.count { $0 == mark } }

  var counts: DiffCounts {
    var counts = DiffCounts()
    counts.mismatched = count(.mismatch)
    counts.antiAliased = count(.antiAliased)
    counts.ignored = count(.ignored)
    counts.compared = count(.same) + count(.mismatch) + count(.antiAliased)
    counts.extra = count(.extra)
    return counts
  }
}

extension Samples {
  func pixel(_ x: Int, _ y: Int) -> [Int]? {
    x < size.width && y < size.height ? self[x, y] : nil
  }
}

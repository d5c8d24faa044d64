package import PixelGeometry

/// All that is decided before a pixel is seen.
///
/// Inside, columns and rows are counted from the top left of ``canvas``.
package struct DiffPlan: Sendable {
  package let options: DiffOptions
  package let expected: DiffInput
  package let actual: DiffInput
  /// Both are compared with 16 bits a channel; a value v of 8 bits counts as 257 · v.
  package let isDeep: Bool
  /// What masks and pictures show, in pixels of the pictures: the smallest rectangle that holds all that is
  /// looked at.
  package let canvas: PixelRect
  /// How much of the canvas each picture covers, from its top left.
  package let expectedPart: PixelSize
  package let actualPart: PixelSize
  /// How much of the canvas is compared, from its top left.
  package let comparedPart: PixelSize

  package init(
    expected: DiffInput, actual: DiffInput, options: DiffOptions
  ) throws(DiffFault) {
    switch options.metric {
    case .exact(let tolerance, _): precondition((0...255).contains(tolerance))
    case .perceptual(let threshold, _): precondition((0...1).contains(threshold))
    }
    self.options = options
    self.expected = expected
    self.actual = actual
    isDeep = expected.isDeep || actual.isDeep

    let (first, second) = (expected.size, actual.size)
    let onlyBoth = options.sizeMismatch == .overlap
    let bounds = PixelRect(
      left: 0, top: 0,
      width: onlyBoth ? min(first.width, second.width) : max(first.width, second.width),
      height: onlyBoth ? min(first.height, second.height) : max(first.height, second.height))
    let canvas = options.crop.map { bounds.clipped(to: $0) } ?? bounds
    func part(of size: PixelSize) -> PixelSize {
      let rect = PixelRect(left: 0, top: 0, width: size.width, height: size.height)
        .clipped(to: canvas)
      return rect.isEmpty ? PixelSize(width: 0, height: 0) : rect.size
    }
    self.canvas = canvas
    expectedPart = part(of: first)
    actualPart = part(of: second)
    if expectedPart.pixelCount == 0, actualPart.pixelCount == 0 {
      throw .emptyCrop(options.crop ?? bounds, expected: first, actual: second)
    }
    if options.sizeMismatch == .pad {
      comparedPart = canvas.size
    } else {
      comparedPart = PixelSize(
        width: min(expectedPart.width, actualPart.width),
        height: min(expectedPart.height, actualPart.height))
    }
  }

  /// The columns of a row that are compared, those that only one picture has, and those that none has.
  func columns(
    row y: Int
  ) -> (compared: Range<Int>, extra: Range<Int>, absent: Range<Int>) {
    let width = canvas.width
    if options.sizeMismatch == .pad { return (0..<width, width..<width, width..<width) }
    let first = y < expectedPart.height ? expectedPart.width : 0
    let second = y < actualPart.height ? actualPart.width : 0
    let (fewer, more) = (min(first, second), max(first, second))
    return (0..<fewer, fewer..<more, more..<width)
  }

  /// How many rows above and below a pixel decide about it.
  var halo: Int {
    switch options.metric {
    case .exact, .perceptual(_, includesAntiAliased: true): 0
    // The neighbours of neighbours.
    case .perceptual(_, includesAntiAliased: false): 2
    }
  }
}

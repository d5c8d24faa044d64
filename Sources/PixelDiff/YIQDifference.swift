/// How different two pixels look: a weighted square distance in YIQ, the colour space of NTSC television, as
/// pixelmatch 7.2.0 computes it.
///
/// Source: Y. Kotsarenko, F. Ramos, "Measuring perceived color difference using YIQ NTSC transmission color
/// space in mobile applications", 2010. The conversion's nine factors are those of the paper, as are the
/// weights 0.5053, 0.299 and 0.1957 of the squares.
///
/// Everything is IEEE double in the order written, multiplied and added apart, so that it comes out the same
/// on every processor. Levels are 0…255; a value v of 16 bits is v / 257, which is exact where v stands for
/// 8 bits.
///
/// Where either pixel is translucent, both are thought to lie on one background, and what differs is what
/// would be seen. No single background shows everything (white on white is nothing), so it depends on the
/// pixel's place: with k = 4 · (row · width + column), the place of its first byte, and φ the golden ratio,
/// each channel of it is 48 or 207, for the even and the odd of k, ⌊k / φ⌋ and ⌊k / φ²⌋. The first never is
/// odd.
enum YIQDifference {
  /// The largest there is, rounded up: of red and cyan. Black and white are at 32,857.
  static let largest = 35_215.0

  /// The square of the distance at a place k; negative where `second` is darker.
  @inline(__always)
  static func signedSquare<Word: PixelWord>(_ first: Word, _ second: Word, at place: Int) -> Double
  {
    let (red, green, blue) = difference(first, second, at: place)
    let y = brightness(red, green, blue)
    let i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
    let q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    let square = 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
    return y > 0 ? -square : square
  }

  /// By how much `first` is the brighter one.
  @inline(__always)
  static func brightness<Word: PixelWord>(_ first: Word, _ second: Word, at place: Int) -> Double {
    if first == second { return 0 }
    let (red, green, blue) = difference(first, second, at: place)
    return brightness(red, green, blue)
  }

  /// The brightness Y of a colour, or of a difference.
  @inline(__always)
  static func brightness(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
  }

  @inline(__always)
  private static func difference<Word: PixelWord>(
    _ first: Word, _ second: Word, at place: Int
  ) -> (Double, Double, Double) {
    let opaque = 255 * Word.step
    if first.alpha == opaque, second.alpha == opaque {
      return (
        Word.levels(first.red, minus: second.red), Word.levels(first.green, minus: second.green),
        Word.levels(first.blue, minus: second.blue)
      )
    }
    return blended(first, second, at: place)
  }

  @inline(never)
  private static func blended<Word: PixelWord>(
    _ first: Word, _ second: Word, at place: Int
  ) -> (Double, Double, Double) {
    let (r1, g1, b1) = (first.level(first.red), first.level(first.green), first.level(first.blue))
    let (r2, g2, b2) = (
      second.level(second.red), second.level(second.green), second.level(second.blue)
    )
    let (a1, a2) = (first.level(first.alpha), second.level(second.alpha))
    let alpha = a1 - a2
    let under = background(at: place)
    return (
      (r1 * a1 - r2 * a2 - under.red * alpha) / 255,
      (g1 * a1 - g2 * a2 - under.green * alpha) / 255,
      (b1 * a1 - b2 * a2 - under.blue * alpha) / 255
    )
  }

  private static func background(at place: Int) -> (red: Double, green: Double, blue: Double) {
    func level(_ number: Int) -> Double { number & 1 == 0 ? 48 : 207 }
    let k = Double(place)
    return (
      level(place), level(Int(k / 1.618033988749895)), level(Int(k / 2.618033988749895))
    )
  }
}

extension PixelWord {
  /// One of its channels as 0…255.
  @inline(__always)
  func level(_ channel: Int) -> Double {
    Self.step == 1 ? Double(channel) : Double(channel) / Double(Self.step)
  }

  /// The difference of two channels' levels. Of 8 bits it is exact either way.
  @inline(__always)
  static func levels(_ first: Int, minus second: Int) -> Double {
    step == 1
      ? Double(Int32(truncatingIfNeeded: first &- second))
      : Double(first) / Double(step) - Double(second) / Double(step)
  }
}

import TestSupport

/// Pictures that many tests use.
enum Pictures {
  /// A photograph of sorts, not square.
  static let dog = JPEGFixture(width: 96, height: 64) { x, y in
    (UInt8(2 * x), UInt8(3 * y), UInt8((x * y) & 255))
  }.bytes

  /// Half of `dog`'s bytes: the rows above are there, the rest is not.
  static let cutDog = Array(dog.prefix(dog.count / 2))

  /// A small square of one colour, named by its number.
  static func plain(_ rgb: Int) -> [UInt8] {
    let samples = [rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255]
    return PNGFixture.bytes(
      width: 2, height: 2, .rgb, samples: Array(repeatElement(samples, count: 4).joined()))
  }

  /// Compresses badly, so that a strip of it is long.
  static let noise: [UInt8] = {
    var random = SeededGenerator(seed: 1)
    let samples = (0..<3 * 200 * 200).map { _ in Int.random(in: 0...255, using: &random) }
    return PNGFixture.bytes(width: 200, height: 200, .rgb, samples: samples)
  }()

  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".contactsheet-") && name.hasSuffix(".tmp")
  }
}

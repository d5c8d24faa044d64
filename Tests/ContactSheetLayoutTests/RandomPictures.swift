import PixelGeometry
import TestSupport

extension SeededGenerator {
  /// Pictures as people have them, small ones, and every now and then a needle or a panorama.
  mutating func pictures(_ count: Int) -> [PixelSize] {
    (0..<count).map { _ in
      switch Int.random(in: 0..<10, using: &self) {
      case 0: size(in: 1...2000)
      case 1: size(in: 1...6)
      case 2: PixelSize(width: 1, height: Int.random(in: 1...20_000, using: &self))
      case 3: PixelSize(width: Int.random(in: 1...20_000, using: &self), height: 3)
      case 4: size(in: 1...Int(Int32.max))
      default: size(in: 100...400)
      }
    }
  }

  private mutating func size(in sides: ClosedRange<Int>) -> PixelSize {
    PixelSize(
      width: Int.random(in: sides, using: &self), height: Int.random(in: sides, using: &self))
  }

  mutating func margins(_ most: Int) -> Margins {
    Margins(
      top: Int.random(in: 0...most, using: &self), right: Int.random(in: 0...most, using: &self),
      bottom: Int.random(in: 0...most, using: &self), left: Int.random(in: 0...most, using: &self))
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func chance() -> Bool { Bool.random(using: &self) }
}

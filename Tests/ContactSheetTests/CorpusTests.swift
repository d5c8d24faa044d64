import ContactSheet
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

@Suite(.enabled(if: hasCorpus)) struct CorpusTests {
  @Test func `the dog of the phone photograph stands upright`() async throws {
    let dog = corpus!.appendingPathComponent("photos/dog.jpg").path
    let strip = Strip([.file(RawPath(dog))], size: 100, border: 0, shape: .square)
    let plan = try strip.plan(cancellation: Cancellation())
    #expect(plan.recipes[0].header?.uprightSize == PixelSize(width: 3024, height: 4032))
    #expect(plan.recipes[0].header?.orientation == .rightTop)
    let bitmap = try await strip.bitmap()
    func light(_ x: Range<Int>, _ y: Range<Int>) -> Int {
      var sum = 0
      for row in y {
        for column in x { sum += Int(bitmap[column, row].green) }
      }
      return sum / (x.count * y.count)
    }
    // From the top: the hat is light, the nose dark, the tongue pink; at the top left the grass is green.
    #expect(light(44..<56, 8..<16) > 150)
    #expect(light(44..<54, 46..<54) < 60)
    #expect((90..<130).contains(light(48..<56, 66..<72)))
    let (tongue, grass) = (bitmap[52, 69], bitmap[5, 5])
    #expect(tongue.red > tongue.green && tongue.blue > tongue.green)
    #expect(grass.green > grass.red && grass.green > grass.blue)
  }

  @Test func `the quadrants of the orientation set stand upright`() async throws {
    let expected: [(Int, Int, Color)] = [
      (12, 12, Color(red: 230, green: 30, blue: 30)),
      (36, 12, Color(red: 30, green: 200, blue: 30)),
      (12, 36, Color(red: 30, green: 30, blue: 230)),
      (36, 36, Color(red: 230, green: 220, blue: 30)),
    ]
    let entries = try CorpusIndex("exif-orientation").entries.filter { $0.file.hasPrefix("quad/") }
    #expect(entries.count == 19)
    for entry in entries {
      let strip = Strip([.file(entry.path)], size: 48, border: 0, shape: .square)
      let bitmap = try await strip.bitmap()
      for (x, y, color) in expected {
        let found = bitmap[x, y]
        let pairs = [(found.red, color.red), (found.green, color.green), (found.blue, color.blue)]
        #expect(
          pairs.allSatisfy { abs(Int($0) - Int($1)) <= 8 }, "\(entry.file) at \(x), \(y): \(found)")
      }
    }
  }

  @Test func `the photographs that a shared scene gives in all orientations look the same`()
    async throws
  {
    // The digit in the middle differs, so only the corners are compared; one set was compressed anew for
    // each orientation, which makes a mean difference of 15. Any wrong turn makes 27 or more.
    for set in ["Landscape_", "Portrait_", "v1/Landscape_", "v1/Portrait_"] {
      var first: Bitmap?
      for entry in try CorpusIndex("exif-orientation").entries where entry.file.hasPrefix(set) {
        let strip = Strip([.file(entry.path)], size: 64, border: 0, shape: .square)
        let bitmap = try await strip.bitmap()
        guard let reference = first else {
          first = bitmap
          continue
        }
        var sum = 0
        for y in 0..<64 {
          for x in 0..<64 where !(12..<52).contains(x) && !(12..<52).contains(y) {
            sum += abs(Int(bitmap[x, y].green) - Int(reference[x, y].green))
          }
        }
        #expect(sum / (24 * 24) <= 20, "\(entry.file): \(sum / (24 * 24))")
      }
      #expect(first != nil)
    }
  }
}

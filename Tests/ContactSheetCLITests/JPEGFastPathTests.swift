import Foundation
import TestSupport
import Testing

/// The real binary makes the same of JPEGs with the fast paths and without: bytes, words and exit codes.
struct JPEGFastPathTests {
  private static func photograph(_ change: (inout JPEGFixture) -> Void = { _ in }) -> [UInt8] {
    // Large enough for tiles of 50 pixels to be decoded at 1/8, and of 100 at 3/8.
    var fixture = JPEGFixture(width: 800, height: 640) { x, y in
      let noise = (UInt32(truncatingIfNeeded: x * 7919 + y * 104_729) &* 2_654_435_761) >> 27
      return (UInt8(truncatingIfNeeded: x / 4 + Int(noise)), UInt8(y / 4), UInt8(noise * 7))
    }
    fixture.quality = 80
    change(&fixture)
    return fixture.bytes
  }

  @Test func `turning them off changes nothing`() throws {
    let directory = try TemporaryDirectory()
    let baseline = JPEGFastPathTests.photograph()
    let progressive = JPEGFastPathTests.photograph { $0.progressive = true }
    let pictures: [(name: String, bytes: [UInt8])] = [
      ("baseline.jpg", baseline), ("progressive.jpg", progressive),
      ("restarts.jpg", JPEGFastPathTests.photograph { $0.restartInterval = 3 }),
      ("444.jpg", JPEGFastPathTests.photograph { $0.sampling = (1, 1) }),
      ("cut.jpg", Array(baseline.prefix(baseline.count / 2))),
      ("cut-progressive.jpg", Array(progressive.prefix(progressive.count / 2))),
      ("endless.jpg", Array(baseline.dropLast(2))),
    ]
    for (name, bytes) in pictures { try directory.write(bytes, name) }
    for names in pictures.map({ $0.name }) + [pictures.map { $0.name }.joined(separator: " ")] {
      for size in [50, 100] {
        func run(without paths: String) throws -> Tool.Outcome {
          try Tool.shell(
            "CONTACTSHEET_DISABLE=\(paths) \"$TOOL\" strip \(names) --size \(size) --quiet -o -",
            in: directory.url)
        }
        let plain = try run(without: "jpeg-eighths,jpeg-scans")
        #expect(plain.code == (names.contains("cut") ? 3 : 0), "\(names): \(plain.errorText)")
        #expect(plain.output.count > 1000)
        for paths in ["", "jpeg-eighths", "jpeg-threads", "jpeg-scans", "kernels"] {
          let outcome = try run(without: paths)
          #expect(outcome.code == plain.code, "\(names) at \(size) without '\(paths)'")
          #expect(outcome.output == plain.output, "\(names) at \(size) without '\(paths)'")
          #expect(outcome.errorText == plain.errorText, "\(names) at \(size) without '\(paths)'")
        }
      }
    }
  }
}

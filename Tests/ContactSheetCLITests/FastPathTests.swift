import ContactSheetCLI
import Foundation
import Raster
import TestSupport
import Testing

/// Ways that can be turned off, as a whole program takes them.
struct FastPathTests {
  private static let names = FastPath.allCases.map(\.rawValue)

  /// The samples, a JPEG at each scale of decoding, PNGs, and one that is progressive.
  private func folder() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Samples")
    for name in ["dog.jpg", "lake.jpg", "owl.png", "lying-boat.jpg"] {
      try FileManager.default.copyItem(
        at: samples.appending(path: name), to: folder.url.appending(path: name))
    }
    var waves = JPEGFixture(width: 1203, height: 901) { (x: Int, y: Int) in
      (UInt8(x * y % 251), UInt8((x + y) % 256), UInt8(x % 200))
    }
    waves.progressive = true
    try folder.write(waves.bytes, "waves.jpg")
    return folder
  }

  @Test(arguments: names + [names.joined(separator: ",")])
  func `the bytes of sheets are the same without a way`(_ names: String) throws {
    let folder = try folder()
    for line in [
      "strip dog.jpg lake.jpg owl.png waves.jpg --size 100", "fitted . --columns 2 --width 300",
      "grid . --width 130 --columns 2",
    ] {
      let made = try Tool.shell("\"$TOOL\" \(line) -q -o -", in: folder.url)
      let plain = try Tool.shell(
        "\(FastPath.variable)=\(names) \"$TOOL\" \(line) -q -o -", in: folder.url)
      #expect(made.code == 0 && plain.code == 0, "\(plain.errorText)")
      #expect(made.output.count > 10_000 && made.output == plain.output, "\(line)")
    }
  }

  @Test func `a way that there is not is wrong usage`() throws {
    let folder = try TemporaryDirectory()
    let run = try Tool.shell(
      "\(FastPath.variable)=$(printf 'kernels,\\033fast') \"$TOOL\" --version", in: folder.url)
    #expect(run.code == 64)
    #expect(
      run.errorText == """
        contactsheet: CONTACTSHEET_DISABLE: there is no '\\x1Bfast' to turn off; there are \
        jpeg-eighths, jpeg-threads, jpeg-scans, png-rows, kernels.

        """)
  }

  @Test func `the help has every way, and fits a terminal of 80 columns`() {
    let help = CommandLineRun("help environment").output
    let lines = help.split(separator: "\n")
    #expect(lines.filter { $0.count > 80 } == [])
    for name in Self.names { #expect(lines.contains { $0.hasPrefix("  \(name) ") }, "\(name)") }
  }
}

import Foundation
import PixelGeometry
package import Raster

/// Compares a bitmap with a recorded PNG, pixel by pixel.
///
/// A missing golden is a failure: `CONTACTSHEET_RECORD=1` records it, and then somebody has to look at it.
/// A failing comparison leaves actual, expected and difference in `test-failures/`.
///
/// - Returns: nil where they are equal, else what is wrong, in a sentence.
package func goldenMismatch(
  _ bitmap: Bitmap, _ name: String, png: [UInt8], testFile: String = #filePath
) throws -> String? {
  let golden = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    .appendingPathComponent("Goldens/\(name).png")
  guard FileManager.default.fileExists(atPath: golden.path) else {
    guard environment("CONTACTSHEET_RECORD") == "1" else {
      return "no golden \(name).png; CONTACTSHEET_RECORD=1 records it, to be looked at"
    }
    try Data(png).write(to: golden)
    return nil
  }
  let expected = try decodedBitmap(golden.contents())
  if bitmap == expected { return nil }

  let failures = packageRoot.appendingPathComponent("test-failures")
  try FileManager.default.createDirectory(at: failures, withIntermediateDirectories: true)
  try Data(png).write(to: failures.appendingPathComponent("\(name).actual.png"))
  try Data(expected.encoded).write(to: failures.appendingPathComponent("\(name).expected.png"))
  guard bitmap.size == expected.size else {
    return "\(name): \(bitmap.size), expected \(expected.size); see test-failures/"
  }
  var difference = expected
  var count = 0
  for y in 0..<bitmap.size.height {
    for x in 0..<bitmap.size.width {
      let same = bitmap[x, y] == expected[x, y]
      if !same { count += 1 }
      let gray = UInt8((Int(expected[x, y].red) + 255 * 3) / 4)
      difference[x, y] = same ? Color(red: gray, green: gray, blue: gray) : Color(rgb: 0xFF0000)
    }
  }
  try Data(difference.encoded).write(
    to: failures.appendingPathComponent("\(name).difference.png"))
  return "\(name): \(count) of \(bitmap.size.pixelCount) pixels differ; see test-failures/"
}

extension Bitmap {
  package var encoded: [UInt8] { PNGFixture.bytes(self) }
}

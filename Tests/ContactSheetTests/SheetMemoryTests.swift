import Foundation
import PixelGeometry
import Raster
import TestSupport
import Testing

/// A sheet is never held whole, and neither are its tiles: measured from outside.
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .disabled(if: Sanitizer.isAnyOn, "sanitizers take memory of their own"))
struct SheetMemoryTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let photo = JPEGFixture(width: 200, height: 150) { x, y in
      (UInt8(x), UInt8(y), UInt8((x * y) & 63))
    }
    try directory.write(photo.bytes, "photo.jpg")
  }

  /// Different names are different pictures.
  private func makePictures(_ count: Int, _ folder: String) throws {
    try directory.makeDirectory(folder)
    for index in 0..<count {
      try FileManager.default.linkItem(
        atPath: directory.path("photo.jpg"), toPath: directory.path("\(folder)/\(index).jpg"))
    }
  }

  /// The most that is resident, in megabytes.
  private func peak(_ words: String) throws -> Double {
    let arguments = words.split(separator: " ").map(String.init)
    let (code, cost) = try Tool.measure(
      arguments + ["--jobs", "2", "-q", "-o", "sheet.png"], in: directory.url)
    #expect(code == 0, "\(words)")
    print("\(words): \(cost.megabytes) MB")
    return cost.megabytes
  }

  @Test func `a grid takes a part of the memory of its tiles, given once or twice`() throws {
    try makePictures(2000, "all")
    let options = "--width 4000 --columns 40 --spacing 0 --margin 0"
    // The sheet has 20 megapixels, and the tiles are 60 megabytes beside the 15 of the program. How many are
    // made ahead is for the system's scheduler to say: 24 MB at most.
    #expect(try peak("grid all \(options)") <= 56)
    // All of them are there when the second half begins, unless they are made again.
    #expect(try peak("grid all all \(options)") <= 56)
    // Tiles of many heights, with what takes most: 8 bytes a pixel, and shadows.
    let shadows = try peak("fitted all --width 4000 --columns 40 --shadow 0,2,6 --corner-radius 9")
    #expect(shadows <= 64)
  }

  @Test func `neither a sheet of 100 megapixels nor a tile of 48 is held whole`() throws {
    // 300 MB and, while it is resampled, 384 MB, where a Swift program has near 100 MB to use.
    for words in [
      "grid photo.jpg x100 --width 10000 --columns 10",
      "list tall.png --width 4000",
    ] {
      let tall = Bitmap(
        size: PixelSize(width: 40, height: 120), pixels: .init(repeating: 200, count: 19_200))
      try directory.write(PNGFixture.bytes(tall), "tall.png")
      let run = try Tool.shell(
        "ulimit -v 400000; exec timeout 100 \"$TOOL\" \(words) --jobs 2 -o sheet.png",
        in: directory.url)
      #expect(run.code == 0, "\(words): \(run.errorText)")
    }
  }
}

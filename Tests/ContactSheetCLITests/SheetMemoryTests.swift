import ContactSheet
import Foundation
import TestSupport
import Testing

/// The canvas is never held, and neither are the pictures.
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .disabled(if: Sanitizer.isAnyOn, "sanitizers take memory of their own"))
struct SheetMemoryTests {
  private let folder: SheetFolder

  init() throws {
    folder = try SheetFolder()
    // Different names are different pictures: each is probed, decoded and dropped by itself. Plain ones
    // are soon decoded and encoded, and take the same memory.
    let photos = try (0..<4).map { index in
      try folder.directory.write(
        JPEGFixture(
          width: 400, height: 300, pixels: [UInt8](repeating: UInt8(50 * index), count: 360_000)
        )
        .bytes, "photo-\(index)")
    }
    for count in [5000, 10_000] {
      try folder.directory.makeDirectory("\(count)")
      for index in 0..<count {
        try FileManager.default.linkItem(
          atPath: photos[index % 4], toPath: folder.directory.path("\(count)/\(index)"))
      }
    }
  }

  @Test
  func `ten thousand pictures on 200 megapixels take less than 100 MB, and five thousand as much`()
    throws
  {
    // 10,000 × 20,445 pixels, of which 3 bytes each would be 613 MB: more than the limit of addresses.
    let options = "-w 10000 -c 70 --filter box -j 2 -q"
    var peaks: [Int: Double] = [:]
    for count in [10_000, 5000] {
      let (code, cost) = try Tool.measure(
        "grid \(count) \(options) -o \(count).png".split(separator: " ").map(String.init),
        in: folder.url, after: "ulimit -v 400000")
      #expect(code == 0)
      guard cost.megabytes > 0 else {
        print("SKIPPED: peaks of memory; the system does not tell them")
        return
      }
      print("\(count) pictures: \(cost.megabytes) MB, \(cost.seconds) s")
      peaks[count] = cost.megabytes
    }
    let header = PNGFixture.chunks(
      Array(try folder.contents("10000.png").prefix(100)))[0].contents
    #expect(
      Array(header[..<8]) == PNGFixture.bigEndian(10_000) + PNGFixture.bigEndian(20_445))
    let (all, half) = (try #require(peaks[10_000]), try #require(peaks[5000]))
    #expect(all < 100)
    // What each name takes: 512 bytes and itself; what is in flight goes up and down by a few megabytes.
    #expect(all - half <= 6 + 5000 * (512 + 10) / 1_048_576)
  }
}

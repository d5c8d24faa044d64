import ImageCodecs
import TestSupport
import Testing

@Suite struct FileKindTests {
  private static let known: [(head: [UInt8], name: String)] = [
    (Array("RIFF....WEBPVP8 ".utf8), "a WebP picture"),
    (Array("RIFF....AVI LIST".utf8), "an AVI video"),
    (box("heic", ["mif1", "heic"]), "a HEIC picture (HEVC)"),
    (box("mif1", ["mif1", "heic"]), "a HEIC picture (HEVC)"),
    (box("mif1", ["mif1", "avif"]), "an AVIF picture (AV1)"),
    (box("avif", []), "an AVIF picture (AV1)"),
    (box("mif1", ["miaf"]), "a HEIF picture"),
    (box("isom", ["mp42"]), "an MP4 video"),
    (box("qt  ", []), "a QuickTime video"),
    (box("crx ", ["isom"]), "a Canon raw picture"),
    (Array("GIF89a".utf8), "a GIF picture"),
    ([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], "a TIFF or raw picture"),
    ([0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8], "a TIFF or raw picture"),
    (
      [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0], "a Canon raw picture"
    ),
    ([0xFF, 0x0A, 1], "a JPEG XL picture"),
    ([0, 0, 0, 12] + Array("JXL \r\n".utf8), "a JPEG XL picture"),
    ([0, 0, 0, 12] + Array("jP  \r\n".utf8), "a JPEG 2000 picture"),
    (Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0], "a BMP picture"),
    (Array("8BPS".utf8), "a Photoshop document"),
    (Array("%PDF-1.7".utf8), "a PDF document"),
    (Array("P6\n3 2\n255\n".utf8), "a Netpbm picture"),
    (Array("\u{FEFF}\n<!DOCTYPE html><html>".utf8), "an HTML page"),
    (Array("<HTML><head>".utf8), "an HTML page"),
    (Array("<?xml version='1.0'?>\n<svg xmlns=".utf8), "an SVG picture"),
    (Array("<svg width='3'>".utf8), "an SVG picture"),
    (Array("<?xml version='1.0'?>\n<rss>".utf8), "an XML document"),
    (Array("404 page not found\n".utf8), "a text file"),
    (Array("BMW and other cars\n".utf8), "a text file"),
    (
      Array("version https://git-lfs.github.com/spec/v1\n".utf8),
      "a Git LFS pointer (fetch the picture with git lfs pull)"
    ),
    ([0x50, 0x4B, 3, 4, 20], "a ZIP archive"),
    ([0x1F, 0x8B, 8], "a gzip archive"),
  ]

  private static func box(_ major: String, _ compatible: [String]) -> [UInt8] {
    let length = UInt8(16 + 4 * compatible.count)
    return [0, 0, 0, length] + Array("ftyp\(major)\0\0\0\0".utf8)
      + compatible.flatMap { Array($0.utf8) }
  }

  @Test(arguments: known)
  func `a file is what its first bytes say`(head: [UInt8], name: String) {
    guard case .foreign(name, let isPicture) = FileKind(head: head) else {
      Issue.record("\(FileKind(head: head)) is not \(name)")
      return
    }
    let noPictures = ["video", "page", "XML", "text", "archive", "PDF"]
    #expect(isPicture == !noPictures.contains { name.contains($0) }, "\(name)")
  }

  @Test(arguments: [
    ("a HEIC picture (HEVC)", "heif-convert"), ("an AVIF picture (AV1)", "avifdec"),
    ("a WebP picture", "dwebp"), ("a JPEG XL picture", "djxl"), ("a GIF picture", "magick"),
    ("a Canon raw picture", "darktable-cli"), ("a TIFF or raw picture", "darktable-cli"),
    ("an SVG picture", "rsvg-convert"), ("an HTML page", nil), ("a PDF document", nil),
    ("an MP4 video", nil),
  ])
  func `a picture of another format comes with the command that converts it`(
    name: String, command: String?
  ) {
    #expect(FileKind.converter(for: name) == command)
  }

  @Test func `JPEG and PNG are known, the rest is unknown`() {
    #expect(FileKind(head: [0xFF, 0xD8, 0xFF, 0xE1]) == .jpeg)
    #expect(FileKind(head: [0xFF, 0xD8]) == .jpeg)
    #expect(FileKind(head: PNGFixture.signature) == .png)
    #expect(FileKind(head: [0, 1, 2, 3]) == .unknown)
    #expect(FileKind(head: [0xFF]) == .unknown)
    #expect(FileKind(head: []) == .unknown)
  }

  @Test(.enabled(if: hasCorpus))
  func `pictures of other formats are named by their content`() throws {
    let words = [
      "webp": "WebP", "gif": "GIF", "bmp": "BMP", "tiff": "TIFF", "jxl": "JPEG XL",
      "avif": "AVIF", "heic": "HEIC",
    ]
    var counts: [String: Int] = [:]
    for entry in try CorpusIndex("other").entries {
      let folder = String(entry.file.split(separator: "/")[0])
      guard let word = words[folder] else { continue }
      let fault = #expect(throws: PictureFault.self, "\(entry.file)") {
        _ = try EncodedPicture.file(entry.path).probe()
      }
      // Some only say HEIF at the front, and each of the two folders has one of the other kind.
      let text = fault?.description ?? ""
      let words = folder == "heic" || folder == "avif" ? ["HEIC", "HEIF", "AVIF"] : [word]
      #expect(words.contains { text.contains($0) }, "\(entry.file): \(text)")
      counts[folder, default: 0] += 1
    }
    print("named by content:", counts.sorted { $0.key < $1.key })
    #expect(counts.count == words.count)
  }
}

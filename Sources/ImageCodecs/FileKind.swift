/// What the first bytes of a file say that it is. Names and extensions do not count.
package enum FileKind: Equatable, Sendable {
  case jpeg
  case png
  /// Something known that contactsheet does not read: "a WebP picture", "an HTML page".
  ///
  /// Whoever names a directory misses a picture that is not on the sheet, and no text or video. A Git LFS
  /// pointer stands for a picture that was not fetched.
  case foreign(String, isPicture: Bool)
  case unknown

  /// A picture, whether contactsheet reads it or not.
  package var isPicture: Bool {
    switch self {
    case .jpeg, .png, .foreign(_, isPicture: true): true
    case .foreign, .unknown: false
    }
  }

  /// Bytes from the start of a file that `init` looks at.
  package static let headCount = 512

  /// - Parameter head: the first bytes of the file, ``headCount`` of them where there are so many.
  package init(head: [UInt8]) {
    if head.starts(with: [0xFF, 0xD8]) {
      self = .jpeg
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else {
      self =
        FileKind.container(head) ?? FileKind.signature(head) ?? FileKind.text(head) ?? .unknown
    }
  }

  private static func picture(_ name: String) -> FileKind { .foreign(name, isPicture: true) }

  private static func other(_ name: String) -> FileKind { .foreign(name, isPicture: false) }

  private static let signatures: [(offset: Int, bytes: [UInt8], kind: FileKind)] = [
    (0, Array("GIF8".utf8), picture("a GIF picture")),
    (
      0, [0x49, 0x49, 0x2A, 0x00, 0x10, 0x00, 0x00, 0x00, 0x43, 0x52],
      picture("a Canon raw picture")
    ),
    (0, [0x49, 0x49, 0x2A, 0x00], picture("a TIFF or raw picture")),
    (0, [0x4D, 0x4D, 0x00, 0x2A], picture("a TIFF or raw picture")),
    (0, [0x49, 0x49, 0x2B, 0x00], picture("a BigTIFF picture")),
    (0, [0x4D, 0x4D, 0x00, 0x2B], picture("a BigTIFF picture")),
    (0, Array("IIRO".utf8), picture("an Olympus raw picture")),
    (0, Array("IIU\u{0}".utf8), picture("a Panasonic raw picture")),
    (0, Array("FUJIFILMCCD-RAW".utf8), picture("a Fujifilm raw picture")),
    (0, [0xFF, 0x0A], picture("a JPEG XL picture")),
    (0, [0, 0, 0, 12] + Array("JXL ".utf8), picture("a JPEG XL picture")),
    (0, [0, 0, 0, 12] + Array("jP  ".utf8), picture("a JPEG 2000 picture")),
    (0, [0xFF, 0x4F, 0xFF, 0x51], picture("a JPEG 2000 picture")),
    (0, Array("8BPS".utf8), picture("a Photoshop document")),
    (0, Array("%PDF".utf8), other("a PDF document")),
    (0, Array("%!PS".utf8), other("a PostScript document")),
    (0, [0x00, 0x00, 0x01, 0x00], picture("a Windows icon")),
    (0, [0x8A, 0x4D, 0x4E, 0x47], picture("an MNG animation")),
    (0, Array("qoif".utf8), picture("a QOI picture")),
    (0, [0x76, 0x2F, 0x31, 0x01], picture("an OpenEXR picture")),
    (0, Array("#?RADIANCE".utf8), picture("a Radiance HDR picture")),
    (0, Array("gimp xcf".utf8), picture("a GIMP picture")),
    (0, [0x50, 0x4B, 0x03, 0x04], other("a ZIP archive")),
    (0, [0x1F, 0x8B], other("a gzip archive")),
    (257, Array("ustar".utf8), other("a tar archive")),
    (0, [0x1A, 0x45, 0xDF, 0xA3], other("a Matroska or WebM video")),
    (0, [0x7F] + Array("ELF".utf8), other("a program")),
  ]

  private static func signature(_ head: [UInt8]) -> FileKind? {
    for (offset, bytes, kind) in signatures
    where head.dropFirst(offset).starts(with: bytes) { return kind }
    // BMP has only two letters: the size of its second header tells it from text.
    if head.starts(with: Array("BM".utf8)), head.count >= 18,
      [12, 16, 40, 52, 56, 64, 108, 124].contains(head[14]), head[15] == 0
    {
      return picture("a BMP picture")
    }
    // Netpbm: P1…P7 and white space.
    if head.count > 2, head[0] == UInt8(ascii: "P"), (0x31...0x37).contains(head[1]),
      [0x0A, 0x0D, 0x20].contains(head[2])
    {
      return picture("a Netpbm picture")
    }
    return nil
  }

  /// RIFF and ISO media files name what they hold.
  private static func container(_ head: [UInt8]) -> FileKind? {
    func word(_ offset: Int) -> String? {
      guard head.count >= offset + 4 else { return nil }
      return String(decoding: head[offset..<offset + 4], as: UTF8.self)
    }
    if word(0) == "RIFF" {
      return switch word(8) {
      case "WEBP": picture("a WebP picture")
      case "AVI ": other("an AVI video")
      case "WAVE": other("a WAV sound")
      default: other("a RIFF file")
      }
    }
    guard word(4) == "ftyp" else { return nil }
    // The major brand, then a version, then compatible brands up to the end of the box.
    let end = min(head.count, Int(head[2]) << 8 | Int(head[3]))
    let brands = [word(8)] + stride(from: 16, to: max(16, end), by: 4).map(word)
    for case let brand? in brands {
      switch brand {
      case "avif", "avis": return picture("an AVIF picture (AV1)")
      case "heic", "heix", "heim", "heis", "hevc", "hevx": return picture("a HEIC picture (HEVC)")
      case "crx ": return picture("a Canon raw picture")
      default: continue
      }
    }
    return switch word(8) {
    case "mif1", "msf1": picture("a HEIF picture")
    case "qt  ": other("a QuickTime video")
    default: other("an MP4 video")
    }
  }

  private static func text(_ head: [UInt8]) -> FileKind? {
    var rest = head[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    rest = rest.drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    let start = String(decoding: rest.prefix(400), as: UTF8.self).lowercased()
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
      return other("an HTML page")
    }
    if start.hasPrefix("<svg") { return picture("an SVG picture") }
    if start.hasPrefix("<?xml") || start.hasPrefix("<!--") {
      if start.contains("<svg") { return picture("an SVG picture") }
      return start.contains("<html") ? other("an HTML page") : other("an XML document")
    }
    if start.hasPrefix("version https://git-lfs") {
      return picture("a Git LFS pointer (fetch the picture with git lfs pull)")
    }
    // UTF-8 without control characters; the head may end within a character.
    let isPrintable = rest.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0C, 0x0D].contains($0)
    }
    let isUnicode = (0...3).contains {
      String(validating: rest.dropLast($0), as: UTF8.self) != nil && rest.count > $0
    }
    return isPrintable && isUnicode ? other("a text file") : nil
  }
}

extension FileKind {
  /// A well-known command that makes a JPEG or PNG of a kind of picture; nil for what is no picture.
  package static func converter(for name: String) -> String? {
    converters.first { name.contains($0.kind) }?.command
  }

  private static let converters: [(kind: String, command: String)] = [
    ("HEIC", "heif-convert"), ("HEIF", "heif-convert"), ("AVIF", "avifdec"), ("WebP", "dwebp"),
    ("JPEG XL", "djxl"), ("JPEG 2000", "opj_decompress"), ("SVG", "rsvg-convert"),
    ("raw picture", "darktable-cli"), ("picture", "magick"), ("Photoshop", "magick"),
    ("Windows icon", "magick"),
  ]
}

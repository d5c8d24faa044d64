import ContactSheetCLI
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// What is said of files that cannot be used. Nothing may be written then, and nothing may hang.
@Suite(.timeLimit(.minutes(15)))
struct MessageTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Expects exit 2, nothing written, and these lines for a strip of these files of the directory;
  /// what begins with an x is a count.
  private func expect(
    _ names: [String], _ options: String = "", gives expected: [String],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try directory.names()
    let paths = names.map { Array(($0.hasPrefix("x") ? $0 : directory.path($0)).utf8) }
    let run = CommandLineRun(
      words("strip -o") + [Array(directory.path("out.png").utf8)] + paths + words(options))
    let lines = run.errors.replacing("\(directory.url.path)/", with: "")
    let text = expected.map { "contactsheet: \($0)\n" }.joined()
    #expect(lines == text, sourceLocation: location)
    #expect(run.output == "", sourceLocation: location)
    #expect(run.code == .notMade, sourceLocation: location)
    let after = try directory.names()
    #expect(after == before, sourceLocation: location)
  }

  // MARK: contents

  struct Contents: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]
    var words: String

    init(_ name: String, _ bytes: [UInt8], _ words: String) {
      (self.name, self.bytes, self.words) = (name, bytes, words)
    }

    /// Something known that is not read.
    init(foreign name: String, _ bytes: [UInt8]) {
      let hint = FileKind.converter(for: name).map { " (\($0) converts it)" } ?? ""
      self.init("file", bytes, "is \(name); contactsheet reads JPEG and PNG\(hint)")
    }

    var testDescription: String { words }
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func boxed(_ brand: String, _ compatible: String = "") -> [UInt8] {
    [0, 0, 0, UInt8(16 + compatible.utf8.count)] + text("ftyp\(brand)\0\0\0\0\(compatible)")
  }

  private static let foreign: [Contents] = [
    Contents(foreign: "an HTML page", text("<!DOCTYPE html>\n<title>Not found</title>")),
    Contents(foreign: "an HTML page", text("\n <HTML><body>")),
    Contents(foreign: "an SVG picture", text("<svg xmlns='http://www.w3.org/2000/svg'/>")),
    Contents(foreign: "an SVG picture", text("<?xml version='1.0'?>\n<!-- x --><svg/>")),
    Contents(foreign: "an XML document", text("<?xml version='1.0'?><rss/>")),
    Contents(foreign: "a WebP picture", text("RIFF\u{1}\0\0\0WEBPVP8 ")),
    Contents(foreign: "a WAV sound", text("RIFF\u{1}\0\0\0WAVEfmt ")),
    Contents(foreign: "a HEIC picture (HEVC)", boxed("heic", "mif1heic")),
    Contents(foreign: "a HEIC picture (HEVC)", boxed("mif1", "mif1heic")),
    Contents(foreign: "an AVIF picture (AV1)", boxed("avif", "avifmif1")),
    Contents(foreign: "an AVIF picture (AV1)", boxed("mif1", "mif1avif")),
    Contents(foreign: "a HEIF picture", boxed("mif1", "mif1")),
    Contents(foreign: "a Canon raw picture", boxed("crx ", "crx ")),
    Contents(foreign: "a QuickTime video", boxed("qt  ", "qt  ")),
    Contents(foreign: "an MP4 video", boxed("isom", "isommp42")),
    Contents(foreign: "a GIF picture", text("GIF89a\u{1}\0\u{1}\0")),
    Contents(
      foreign: "a BMP picture",
      text("BM") + [0x46, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 0x28, 0, 0, 0] + [1, 0, 0, 0]),
    Contents(foreign: "a TIFF or raw picture", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]),
    Contents(foreign: "a TIFF or raw picture", [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]),
    Contents(foreign: "a JPEG XL picture", [0xFF, 0x0A, 0x12, 0x34]),
    Contents(
      foreign: "a JPEG XL picture", [0, 0, 0, 12] + text("JXL \r\n") + [0x87] + text("\n")),
    Contents(foreign: "a JPEG 2000 picture", [0, 0, 0, 12] + text("jP  \r\n") + [0x87]),
    Contents(foreign: "a PDF document", text("%PDF-1.7\n")),
    Contents(foreign: "a PostScript document", text("%!PS-Adobe-3.0\n")),
    Contents(foreign: "a Photoshop document", text("8BPS\0\u{1}")),
    Contents(foreign: "a Windows icon", [0, 0, 1, 0, 1, 0, 16, 16]),
    Contents(foreign: "a Netpbm picture", text("P6\n1 1\n255\n\0\0\0")),
    Contents(foreign: "a QOI picture", text("qoif\0\0\0\u{1}")),
    Contents(foreign: "a ZIP archive", text("PK\u{3}\u{4}")),
    Contents(foreign: "a gzip archive", [0x1F, 0x8B, 8, 0]),
    Contents(
      foreign: "a tar archive", [UInt8](repeating: 0, count: 257) + text("ustar\0") + [0, 0]),
    Contents(
      foreign: "a Git LFS pointer (fetch the picture with git lfs pull)",
      text("version https://git-lfs.github.com/spec/v1\noid sha256:00\n")),
    Contents(foreign: "a text file", text("Dear reader,\r\n\tthis is no picture.\n")),
    Contents(foreign: "a text file", text("x")),
  ]

  private static let hopeless: [Contents] = [
    Contents("empty.png", [], "is empty (0 bytes)"),
    Contents(
      "noise", [0, 1, 2, 0xFE, 0xFF, 0x10, 0x0F, 0x80, 0x81],
      "is neither JPEG nor PNG (it begins with 00 01 02 fe ff 10 0f 80)"),
    Contents("byte", [0], "is neither JPEG nor PNG (it begins with 00)"),
    Contents(
      "lookalike.png", Array(PNGFixture.signature.prefix(7)),
      "is neither JPEG nor PNG (it begins with 89 50 4e 47 0d 0a 1a)"),
  ]

  private static let claims: [Contents] = [
    Contents(
      "bomb.png", bomb(width: 60_000, height: 60_000),
      "claims 60000 × 60000 = 3,600,000,000 pixels, more than the limit of 268,402,689 "
        + "(raise it with --max-input-pixels)"),
    Contents(
      "most.png", bomb(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF),
      "claims 2147483647 × 2147483647 = 4,611,686,014,132,420,609 pixels, more than the limit "
        + "of 268,402,689 (raise it with --max-input-pixels)"),
    Contents(
      "bomb.jpg", frame { $0[5...8] = [0xFF, 0xDC, 0xFF, 0xDC] },
      "claims 65500 × 65500 = 4,290,250,000 pixels, more than the limit of 268,402,689 "
        + "(raise it with --max-input-pixels)"),
  ]

  // The words after the colon are libjpeg's and libpng's own. A file that ends too early is called
  // that, whatever the library stumbles over in what it takes for the rest.
  private static let broken: [Contents] = [
    Contents("two.jpg", [0xFF, 0xD8], "malformed JPEG: premature end of JPEG file"),
    Contents(
      "cut.jpg", Array(Pictures.dog.prefix(100)), "malformed JPEG: premature end of JPEG file"),
    Contents(
      "scan.jpg", Array(Pictures.dog.prefix(scan)), "malformed JPEG: premature end of JPEG file"),
    Contents(
      "inscan.jpg", Array(Pictures.dog.prefix(scan + 5)),
      "malformed JPEG: premature end of JPEG file"),
    Contents(
      "none.jpg", [0xFF, 0xD8, 0xFF, 0xD9], "malformed JPEG: JPEG datastream contains no image"),
    Contents(
      "twelve.jpg", frame { $0[4] = 12 },
      "unsupported kind of JPEG: unsupported JPEG data precision 12"),
    Contents(
      "lossless.jpg", frame { $0[1] = 0xC3 },
      "unsupported kind of JPEG: unsupported JPEG process: SOF type 0xc3"),
    Contents(
      "signature.png", PNGFixture.signature, "malformed PNG: premature end of PNG file"),
    Contents(
      "cut.png", Array(Pictures.noise.prefix(20)), "malformed PNG: premature end of PNG file"),
    Contents(
      "pixels.png", Array(Pictures.noise.prefix(60)), "malformed PNG: premature end of PNG file"),
    Contents(
      "zero.png",
      PNGFixture.signature + header(width: 0, height: 1) + PNGFixture.chunk("IEND", []),
      "malformed PNG: invalid IHDR data"),
    Contents(
      "nothing.png",
      PNGFixture.signature + header(width: 1, height: 1) + PNGFixture.chunk("IEND", []),
      "malformed PNG: IEND: out of place"),
    Contents(
      "letters.png",
      PNGFixture.signature + header(width: 1, height: 1)
        + PNGFixture.chunk("IDAT", text("no zlib at all")) + PNGFixture.chunk("IEND", []),
      "malformed PNG: IDAT: incorrect header check"),
    Contents(
      "sum.png", PNGFixture.signature + header(width: 1, height: 1).dropLast() + [0],
      "malformed PNG: IHDR: CRC error"),
  ]

  /// IHDR of 8-bit RGB.
  private static func header(width: UInt32, height: UInt32) -> [UInt8] {
    PNGFixture.chunk(
      "IHDR", PNGFixture.bigEndian(width) + PNGFixture.bigEndian(height) + [8, 2, 0, 0, 0])
  }

  /// Seventy bytes that promise a large picture.
  private static func bomb(width: UInt32, height: UInt32) -> [UInt8] {
    PNGFixture.signature + header(width: width, height: height)
      + PNGFixture.chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1]) + PNGFixture.chunk("IEND", [])
  }

  /// Where the segment with a marker begins in `dog`.
  private static func segment(_ marker: UInt8) -> Int {
    let bytes = Pictures.dog
    var position = 2
    while bytes[position + 1] != marker {
      position += 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
    }
    return position
  }

  private static let scan = segment(0xDA)

  /// `dog` with a change in its frame header: FF C0, length, precision, height, width, components.
  private static func frame(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    let range = segment(0xC0)..<(segment(0xC0) + 19)
    var frame = Array(Pictures.dog[range])
    change(&frame)
    var bytes = Pictures.dog
    bytes.replaceSubrange(range, with: frame)
    return bytes
  }

  @Test(arguments: foreign + hopeless + claims + broken)
  func `a file that is no usable picture is named with what it is`(_ contents: Contents) throws {
    try directory.write(contents.bytes, contents.name)
    try expect([contents.name], gives: ["\(contents.name): \(contents.words)"])
  }

  @Test func `the limit of pixels can be raised and lowered`() throws {
    try directory.write(Self.bomb(width: 60_000, height: 60_000), "a.png")
    try expect(
      ["a.png"], "--max-input-pixels 3599999999",
      gives: [
        "a.png: claims 60000 × 60000 = 3,600,000,000 pixels, more than the limit of "
          + "3,599,999,999 (raise it with --max-input-pixels)"
      ])
    try directory.write(Pictures.dog, "dog.jpg")
    try expect(
      ["dog.jpg"], "--max-input-pixels 6143",
      gives: [
        "dog.jpg: claims 96 × 64 = 6,144 pixels, more than the limit of 6,143 "
          + "(raise it with --max-input-pixels)"
      ])
    let run = CommandLineRun(
      words("strip --max-input-pixels 6144 -qo")
        + [directory.path("out.png"), directory.path("dog.jpg")].map { Array($0.utf8) })
    #expect(run.code == .done)
  }

  // MARK: things that are no files

  @Test func `what is not there is named`() throws {
    try directory.write(Pictures.dog, "dog.jpg")
    try expect(["a.jpg"], gives: ["a.jpg: no such file"])
    try expect(["no/a.jpg"], gives: ["no/a.jpg: no such file"])
    try expect(["dog.jpg/a.jpg"], gives: ["dog.jpg/a.jpg: no such file"])
  }

  @Test func `a directory has to hold pictures, whatever its name`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path("album.jpg"), withIntermediateDirectories: false)
    try expect(["album.jpg"], gives: ["album.jpg: holds no pictures; none lie below it"])
  }

  @Test func `a named pipe is refused, not waited for`() throws {
    #expect(unsafe mkfifo(directory.path("pipe.jpg"), 0o600) == 0)
    // A process of its own, so that one that waits can be ended.
    let run = try RunningTool(["strip", "pipe.jpg"], in: directory.url)
    for _ in 0..<3000 where run.isRunning { usleep(10_000) }
    if run.isRunning { run.send(SIGKILL) }
    let outcome = run.end()
    #expect(outcome.code == 2)
    #expect(outcome.errorText == "contactsheet: pipe.jpg: is a named pipe, not a picture\n")
    let names = try directory.names()
    #expect(names == ["pipe.jpg"])
  }

  @Test func `a socket is no picture`() throws {
    guard try bindSocket(directory.path("s.jpg")) else {
      print("SKIPPED: a socket as a picture; the temporary directory's path is too long for one")
      return
    }
    try expect(["s.jpg"], gives: ["s.jpg: is a socket, not a picture"])
  }

  @Test func `links to nowhere and in circles are named as such`() throws {
    for (name, target) in [("a.jpg", "gone.jpg"), ("b.jpg", "c.jpg"), ("c.jpg", "b.jpg")] {
      #expect(unsafe symlink(target, directory.path(name)) == 0)
    }
    try expect(["a.jpg"], gives: ["a.jpg: is a link to a file that does not exist, not a picture"])
    try expect(["b.jpg"], gives: ["b.jpg: cannot be opened: Too many levels of symbolic links"])
  }

  @Test func `a device is no picture`() throws {
    let run = CommandLineRun("strip /dev/null -o \(directory.path("out.png"))")
    #expect(run.errors == "contactsheet: /dev/null: is a device, not a picture\n")
    #expect(run.code == .notMade)
  }

  @Test func `a file that fails to be read is named with the place and the system's words`() {
    // Its first page is nobody's.
    guard FileManager.default.isReadableFile(atPath: "/proc/self/mem") else {
      print("SKIPPED: a file that fails to be read; there is no /proc/self/mem")
      return
    }
    let run = CommandLineRun("strip /proc/self/mem -o \(directory.path("out.png"))")
    #expect(
      run.errors
        == "contactsheet: /proc/self/mem: cannot be read after byte 0: Input/output error\n")
    #expect(run.code == .notMade)
  }

  @Test func `a picture that may not be read is named with the system's words`() throws {
    guard let unprivileged = Unprivileged.prefix(in: directory.url) else { return }
    try directory.write(Pictures.dog, "dog.jpg")
    let run = try Tool.shell(
      "chmod 000 dog.jpg; \(unprivileged) \"$TOOL\" strip dog.jpg", in: directory.url)
    #expect(run.errorText == "contactsheet: dog.jpg: cannot be opened: Permission denied\n")
    #expect(run.code == 2)
    #expect(try directory.names() == ["dog.jpg"])
  }

  // MARK: several at once, and odd names

  @Test(arguments: ["-j 1", "-j 8"])
  func `each bad file has one line, in the order given`(_ options: String) throws {
    try directory.write(Pictures.dog, "good.jpg")
    try directory.write([], "empty.jpg")
    try directory.write(Self.text("<html>"), "page.jpg")
    try directory.write(Self.text("GIF89a"), "anim.png")
    try expect(
      [
        "page.jpg", "good.jpg", "x3", "gone.jpg", "x2", "anim.png", "good.jpg", "empty.jpg",
        "page.jpg",
      ], options,
      gives: [
        "page.jpg: is an HTML page; contactsheet reads JPEG and PNG",
        "gone.jpg: no such file",
        "anim.png: is a GIF picture; contactsheet reads JPEG and PNG (magick converts it)",
        "empty.jpg: is empty (0 bytes)",
      ])
  }

  @Test func `pictures that fail only when decoded are listed in order as well`() throws {
    try directory.write(Array(Pictures.noise.prefix(60)), "a.png")
    try directory.write(Pictures.dog, "b.jpg")
    try directory.write(Array(Pictures.noise.prefix(70)), "c.png")
    try expect(
      ["c.png", "b.jpg", "a.png"],
      gives: [
        "c.png: malformed PNG: premature end of PNG file",
        "a.png: malformed PNG: premature end of PNG file",
      ])
  }

  @Test(arguments: [
    ("new\nline.jpg", "new\\nline.jpg"), ("red\u{1B}[31m.jpg", "red\\x1B[31m.jpg"),
    ("bell\u{7}tab\t.jpg", "bell\\x07tab\\t.jpg"),
    ("back\rspace\u{8}.jpg", "back\\rspace\\x08.jpg"),
    ("csi\u{9B}31m.jpg", "csi\\u{9B}31m.jpg"), ("gpj.\u{202E}exe", "gpj.\\u{202E}exe"),
    ("line\u{2028}.jpg", "line\\u{2028}.jpg"), ("100%.jpg", "100%.jpg"), ("ü 'a'.jpg", "ü 'a'.jpg"),
    ("back\\slash.jpg", "back\\slash.jpg"), ("%s%n.jpg", "%s%n.jpg"),
  ])
  func `a name is shown on one line without control characters`(
    _ name: String, _ shown: String
  ) throws {
    try expect([name], gives: ["\(shown): no such file"])
    for line in [
      "strip a.jpg -o \u{0}.jpg", "strip a.jpg --\u{0}", "strip a.jpg --size \u{0}",
      "strip a.jpg -b \u{0}", "strip a.jpg --shape \u{0}", "strip a.jpg --anchor \u{0}",
      "strip a.jpg --margin \u{0}", "strip a.jpg -\u{0}", "\u{0}", "help \u{0}", "--\u{0}",
    ] {
      // A NUL can be in no argument, so it can stand for the name.
      let arguments = line.split(separator: " ").map {
        Array($0.replacing("\u{0}", with: name).utf8)
      }
      let run = CommandLineRun(arguments)
      #expect(run.code == .usage)
      #expect(run.errors.hasSuffix("\n"))
      let scalars = run.errors.dropLast().unicodeScalars
      #expect(
        !scalars.contains { $0.properties.generalCategory == .control || $0 == "\u{202E}" },
        "\(run.errors)")
    }
  }

  @Test func `a name that is not UTF-8 is shown with its bytes`() throws {
    let run = CommandLineRun(
      words("strip -o") + [Array(directory.path("out.png").utf8)]
        + [Array(directory.path("caf").utf8) + [0xE9] + Array(".jpg".utf8)])
    #expect(run.errors == "contactsheet: \(directory.path("caf"))\\xE9.jpg: no such file\n")
    #expect(run.code == .notMade)
  }
}

/// Leaves a socket at the path; false where the path is too long for one.
private func bindSocket(_ path: String) throws -> Bool {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
    guard path.utf8.count < field.count else { return false }
    unsafe field.copyBytes(from: path.utf8)
    return true
  }
  guard fits else { return false }
  #if canImport(Darwin)
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
  #else
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  #endif
  defer { close(descriptor) }
  let size = socklen_t(MemoryLayout<sockaddr_un>.size)
  let bound = unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe bind(descriptor, $0, size)
    }
  }
  try #require(bound == 0)
  return true
}

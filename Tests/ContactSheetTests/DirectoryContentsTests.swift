import ContactSheet
import Foundation
import ImageCodecs
import TestSupport
import Testing

@Suite struct DirectoryContentsTests {
  private static let heic = Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8)

  /// Paths without the directory's own.
  private static func names(_ paths: [RawPath], in directory: TemporaryDirectory) -> [String] {
    let prefix = RawPath(directory.url.path).bytes.count + 1
    return paths.map { printable($0.bytes.dropFirst(prefix)) }
  }

  @Test func `pictures are told by content and come in natural order`() throws {
    let directory = try TemporaryDirectory()
    let png = plainPNG(9)
    for name in ["img10", "img9.txt", "IMG1.jpg", "a", ".hidden.png", "b/below.png"] {
      try directory.write(png, name)
    }
    try directory.write(png, named: [0x69, 0xFF])
    try directory.write(JPEGFixture(width: 8, height: 8) { _, _ in (1, 2, 3) }.bytes, "_.png")
    try directory.write(Array("<html>".utf8), "page.png")
    try directory.write([], "empty.png")
    try directory.write([0, 1, 2], "unknown.png")
    try directory.write(Array("%PDF-1.7".utf8), "document.jpg")
    let contents = try DirectoryContents(of: RawPath(directory.url.path))
    #expect(
      Self.names(contents.pictures, in: directory)
        == ["_.png", "a", "IMG1.jpg", "img9.txt", "img10", "i\\xFF"])
    #expect(contents.skipped == [])
    #expect(contents.earlierSheets == [])
    let sources = try PictureSource.contents(of: RawPath(directory.url.path))
    #expect(sources == contents.pictures.map(PictureSource.file))
    let below = try PictureSource.contents(of: RawPath(directory.url.path), recursive: true)
    #expect(below.count == sources.count + 1)
    // A slash at the end makes no second one.
    let slash = try DirectoryContents(of: RawPath(directory.url.path + "/"))
    #expect(slash == contents)
  }

  @Test func `pictures that cannot be opened are skipped, with their faults`() throws {
    let directory = try TemporaryDirectory()
    let jpeg = JPEGFixture(width: 8, height: 8) { _, _ in (1, 2, 3) }.bytes
    try directory.write(jpeg, "a.jpg")
    try directory.write(Array(jpeg.prefix(30)), "b.jpg")
    try directory.write(Array(plainPNG(1).prefix(20)), "c.png")
    try directory.write(Self.heic, "d.jpg")
    try directory.write(plainPNG(1, side: 9), "e.png")
    try directory.makeLink("f.png", to: "nowhere")
    try directory.makeLink("g.png", to: "g.png")
    for jobs in [1, 3, 256] {
      let contents = try DirectoryContents(
        of: RawPath(directory.url.path), decoding: DecodeOptions(maxPixels: 64), jobs: jobs)
      #expect(Self.names(contents.pictures, in: directory) == ["a.jpg"])
      #expect(
        Self.names(contents.skipped.map(\.path), in: directory)
          == ["b.jpg", "c.png", "d.jpg", "e.png", "f.png", "g.png"])
      #expect(contents.skipped[2].fault == .foreign("a HEIC picture (HEVC)"))
      #expect(contents.skipped[3].fault == .tooManyPixels(width: 9, height: 9, limit: 64))
      #expect(
        SkippedFile.counted(contents.skipped)
          == "1 HEIC picture (HEVC), 1 broken JPEG, 1 broken PNG, 1 broken link, "
          + "1 picture above the pixel limit, 1 unreadable file")
    }
  }

  @Test func `skipped pictures are counted by kind, many first, each path once`() {
    func file(_ name: String, _ fault: PictureFault, directory: Bool = false) -> SkippedFile {
      SkippedFile(path: RawPath(name), fault: fault, isDirectory: directory)
    }
    let heic = PictureFault.foreign("a HEIC picture (HEVC)")
    let denied = PictureFault.notOpened(SystemError(code: 13))
    let files = [
      file("a", .malformed(.jpeg, "x")), file("b", heic), file("c", heic), file("d", heic),
      file("b", heic), file("e", denied), file("f", denied, directory: true),
      file("g", denied, directory: true), file("h", .unsupported(.png, "x")),
      file("i", .foreign("an AVIF picture (AV1)")), file("j", .foreign("a Photoshop document")),
    ]
    #expect(
      SkippedFile.counted(files)
        == "3 HEIC pictures (HEVC), 2 unreadable directories, 1 AVIF picture (AV1), "
        + "1 PNG of an unsupported kind, 1 Photoshop document, 1 broken JPEG, 1 unreadable file")
    #expect(SkippedFile.counted(Array(files[..<2])) == "1 HEIC picture (HEVC), 1 broken JPEG")
  }

  @Test func `sheets made earlier are left out`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(plainPNG(9), "a.png")
    let sheet = try await Strip([.bytes(plainPNG(9))]).png()
    try directory.write(sheet, "strip.png")
    try directory.write(Array(sheet.prefix(200)), "strip-2.png")
    let contents = try DirectoryContents(of: RawPath(directory.url.path))
    #expect(Self.names(contents.pictures, in: directory) == ["a.png"])
    #expect(Self.names(contents.earlierSheets, in: directory) == ["strip-2.png", "strip.png"])
    #expect(contents.skipped == [])
  }

  @Test func `a recursive walk sorts files and directories of one level together`() throws {
    let directory = try TemporaryDirectory()
    let files = [
      "1.png", "2/1.png", "2/1/9.png", "2/1/10.png", "2/2.png", "3.png", "10/a.png", "B.png",
      "b.png", "c/d/e/f.png",
    ]
    for file in files.reversed() { try directory.write(plainPNG(9), file) }
    for hidden in [".git/a.png", "c/.cache/a.png", "c/.a.png"] {
      try directory.write(plainPNG(9), hidden)
    }
    let contents = try DirectoryContents(of: RawPath(directory.url.path), recursive: true)
    let expected = [
      "1.png", "2/1/9.png", "2/1/10.png", "2/1.png", "2/2.png", "3.png", "10/a.png", "B.png",
      "b.png", "c/d/e/f.png",
    ]
    #expect(Self.names(contents.pictures, in: directory) == expected)
    // Two routes, one order.
    let paths = contents.pictures.shuffled()
    #expect(paths.sorted(by: NaturalOrder.precedes) == contents.pictures)
  }

  @Test(.timeLimit(.minutes(15)))
  func `links are followed unless they lead back`() throws {
    let directory = try TemporaryDirectory()
    for name in ["top/a.png", "top/d/b.png", "aside/c.png"] {
      try directory.write(plainPNG(9), name)
    }
    try directory.makeLink("top/self", to: ".")
    try directory.makeLink("top/d/up", to: "..")
    try directory.makeLink("top/d/over", to: "../../aside")
    try directory.makeLink("aside/back", to: "../top")
    try directory.makeLink("top/file.png", to: "a.png")
    let contents = try DirectoryContents(of: RawPath(directory.path("top")), recursive: true)
    // aside/back would lead back to top; two ways to one directory are two.
    #expect(
      Self.names(contents.pictures, in: directory)
        == ["top/a.png", "top/d/b.png", "top/d/over/c.png", "top/file.png"])
    // From aside, top is not on the way; over leads back.
    let aside = try DirectoryContents(of: RawPath(directory.path("aside")), recursive: true)
    #expect(
      Self.names(aside.pictures, in: directory)
        == [
          "aside/back/a.png", "aside/back/d/b.png", "aside/back/file.png", "aside/c.png",
        ])
    #expect(contents.skipped == [] && aside.skipped == [])
    // A directory may itself be given as a link.
    try directory.makeLink("link", to: "top")
    let link = try DirectoryContents(of: RawPath(directory.path("link")))
    #expect(Self.names(link.pictures, in: directory) == ["link/a.png", "link/file.png"])
  }

  @Test(.timeLimit(.minutes(15)))
  func `pipes, sockets and devices are passed over without waiting`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(plainPNG(9), "a.png")
    let made = try Tool.shell("mkfifo pipe.png", in: directory.url)
    #expect(made.code == 0)
    try directory.makeLink("zero.png", to: "/dev/zero")
    let contents = try DirectoryContents(of: RawPath(directory.url.path))
    #expect(contents.pictures.count == 1)
    #expect(contents.skipped == [])
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything; the test below is for root, too"))
  func `what may not be read is skipped, not passed over`() throws {
    let directory = try TemporaryDirectory()
    for name in ["a.png", "b.png", "c/d.png"] { try directory.write(plainPNG(9), name) }
    for name in ["b.png", "c"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0], ofItemAtPath: directory.path(name))
    }
    let contents = try DirectoryContents(of: RawPath(directory.url.path), recursive: true)
    #expect(Self.names(contents.pictures, in: directory) == ["a.png"])
    #expect(
      SkippedFile.counted(contents.skipped) == "1 unreadable directory, 1 unreadable file")
    #expect(throws: SheetError.self) {
      try PictureSource.contents(of: RawPath(directory.path("c")))
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: directory.path("c"))
  }

  @Test func `the tool skips what it may not read, says so, and fails for it by name`() throws {
    let directory = try TemporaryDirectory()
    guard let unprivileged = Unprivileged.prefix(in: directory.url) else { return }
    for name in ["a.png", "b.png", "c/d.png"] { try directory.write(plainPNG(9), name) }
    let script = """
      chmod 000 b.png c
      \(unprivileged) "$TOOL" strip . -r -o all.png; echo $?
      \(unprivileged) "$TOOL" strip c -o c.png; echo $?
      chmod 700 b.png c
      """
    let outcome = try Tool.shell(script, in: directory.url)
    #expect(outcome.errorText.contains("skipped 1 unreadable directory, 1 unreadable file\n"))
    #expect(outcome.errorText.hasSuffix(": c: cannot be opened: Permission denied\n"))
    #expect(outcome.outputText == "3\n2\n")
    #expect(try directory.names() == ["a.png", "all.png", "b.png", "c"])
  }

  @Test func `what is no directory is an error, an empty one is none`() throws {
    let directory = try TemporaryDirectory()
    #expect(try PictureSource.contents(of: RawPath(directory.url.path)) == [])
    let file = try directory.write(plainPNG(9), "a.png")
    for (path, words) in [
      (file, "cannot be opened: Not a directory"), (directory.path("gone"), "no such file"),
    ] {
      let error = #expect(throws: SheetError.self) {
        try PictureSource.contents(of: RawPath(path))
      }
      #expect(error?.description == "\(path): \(words)")
    }
  }

  @Test(arguments: [
    (2, 1024, 2), (256, 64, 48), (300, 1024, 256), (4, 17, 1), (4, 8, 1), (0, 64, 1),
  ])
  func `jobs leave room for the files that a process may open`(
    wanted: Int, openFiles: Int, jobs: Int
  ) {
    #expect(FileLimit.jobs(wanted, openFiles: openFiles) == jobs)
  }

  @Test func `as many jobs as processors are the default`() {
    #expect(FileLimit.jobs(nil) == FileLimit.jobs(processorCount()))
    #expect(FileLimit.jobs(1) == 1)
  }
}

import ContactSheet
import Foundation
import ImageCodecs
import TestSupport
import Testing

@Suite struct GlobTests {
  private let directory: TemporaryDirectory
  private var root: RawPath { RawPath(directory.url.path) }

  init() throws { directory = try TemporaryDirectory() }

  /// What matches below the directory, without it.
  private func found(_ pattern: [UInt8]) throws -> [[UInt8]] {
    let glob = Glob(try #require(RawPath(bytes: pattern)))
    return glob.matches(in: root).map { Array($0.bytes.dropFirst(root.bytes.count + 1)) }
  }

  private func found(_ pattern: String) throws -> [String] {
    try found(Array(pattern.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func make(_ names: String...) throws {
    for name in names { try directory.write([], name) }
  }

  // MARK: names

  @Test(arguments: [
    ("*.jpg", "a.jpg b.c.jpg", "a.jpeg .jpg .a.jpg"), ("?.jpg", "a.jpg é.jpg 😀.jpg", "ab.jpg"),
    ("[abc]", "a b c", "d ab"), ("[a-c]x", "ax bx cx", "dx Bx -x"),
    ("[!a-c]x", "dx éx -x", "ax x .x"),
    ("[^a]", "b", "a"), ("[]x]", "] x", "[ a"), ("[!]x]", "a [", "] x"), ("[a-]", "a -", "b"),
    ("[c-a]", "", "a b c"), ("[ä-ö]", "ä é ö", "a z ü"), ("[\\]a]", "] a", "\\"),
    ("[a\\-c]", "a - c", "b"), ("\\*", "*", "a \\*"), ("\\[a]", "[a]", "a"), ("[a", "[a", "a"),
    ("a\\", "a\\", "a"), (".*", ".a .a.jpg", "a"), ("\\.*", ".a", "a"), ("[.]a", "", ".a"),
    ("*a*b*", "ab xaybz aab", "ba a b"), ("**a", "a ba", "b"), ("A*", "A Ab", "a ab"),
  ])
  func `a pattern matches these names and not those`(
    pattern: String, matching: String, others: String
  ) {
    let glob = Glob(RawPath(pattern))
    for name in matching.split(separator: " ") {
      #expect(glob.matches(RawPath(String(name))), "\(name)")
    }
    for name in others.split(separator: " ") {
      #expect(!glob.matches(RawPath(String(name))), "\(name)")
    }
  }

  private static let pieces: [[UInt8]] =
    ["a", "b", "c", ".", "-", "!", "é", "ü", "[", "]", "\\"].map { Array($0.utf8) } + [
      [0xE9], [0xC3],
    ]

  private static func bytes(
    _ pieces: [[UInt8]], upTo count: Int, using random: inout SeededGenerator
  ) -> [UInt8] {
    (0..<Int.random(in: 1...count, using: &random))
      .flatMap { _ in pieces.randomElement(using: &random)! }
  }

  @Test func `a random name matches a random pattern where the plain matcher says so`() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed("glob names"))
    let wild = Self.pieces + ["*", "?", "[", "]", "[a-", "[!", "*"].map { Array($0.utf8) }
    var count = 0
    for _ in 0..<Sanitizer.rounds(60_000) {
      let pattern = Self.bytes(wild, upTo: 7, using: &random)
      let name = Self.bytes(Self.pieces, upTo: 4, using: &random)
      if pattern == Array("**".utf8) || name == Array(".".utf8) || pattern == Array(".".utf8) {
        continue
      }
      let matches = Glob(try #require(RawPath(bytes: pattern)))
        .matches(try #require(RawPath(bytes: name)))
      #expect(
        matches == PlainGlob.matches(pattern, name), "\(printable(pattern)) \(printable(name))")
      count += matches ? 1 : 0
    }
    #expect(count > Sanitizer.rounds(60_000) / 100, "hardly anything matched")
  }

  @Test func `stars that cannot match take no time`() throws {
    let name = RawPath(String(repeating: "a", count: 5_000))
    #expect(!Glob(RawPath(String(repeating: "*a", count: 200) + "*b")).matches(name))
    #expect(Glob(RawPath(String(repeating: "*a", count: 200) + "*")).matches(name))
  }

  // MARK: directories

  @Test func `in a random tree the files are found that the plain matcher picks`() throws {
    var random = SeededGenerator(seed: SeededGenerator.seed("glob trees"))
    let names: [[UInt8]] =
      ["a", "b", "ab", "é", ".a", "a1", "a10", "a2"].map { Array($0.utf8) } + [[0x61, 0xE9]]
    var paths: [RawPath] = []
    for _ in 0..<60 {
      let way = (0..<Int.random(in: 0...3, using: &random))
        .map { _ in ["a.d", "b.d", "ab.d", "é.d", ".a.d"].randomElement(using: &random)! }
      let folder = way.joined(separator: "/")
      try directory.makeDirectory(folder)
      let name = names.randomElement(using: &random)! + Array(".f".utf8)
      let below = Array((folder.isEmpty ? "" : folder + "/").utf8) + name
      try directory.write([], named: below)
      let file = try #require(RawPath(bytes: below))
      if !paths.contains(file) { paths.append(file) }
    }
    let parts =
      ["**", "**", "*", "*.d", "*.f", "a*", ".*", "?.?", "[a-b]*", "a.d", "\\a.d", "[!a]*", "é*"]
      .map { Array($0.utf8) } + [[0x61, 0xE9, 0x2A], [0x3F, 0xE9, 0x2E, 0x2A]]
    var count = 0
    for _ in 0..<Sanitizer.rounds(400) {
      let pattern = Array(
        (0..<Int.random(in: 1...5, using: &random)).map { _ in parts.randomElement(using: &random)!
        }
        .joined(separator: [UInt8(ascii: "/")]))
      let plain = PlainGlob(pattern)
      let expected = paths.filter(plain.matches).sorted(by: NaturalOrder.precedes).map(\.bytes)
      let actual = try found(pattern)
      #expect(actual == expected, "\(printable(pattern))")
      let glob = Glob(try #require(RawPath(bytes: pattern)))
      #expect(paths.filter(glob.matches).count == expected.count, "\(printable(pattern))")
      count += expected.count
    }
    #expect(count > 0)
  }

  @Test func `files are found once, in natural order, and directories are not`() throws {
    try make("img10.jpg", "img2.jpg", "Img3.jpg", "b/img1.jpg", "b/c/img1.jpg", "d.jpg/x.txt")
    #expect(try found("*.jpg") == ["img2.jpg", "Img3.jpg", "img10.jpg"])
    #expect(
      try found("**/*.jpg")
        == ["b/c/img1.jpg", "b/img1.jpg", "img2.jpg", "Img3.jpg", "img10.jpg"])
    #expect(try found("**/**/img1.jpg") == ["b/c/img1.jpg", "b/img1.jpg"])
    #expect(try found("b/**") == ["b/c/img1.jpg", "b/img1.jpg"])
    #expect(try found("b/**/") == [])
    #expect(try found("img2.jpg") == ["img2.jpg"])
    #expect(try found("img2.jpg/*") == [])
    #expect(try found("nowhere/*.jpg") == [])
  }

  @Test func `hidden names need their dot in the pattern`() throws {
    try make(".git/a.jpg", "a/.b.jpg", "a/b.jpg", ".c.jpg")
    #expect(try found("**/*.jpg") == ["a/b.jpg"])
    #expect(try found("**") == ["a/b.jpg"])
    #expect(try found(".*") == [".c.jpg"])
    #expect(try found(".*/*.jpg") == [".git/a.jpg"])
    #expect(try found(".git/**") == [".git/a.jpg"])
    #expect(try found("**/.*") == [".c.jpg", "a/.b.jpg"])
    #expect(try found("a/.b.jpg") == ["a/.b.jpg"])
    #expect(!Glob("**/*.jpg").matches(".git/a.jpg"))
    #expect(!Glob("a/**").matches("a/.b.jpg"))
  }

  @Test func `links are followed but for two stars, and a cycle ends`() throws {
    try make("a/x.jpg", "other/y.jpg")
    try directory.makeLink("link", to: "a")
    try directory.makeLink("a/up", to: "..")
    try directory.makeLink("z.jpg", to: "a/x.jpg")
    try directory.makeLink("gone.jpg", to: "nowhere")
    #expect(try found("*/*.jpg") == ["a/x.jpg", "link/x.jpg", "other/y.jpg"])
    #expect(try found("**/*.jpg") == ["a/x.jpg", "other/y.jpg", "z.jpg"])
    #expect(try found("link/**") == ["link/x.jpg"])
    #expect(try found("**/up/z.jpg") == ["a/up/z.jpg"])
    #expect(
      try found("*/up/*/up/z.jpg") == [
        "a/up/a/up/z.jpg", "a/up/link/up/z.jpg",
        "link/up/a/up/z.jpg", "link/up/link/up/z.jpg",
      ])
  }

  @Test func `the directory is no pattern, whatever its name`() throws {
    try make("shoots [*]/a.jpg", "shoots */b.jpg")
    let place = root.appending(Array("shoots [*]".utf8))
    #expect(Glob("*.jpg").matches(in: place).map(\.lastComponent) == [Array("a.jpg".utf8)])
    #expect(try found("shoots \\[\\*]/*.jpg") == ["shoots [*]/a.jpg"])
    // A pattern from the root has no use for it.
    let absolute = Glob(RawPath("\(directory.url.path)/shoots ?/*"))
    #expect(absolute.matches(in: place).map(\.lastComponent) == [Array("b.jpg".utf8)])
  }

  @Test(arguments: [
    ("**", "a a/b a/b/c", ".a a/.b"), ("a/**", "a/b a/b/c", "a b/c"),
    ("**/c", "c a/c a/b/c", "a c/d"),
    ("a/**/c", "a/c a/b/c", "c a"), ("*", "a", "a/b"), ("./a", "a", "b"), ("a//b", "a/b", "a"),
    ("a/", "a", "a/b"), ("/a", "", "a"), ("*/b", "a/b", "b a/b/b"),
  ])
  func `a pattern matches these paths and not those`(
    pattern: String, matching: String, others: String
  ) {
    let glob = Glob(RawPath(pattern))
    for path in matching.split(separator: " ") {
      #expect(glob.matches(RawPath(String(path))), "\(path)")
    }
    for path in others.split(separator: " ") {
      #expect(!glob.matches(RawPath(String(path))), "\(path)")
    }
  }
}

import ContactSheet
import ContactSheetCLI
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// The page as it is written.
@Suite struct HTMLReportTests {
  private func text(_ entries: [HTMLReportEntry], links: Bool = false) throws -> String {
    String(
      decoding: try ReportSample.page(entries, linksPictures: links), as: UTF8.self)
  }

  /// What is between the first two texts.
  private func part(_ text: String, _ start: String, _ end: String) throws -> String {
    let from = try #require(text.range(of: start)).upperBound
    let rest = text[from...]
    return String(rest[..<(try #require(rest.range(of: end)).lowerBound)])
  }

  @Test func `a small report is what it was, apart from style, script and pixels`() throws {
    var page = try text(ReportSample.entries(linked: RawPath(bytes: ReportSample.linkedName)))
    for (start, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
      page = page.replacingOccurrences(of: try part(page, start, end), with: "…")
    }
    page.replace(#/'sha256-[A-Za-z0-9+/=]{44}'/#, with: "'sha256-…'")
    page.replace(#/;base64,[A-Za-z0-9+/=]+"/#, with: ";base64,…\"")
    #expect(try textGoldenMismatch(page, "report") == nil)
  }

  @Test func `the same entries make the same bytes`() throws {
    let first = try ReportSample.page(ReportSample.entries())
    #expect(try ReportSample.page(ReportSample.entries()) == first)
  }

  @Test func `every tag that opens closes, whatever the names`() throws {
    for entries in [[], ReportSample.entries(), Array(ReportSample.entries().suffix(1))] {
      var page = try text(entries)
      let script = try part(page, "<script>", "</script>")
      page = page.replacingOccurrences(of: script, with: "")
      let void: Set = ["meta", "img"]
      var open: [String] = []
      for tag in page.matches(of: #/<(/?)([a-z][a-z0-9]*)(?: [a-z-]+(?:="[^"<>]*")?)*>/#) {
        let name = String(tag.2)
        if void.contains(name) { continue }
        if tag.1.isEmpty { open.append(name) } else { #expect(open.popLast() == name) }
      }
      #expect(open == [])
      // Nothing that looks like a tag is left over, and every id is there once.
      let tags = page.matches(of: #/<(/?)([a-z][a-z0-9]*)(?: [a-z-]+(?:="[^"<>]*")?)*>/#).count
      #expect(page.count { $0 == "<" } == tags + 1)  // and the doctype
      let ids = page.matches(of: #/ id="([^"]*)"/#).map { String($0.1) }
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test func `the policy allows the page's own script and style, and pictures where they are`()
    throws
  {
    for (links, pictures) in [(false, "data:"), (true, "data: file: 'self'")] {
      let page = try text(ReportSample.entries(), links: links)
      let policy = try part(page, "Content-Security-Policy\" content=\"", "\"")
      let digests = try [("<style>", "</style>"), ("<script>", "</script>")].map { start, end in
        Data(SHA256.digest(Array(try part(page, start, end).utf8))).base64EncodedString()
      }
      #expect(
        policy
          == "default-src 'none'; img-src \(pictures); style-src 'sha256-\(digests[0])'; "
          + "script-src 'sha256-\(digests[1])'; base-uri 'none'; form-action 'none'")
      // What the policy would stop is not tried either.
      #expect(!page.contains(#/ (on[a-z]+|style)="/#) && !page.contains("://"))
      #expect(!page.contains(#/innerHTML|insertAdjacentHTML|document\.write|eval/#))
    }
  }

  @Test func `a file is copied into the page in pieces`() throws {
    let directory = try TemporaryDirectory()
    let noise = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) }
    let bytes = [0xFF, 0xD8] + noise
    let path = RawPath(try directory.write(bytes, "noise.jpg"))
    var entry = HTMLReportEntry(name: Array("noise".utf8), state: .changed)
    entry.actual = HTMLReportPicture(size: PixelSize(width: 1, height: 1), source: .file(path))
    var report = HTMLReport(title: "", lines: [], linksPictures: false)
    var written: [UInt8] = []
    var longest = 0
    try report.add(entry) { bytes in
      longest = max(longest, bytes.count)
      written += bytes
    }
    let page = String(decoding: written, as: UTF8.self)
    let encoded = try part(page, "src=\"data:image/jpeg;base64,", "\">")
    #expect(Data(base64Encoded: encoded) == Data(bytes))
    #expect(longest < 300_000)
    #expect(report.lacks == [])
    entry.actual?.source = .bytes(bytes)
    var held: [UInt8] = []
    var other = HTMLReport(title: "", lines: [], linksPictures: false)
    try other.add(entry) { bytes in held += bytes }
    #expect(held == written)
  }

  @Test func `a picture that cannot be read is told in its place`() throws {
    let directory = try TemporaryDirectory()
    let empty = RawPath(try directory.write([], "empty.png"))
    let missing = RawPath(directory.path("nowhere.png"))
    var entry = HTMLReportEntry(name: Array("x".utf8), state: .changed)
    let size = PixelSize(width: 3, height: 2)
    entry.expected = HTMLReportPicture(size: size, source: .file(missing))
    entry.actual = HTMLReportPicture(size: size, source: .file(empty))
    var report = HTMLReport(title: "", lines: [], linksPictures: false)
    var written: [UInt8] = []
    try report.add(entry) { bytes in written += bytes }
    let page = String(decoding: written, as: UTF8.self)
    #expect(page.contains("<p class=\"lack\">Cannot be shown: no such file</p>"))
    #expect(!page.contains("<img"))
    #expect(report.lacks.map(\.path) == [missing, empty])
    #expect(report.lacks.map(\.fault) == [.missing, .empty])
  }

  @Test func `what stops the writing stops the report`() throws {
    let directory = try TemporaryDirectory()
    let path = RawPath(try directory.write(Pictures.dog, "dog.jpg"))
    for source in [HTMLReportPicture.Source.file(path), .bytes(Pictures.dog), .link(path)] {
      var entry = HTMLReportEntry(name: Array("x".utf8), state: .new)
      entry.actual = HTMLReportPicture(size: PixelSize(width: 96, height: 64), source: source)
      var report = HTMLReport(title: "", lines: [], linksPictures: true)
      #expect(throws: OutputFault.closedPipe) {
        try report.add(entry) { _ throws(OutputFault) in throw .closedPipe }
      }
      #expect(report.lacks == [])
    }
  }

  @Test func `what is the same is a name only, after all else`() throws {
    var entry = HTMLReportEntry(name: Array("twin.png".utf8), state: .same)
    entry.expected = ReportSample.inline(ReportSample.expected)
    let page = try text([entry] + ReportSample.entries())
    let section = try part(page, "<details class=\"same\" data-state=\"same\">", "</main>")
    #expect(section.contains("<summary>3 pictures are the same</summary>"))
    #expect(section.contains("<li><bdi>twin.png</bdi></li>"))
    #expect(page.components(separatedBy: "twin.png").count == 2)
    #expect(page.contains("<li data-state=\"same\"><b>3</b> same</li>"))
  }
}

package import ContactSheet
package import ImageCodecs
import PixelDiff
import PixelGeometry

/// A report of many comparisons as one page, written as the comparisons come.
///
/// A page begins with `begin`, takes every entry by `add` and ends with `finish`; each hands its bytes to
/// `write` in order. What is held meanwhile is the names of the pictures that are the same, and a piece of
/// one picture.
///
/// The page loads nothing from the network: its policy allows the one style and the one script whose digests
/// it names, and pictures, and nothing else. It can be read without scripts. The same entries make the same
/// bytes.
package struct HTMLReport {
  package typealias Write = ([UInt8]) throws(OutputFault) -> Void

  /// A picture that is not, or not whole, in the page. The page says so where it would be.
  package struct Lack: Equatable, Sendable {
    package let path: RawPath
    package let fault: PictureFault
  }

  /// Pictures that could not be copied into the page so far.
  package private(set) var lacks: [Lack] = []
  private let title: HTMLText
  private let lines: [String]
  private let linksPictures: Bool
  private let showsAsStored: Bool
  private var counts: [HTMLReportEntry.State: Int] = [:]
  /// Markup of the names of pictures that are the same.
  private var same: [String] = []
  private var entryCount = 0

  /// - Parameters:
  ///   - title: of the page.
  ///   - lines: what was compared, and how.
  ///   - linksPictures: pictures may be links; without that the page shows only what is in it.
  ///   - showsAsStored: pictures are not turned by their EXIF orientation.
  package init(
    title: String, lines: [String], linksPictures: Bool, showsAsStored: Bool = false
  ) {
    self.showsAsStored = showsAsStored
    self.title = HTMLText(title)
    self.lines = lines
    self.linksPictures = linksPictures
  }

  // MARK: the page

  package func begin(_ write: Write) throws(OutputFault) {
    let head = HTMLHead(
      title: title, style: ReportStyle.text, script: ReportScript.text,
      pictures: linksPictures ? "data: file: 'self'" : "data:")
    try write(
      Array(
        """
        \(head.markup)<body\(showsAsStored ? " class=\"stored\"" : "")>
        <header>
        <h1>\(title.markup)</h1>
        \(lines.map { "<p>\(HTMLText($0).markup)</p>\n" }.joined())</header>
        <main>

        """.utf8))
  }

  /// - Throws: what `write` throws. Pictures that cannot be read are told in ``lacks``.
  package mutating func add(_ entry: HTMLReportEntry, _ write: Write) throws(OutputFault) {
    counts[entry.state, default: 0] += 1
    let name = "<bdi>\(HTMLText(bytes: entry.name).markup)</bdi>"
    guard entry.state != .same else { return same.append(name) }
    entryCount += 1
    var markup = """
      <section class="entry" id="e\(entryCount)" data-state="\(entry.state.rawValue)" \
      aria-labelledby="n\(entryCount)">
      <h2 id="n\(entryCount)"><span class="state">\(entry.state.words)</span> \(name)</h2>

      """
    if !entry.summary.isEmpty {
      markup += "<p class=\"summary\">\(HTMLText(entry.summary).markup)</p>\n"
    }
    if !entry.details.isEmpty {
      let items = entry.details.map { "<li>\(HTMLText($0).markup)</li>\n" }
      markup += "<ul class=\"details\">\n\(items.joined())</ul>\n"
    }
    let pictures = [
      ("expected", "Expected", entry.expected), ("actual", "Actual", entry.actual),
      ("difference", "Difference", entry.difference),
    ]
    let hasPictures = pictures.contains { $0.2 != nil }
    if hasPictures { markup += "<div class=\"pictures\">\n" }
    for (kind, caption, picture) in pictures {
      guard let picture else { continue }
      markup += "<figure class=\"\(kind)\"><figcaption>\(caption) <span>\(picture.size)</span>"
      markup += "</figcaption>"
      let place = kind == "difference" ? entry.canvas : nil
      let words = "\(caption): \(HTMLText(bytes: entry.name).markup)"
      try add(picture, alt: words, at: place, &markup, write)
      markup += "</figure>\n"
    }
    if hasPictures { markup += "</div>\n" }
    markup += HTMLReport.markup(regionsOf: entry)
    markup += "</section>\n"
    try write(Array(markup.utf8))
  }

  package func finish(_ write: Write) throws(OutputFault) {
    var markup = ""
    if !same.isEmpty {
      markup += "<details class=\"same\" data-state=\"same\">\n"
      let verb = same.count == 1 ? "is" : "are"
      markup += "<summary>\(HTMLReport.counted(same.count, "picture")) \(verb) the same</summary>\n"
      markup += "<ul>\n"
      markup += same.map { "<li>\($0)</li>\n" }.joined()
      markup += "</ul>\n</details>\n"
    }
    markup += "</main>\n<footer>\n"
    let totals = HTMLReportEntry.State.allCases.compactMap { state in
      counts[state].map {
        "<li data-state=\"\(state.rawValue)\"><b>\(grouped(UInt64($0)))</b> \(state.words)</li>\n"
      }
    }
    markup += totals.isEmpty ? "<p>No pictures.</p>\n" : "<ul>\n\(totals.joined())</ul>\n"
    markup += "</footer>\n</body>\n</html>\n"
    try write(Array(markup.utf8))
  }

  // MARK: parts

  private mutating func add(
    _ picture: HTMLReportPicture, alt words: String, at place: PixelRect?, _ markup: inout String,
    _ write: Write
  ) throws(OutputFault) {
    // A page with a thousand pictures need not decode them before they are seen.
    var start = "<img loading=\"lazy\" decoding=\"async\" width=\"\(picture.size.width)\""
    start += " height=\"\(picture.size.height)\""
    if let place { start += " data-left=\"\(place.left)\" data-top=\"\(place.top)\"" }
    start += " alt=\"\(words)\" src=\""
    switch picture.source {
    case .link(let path):
      markup += start + RelativeReference(path).text + "\">"
    case .bytes(let bytes):
      var encoder = Base64Encoder()
      markup += start + HTMLReport.scheme(bytes)
      try write(Array(markup.utf8))
      try write(encoder.encode(bytes) + encoder.finish())
      markup = "\">"
    case .file(let path):
      try copy(path, after: start, &markup, write)
    }
  }

  /// Writes a file into the page, in as little memory as a piece of it takes.
  private mutating func copy(
    _ path: RawPath, after start: String, _ markup: inout String, _ write: Write
  ) throws(OutputFault) {
    var encoder = Base64Encoder()
    var offset = 0
    var (lack, failure): (PictureFault?, OutputFault?)
    do throws(PictureFault) {
      let file = try InputFile.open(path)
      while failure == nil {
        let piece = try file.bytes(at: offset, count: HTMLReport.pieceLength)
        guard !piece.isEmpty else {
          if offset == 0 { throw .empty }
          break
        }
        if offset == 0 { markup += start + HTMLReport.scheme(piece) }
        offset += piece.count
        do throws(OutputFault) {
          try write(Array(markup.utf8) + encoder.encode(piece))
        } catch {
          failure = error
        }
        markup = ""
      }
    } catch {
      lack = error
    }
    if let failure { throw failure }
    if offset > 0 {
      try write(encoder.finish())
      markup += "\">"
    }
    if let lack {
      lacks.append(Lack(path: path, fault: lack))
      markup += "<p class=\"lack\">Cannot be shown: \(HTMLText(lack.description).markup)</p>"
    }
  }

  /// What is read of a file at once: a multiple of three, so that base64 has nothing to carry over.
  private static let pieceLength = 3 << 16

  /// How a picture begins that is in the page; files are told apart by content, as everywhere.
  private static func scheme(_ bytes: [UInt8]) -> String {
    bytes.starts(with: [0xFF, 0xD8]) ? "data:image/jpeg;base64," : "data:image/png;base64,"
  }

  private static func markup(regionsOf entry: HTMLReportEntry) -> String {
    guard entry.regionCount > 0 else { return "" }
    let items = entry.regions.map { region in
      let frame = region.frame
      return "<li data-box=\"\(frame.left) \(frame.top) \(frame.width) \(frame.height)\">"
        + "\(frame.size) at \(frame.left),\(frame.top): \(counted(region.pixels, "pixel"))</li>\n"
    }
    let more = entry.regionCount - entry.regions.count
    return """
      <details class="regions"\(entry.regions.count > 12 ? "" : " open")>
      <summary>\(counted(entry.regionCount, "region")) changed</summary>
      <ol>
      \(items.joined())</ol>
      \(more > 0 ? "<p>and \(grouped(UInt64(more))) more</p>\n" : "")</details>

      """
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(UInt64(count))) \(noun)\(count == 1 ? "" : "s")"
  }
}

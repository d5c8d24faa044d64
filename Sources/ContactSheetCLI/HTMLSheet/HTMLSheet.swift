package import ContactSheet
package import ImageCodecs
import PixelGeometry

/// A page of HTML with a sheet on it, in which every tile is a link to its picture.
///
/// The links are elements of their own that lie over the sheet: each has the place and the outline of its
/// tile, in shares of the sheet, and lies as high as its tile does. So they fit in any width of the window,
/// the tile on top wins wherever tiles overlap, pixel by pixel, keys go from picture to picture in their
/// order whatever lies on top, and what has the focus has a ring, for which browsers have no good one around
/// an `<area>`.
///
/// Beside them stands an image map with the same shapes in CSS pixels, from the top tile to the bottom one,
/// as the first area that holds a point wins. It works where styles do not, and can be copied into other
/// pages. On the page itself the links lie over it, and keys and screen readers pass it by
/// (`tabindex="-1" aria-hidden="true"`, which a copy does without), as they would meet every picture twice.
///
/// Nothing runs on the page and nothing is loaded but the sheet's own files: its policy allows these and the
/// one style. The same sheet makes the same bytes.
package struct HTMLSheet {
  private let path: RawPath
  private let noun: String
  /// The pictures of each page.
  private let counts: [Int]
  private let plan: SheetPlan
  private let pages: [ShownPage]
  /// For each page its files: density and reference.
  private let files: [[(Int, String)]]
  /// By the pictures that are on the sheet.
  private let words: [Int: TileWords]
  /// Pictures whose given address is not used, and that address, in their order.
  package let refusedLinks: [(name: String, address: String)]

  /// - Parameters:
  ///   - path: of the page.
  ///   - noun: "strip" or "sheet".
  ///   - counts: the pictures of each page.
  ///   - plan: at density 1.
  ///   - pages: in the order of the plan's.
  ///   - items: for each picture what was said of it; empty where nothing was.
  ///   - unusable: the first pictures of those sources in whose place something else is.
  package init(
    path: RawPath, noun: String, counts: [Int], plan: SheetPlan, pages: [ShownPage],
    pictures: [PictureSource], items: [PictureItem], unusable: Set<Int>
  ) {
    (self.path, self.noun, self.counts) = (path, noun, counts)
    (self.plan, self.pages) = (plan, pages)
    var references = PageReferences(from: path.directory)
    var words: [Int: TileWords] = [:]
    for placement in plan.pages.flatMap(\.placements) {
      let recipe = plan.recipes[placement.recipe]
      let picture = placement.picture
      words[picture] = TileWords(
        pictures[picture], at: picture, items.isEmpty ? nil : items[picture],
        isUsable: recipe.header != nil && !unusable.contains(recipe.index), &references)
    }
    self.words = words
    refusedLinks = words.sorted { $0.key < $1.key }.compactMap { picture, words in
      words.refusedLink.map { (pictures[picture].name(at: picture), $0) }
    }
    files = pages.map { page in
      page.files.map { ($0.density, references.reference(to: $0.path).text) }
    }
  }

  // MARK: the page

  /// - Parameter sink: takes the bytes of the page, in order.
  package func write(to sink: ([UInt8]) throws(OutputFault) -> Void) throws(OutputFault) {
    let style = HTMLSheetStyle.text + zip(plan.pages, 0...).map(rules).joined()
    // A title is drawn on the sheet, so that the heading is for those who do not see it.
    let title = plan.title.map { HTMLText($0) } ?? HTMLText(bytes: stem(path.lastComponent))
    let head = HTMLHead(title: title, style: style, pictures: "file: 'self'")
    try sink(
      Array(
        """
        \(head.markup)<body>
        <main>
        <h1 dir="auto" class="unseen">\(title.markup)</h1>

        """.utf8))
    for index in plan.pages.indices { try write(figure(index), to: sink) }
    try sink(Array("</main>\n</body>\n</html>\n".utf8))
  }

  /// One page of the sheet, written some tiles at a time.
  private func write(
    _ figure: Figure, to sink: ([UInt8]) throws(OutputFault) -> Void
  ) throws(OutputFault) {
    try sink(Array(figure.start.utf8))
    for tiles in inPieces(inOrder(figure.page)) { try sink(Array(tiles.map(link).joined().utf8)) }
    try sink(Array(figure.middle.utf8))
    for tiles in inPieces(figure.page.placements.reversed()) {
      try sink(Array(tiles.map { area($0, figure) }.joined().utf8))
    }
    try sink(Array(figure.end.utf8))
  }

  private struct Figure {
    let page: PagePlan
    let shown: ShownPage
    let start, middle, end: String
  }

  private func figure(_ index: Int) -> Figure {
    let shown = pages[index]
    let words = ShownPage.words(noun, page: index, counts: counts)
    let files = files[index]
    var image = "<img src=\"\(files[0].1)\""
    if files.count > 1 {
      image += " srcset=\"\(files.map { "\($0.1) \($0.0)x" }.joined(separator: ", "))\""
    }
    image += " width=\"\(shown.size.width)\" height=\"\(shown.size.height)\""
    image += " alt=\"\(words)\" usemap=\"#map\(index + 1)\""
    // The first pages are seen at once.
    if index > 1 { image += " loading=\"lazy\"" }
    let caption = counts.count > 1 ? "<figcaption>\(words)</figcaption>\n" : ""
    return Figure(
      page: plan.pages[index], shown: shown,
      start: """
        <figure>
        \(caption)<div class="sheet">
        \(image)>
        <ul>

        """,
      middle: """
        </ul>
        </div>
        <map name="map\(index + 1)">

        """,
      end: """
        </map>
        </figure>

        """)
  }

  // MARK: tiles

  private func link(_ placement: TilePlacement) -> String {
    let words = words[placement.picture]!
    let id = "t\(placement.picture + 1)"
    let title = " title=\"\(words.title.markup)\""
    let text = "<span>\(words.text.markup)</span>"
    return words.link.map { "<li><a id=\"\(id)\" href=\"\($0)\"\(title)>\(text)</a></li>\n" }
      ?? "<li><span id=\"\(id)\"\(title)>\(text)</span></li>\n"
  }

  private func area(_ placement: TilePlacement, _ figure: Figure) -> String {
    let area = MapArea(
      placement.frame, cornerDiameter: plan.look.cornerDiameter(of: placement.frame.size),
      of: figure.page.size, shownAs: figure.shown.size)
    let words = words[placement.picture]!
    // What leads nowhere still hides what lies below it.
    guard let link = words.link else { return "<area \(area.attributes)>\n" }
    return "<area \(area.attributes) href=\"\(link)\" alt=\"\(words.text.markup)\" "
      + "title=\"\(words.title.markup)\" tabindex=\"-1\" aria-hidden=\"true\">\n"
  }

  private func inOrder(_ page: PagePlan) -> [TilePlacement] {
    page.placements.sorted { $0.picture < $1.picture }
  }

  private func inPieces(_ placements: [TilePlacement]) -> [ArraySlice<TilePlacement>] {
    stride(from: 0, to: placements.count, by: 1000).map {
      placements[$0..<min($0 + 1000, placements.count)]
    }
  }

  // MARK: style

  /// Where the links of a page are, from the bottom to the top.
  private func rules(_ page: PagePlan, _ index: Int) -> String {
    page.placements.enumerated().map { height, placement in
      let frame = placement.frame
      var rule =
        "#t\(placement.picture + 1){left:\(HTMLSheet.percent(frame.left, of: page.size.width))"
      rule += ";top:\(HTMLSheet.percent(frame.top, of: page.size.height))"
      rule += ";width:\(HTMLSheet.percent(frame.width, of: page.size.width))"
      rule += ";height:\(HTMLSheet.percent(frame.height, of: page.size.height))"
      let corner = plan.look.cornerDiameter(of: frame.size)
      if corner > 0 {
        let across = HTMLSheet.percent(corner, of: 2 * frame.width)
        let down = HTMLSheet.percent(corner, of: 2 * frame.height)
        rule += ";border-radius:" + (across == down ? across : "\(across)/\(down)")
      }
      if !page.framesAreApart { rule += ";z-index:\(height + 1)" }
      return rule + "}\n"
    }.joined()
  }

  /// A share with five decimals: a hundredth of a pixel on the widest sheet.
  private static func percent(_ part: Int, of whole: Int) -> String {
    let value = (part * 10_000_000 + whole / 2) / whole
    let (integer, rest) = value.quotientAndRemainder(dividingBy: 100_000)
    if rest == 0 { return "\(integer)%" }
    var digits = String(String(100_000 + rest).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(integer).\(digits)%"
  }
}

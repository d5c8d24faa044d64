public import ContactSheetLayout
public import ImageCodecs
import PixelGeometry
public import Raster

/// A sheet of pictures: a list, a grid, columns or rows, on one page or on many.
///
///     let sheet = Sheet(["a.jpg", "b.png", "c.jpg"], layout: .fitted(FittedLayout(width: 900)))
///     try await sheet.write(to: "sheet.png")
///
/// All lengths are whole pixels before `scale`.
public struct Sheet: Hashable, Sendable {
  /// 1…1,000,000 pictures. The same source given many times is decoded once for each size.
  public var pictures: [PictureSource]

  public var layout: Layout

  /// What ends a page; by itself nothing, and the sheet is as high as it needs to be.
  public var paging: Paging

  /// The last page ends below its last picture instead of having the height of the others.
  public var trimsLastPage: Bool

  /// The colour behind everything; with an alpha below 255 the PNG has an alpha channel.
  public var background: Color

  public var shape: TileShape

  /// The width of the border inside each picture's edge, 0…10,000; at most half of its shorter side counts.
  public var border: Int

  /// The border's colour, painted over what lies there. nil takes the value of the background and
  /// *replaces* what lies under the border.
  public var borderColor: Color?

  /// What each picture casts on what lies below it; nil for nothing.
  public var shadow: Shadow?

  /// Which part of a picture survives where its frame has another ratio.
  public var anchor: Anchor

  /// Multiplies every length: 1…8, rounded to thousandths; lengths are rounded half up.
  public var scale: Double

  /// Captions, a title, a header and a footer; by itself none.
  public var words: SheetWords

  /// For each picture what `{title}` stands for in its caption, or nil; empty where none has a title.
  public var titles: [String?] = []

  /// Pixels to the inch that the PNG states at scale 1: 1…10,000. It changes no pixel.
  public var dpi: Int

  public var filter: ResampleFilter

  /// How much work goes into the bytes of the PNG; its pixels are the same.
  public var compression: PNGCompression

  /// How pictures are read, and what happens where one cannot be.
  public var decoding: DecodeOptions

  /// For each picture that was found, not asked for, its header: one whose pixels turn out to be unusable
  /// never stops the sheet. Empty where none was found.
  package var found: [PictureHeader?] = []

  /// For each picture the part of it that survives; nil for ``anchor``. Empty where that holds for all.
  package var anchors: [Anchor?] = []

  /// Multiplies every length of the sheet once it is laid out, 1…8. The layout is that of density 1, so
  /// that sheets of several densities show the same in the same places, which those of several scales
  /// do not: there lengths are rounded anew.
  package var density = 1

  /// Bytes that the pictures in the making may take together, at least 1; one that needs more is made
  /// alone. The result does not depend on it.
  public var memory: Int

  /// Pictures decoded at the same time, 1…256; nil for as many as there are processors. The result does
  /// not depend on it.
  public var jobs: Int?

  /// A layout with its settings; see the types for what they mean.
  public enum Layout: Hashable, Sendable {
    case list(ListLayout)
    case grid(GridLayout)
    case fitted(FittedLayout)
    case justified(JustifiedLayout)

    /// With room for words: below each picture, above all of them and below.
    func withRoom(for type: Typesetting) -> Layout {
      func changed<Arranger: SheetLayout>(_ layout: Arranger) -> Arranger {
        var layout = layout
        layout.captionHeight += type.captionHeight
        layout.margins.top += type.aboveHeight
        layout.margins.bottom += type.belowHeight
        return layout
      }
      return switch self {
      case .list(let layout): .list(changed(layout))
      case .grid(let layout): .grid(changed(layout))
      case .fitted(let layout): .fitted(changed(layout))
      case .justified(let layout): .justified(changed(layout))
      }
    }

    /// The layout itself.
    public var arranger: any SheetLayout {
      switch self {
      case .list(let layout): layout
      case .grid(let layout): layout
      case .fitted(let layout): layout
      case .justified(let layout): layout
      }
    }

    /// What is wrong with a width that follows from that of the cells: it has the limit of any other.
    var widthFault: String? {
      let width = arranger.sheetWidth
      return LayoutLimits.width.contains(width)
        ? nil
        : "the sheet would be \(width) wide, and at most it is \(LayoutLimits.width.upperBound)"
    }

    var hasRows: Bool {
      switch self {
      case .grid, .justified: true
      case .list, .fitted: false
      }
    }

    /// With every length scaled.
    func scaled(_ scaled: (Int) -> Int) -> Layout {
      switch self {
      case .list(let layout):
        return .list(layout.scaled(scaled))
      case .grid(let layout):
        var layout = layout.scaled(scaled)
        if case .size(let size, let sheetWidth) = layout.cell {
          layout.cell = .size(
            PixelSize(width: scaled(size.width), height: scaled(size.height)),
            sheetWidth: sheetWidth.map(scaled))
        }
        return .grid(layout)
      case .fitted(let layout):
        return .fitted(layout.scaled(scaled))
      case .justified(let layout):
        var layout = layout.scaled(scaled)
        layout.rowHeight = scaled(layout.rowHeight)
        return .justified(layout)
      }
    }
  }

  public static let defaultBackground = Color(rgb: 0xFFFFFF)

  public init(
    _ pictures: [PictureSource], layout: Layout, paging: Paging = Paging(),
    trimsLastPage: Bool = false, background: Color = Sheet.defaultBackground,
    shape: TileShape = .square, border: Int = 0, borderColor: Color? = nil, shadow: Shadow? = nil,
    anchor: Anchor = .center, scale: Double = 1, dpi: Int = 72,
    filter: ResampleFilter = .lanczos3, decoding: DecodeOptions = DecodeOptions(),
    memory: Int = Sheet.defaultMemory, jobs: Int? = nil, words: SheetWords = SheetWords(),
    compression: PNGCompression = .balanced
  ) {
    self.pictures = pictures
    self.layout = layout
    self.paging = paging
    self.trimsLastPage = trimsLastPage
    self.background = background
    self.shape = shape
    self.border = border
    self.borderColor = borderColor
    self.shadow = shadow
    self.anchor = anchor
    self.scale = scale
    self.dpi = dpi
    self.filter = filter
    self.compression = compression
    self.decoding = decoding
    self.memory = memory
    self.jobs = jobs
    self.words = words
  }

  // The ranges that the library checks and the command states.
  package static let pictureCountRange = 1...1_000_000
  package static let borderRange = 0...10_000
  package static let dpiRange = 1...10_000

  /// 256 MB.
  public static let defaultMemory = 256_000_000
}

extension Sheet: PlannedSheet {
  package var isOnePage: Bool { paging == Paging() }

  package func check() throws(SheetError) {
    try require(pictures.count, "the number of pictures", in: Sheet.pictureCountRange)
    if !titles.isEmpty, titles.count != pictures.count {
      throw .setting("there are \(titles.count) titles for \(pictures.count) pictures")
    }
    try checkSettings()
  }

  /// Throws the first setting that is out of its range, whatever the pictures are.
  package func checkSettings() throws(SheetError) {
    try require(border, "border", in: Sheet.borderRange)
    if case .rounded(let radius?) = shape {
      try require(radius, "corner radius", in: Sheet.borderRange)
    }
    if let fault = shadow?.fault { throw .setting(fault) }
    if !Strip.scaleRange.contains(scale) {
      throw .setting("scale \(scale) is out of range (1…8)")
    }
    try require(dpi, "dpi", in: Sheet.dpiRange)
    if let fault = layout.arranger.fault(paging: paging) { throw .setting(fault) }
    let bare = scaledLayout
    let factor = scale == scale.rounded() ? "\(Int(scale))" : "\(scale)"
    if let fault = bare.arranger.fault(paging: scaledPaging) ?? bare.widthFault {
      throw .setting(scale == 1 ? fault : "at scale \(factor) \(fault)")
    }
    let worded = bare.withRoom(for: try typesetting)
    if let fault = worded.arranger.fault(paging: scaledPaging) {
      throw .setting("with room for words \(scale == 1 ? "" : "and at scale \(factor) ")\(fault)")
    }
    try decoding.check()
    try require(memory, "memory", in: 1...Int.max)
    if let jobs { try require(jobs, "jobs", in: Strip.jobsRange) }
  }

  package func plan(_ probed: ProbedPictures) throws(SheetError) -> SheetPlan {
    let type = try typesetting
    let layout = scaledLayout.withRoom(for: type)
    let margins = layout.arranger.margins
    let arranged = layout.arranger.pages(
      of: probed.placed.map(probed.uprightSize), paging: scaledPaging)
    let taken = PageFacts.range(of: probed.facts.compactMap { $0.shot?.date })
    var book = RecipeBook(probed, anchor: anchor, anchors: anchors)
    var pages: [PagePlan] = []
    for (index, page) in arranged.enumerated() {
      var size = page.arrangement.size
      if trimsLastPage, index == arranged.count - 1 {
        let lowest = page.arrangement.captions.isEmpty ? \.frames : \Arrangement.captions
        let bottom = page.arrangement[keyPath: lowest].map(\.bottom).max() ?? 0
        size.height = min(size.height, bottom + margins.bottom)
      }
      let placements = zip(page.pictures, page.arrangement.frames).map { position, frame in
        book.place(probed.placed[position], in: frame.multiplied(by: density))
      }
      let content = PixelRect(
        left: margins.left, top: margins.top, width: size.width - margins.left - margins.right,
        height: size.height - margins.top - margins.bottom)
      var plan = PagePlan(
        size: size.multiplied(by: density), content: content.multiplied(by: density),
        placements: placements, framesAreApart: true)
      let facts = PageFacts(
        page: index + 1, pages: arranged.count, count: probed.placed.count, taken: taken)
      plan.texts = texts(type, page, size: size, facts, probed)
      plan.hasOverlays = plan.texts.contains(where: \.isOverlay)
      pages.append(plan)
    }
    var plan = SheetPlan(
      pages: pages, background: background,
      pixelsPerMetre: density * Scale(scale).pixelsPerMetre(dpi: dpi),
      filter: filter, compression: compression, decoding: decoding, look: look(density: density),
      recipes: book.recipes,
      omissions: probed.omissions)
    plan.textStyles = type.isEmpty ? nil : type.styles.multiplied(by: density)
    plan.hasRows = layout.hasRows
    plan.tellsOfEnlarging = true
    try plan.checkSize()
    return plan
  }

  private var scaledLayout: Layout { layout.scaled(Scale(scale).applied) }

  private var typesetting: Typesetting {
    get throws(SheetError) {
      try Typesetting(words, background: background, scaled: Scale(scale).applied)
    }
  }

  package var factsNeeded: PictureFacts.Needs {
    get throws(SheetError) { try typesetting.needs }
  }

  package mutating func take(titles: [String?]) { self.titles = titles }

  /// The words of a page, from the top to the bottom.
  ///
  /// - Parameter size: of the page, at density 1.
  private func texts(
    _ type: Typesetting, _ page: PageArrangement, size: PixelSize, _ facts: PageFacts,
    _ probed: ProbedPictures
  ) -> [TextBlock] {
    let (frames, rooms) = (page.arrangement.frames, page.arrangement.captions)
    var texts = type.pageBlocks(facts, size: size, margins: scaledLayout.arranger.margins)
    if type.caption != nil {
      let look = look(density: 1)
      texts += page.pictures.enumerated().compactMap { place, position in
        type.captionBlock(
          captionFacts(probed, position), frame: frames[place],
          room: rooms.isEmpty ? nil : rooms[place], look: look, placement: place)
      }
    }
    return texts.map { $0.multiplied(by: density) }.sorted {
      ($0.frame.top, $0.frame.left) < ($1.frame.top, $1.frame.left)
    }
  }

  /// - Parameter position: among the pictures that have a place.
  private func captionFacts(_ probed: ProbedPictures, _ position: Int) -> CaptionFacts {
    let picture = probed.placed[position]
    let source = probed.sources[picture]
    let facts = probed.facts.isEmpty ? nil : probed.facts[source]
    return CaptionFacts(
      name: pictures[picture].fileName, index: position + 1, count: probed.placed.count,
      title: titles.isEmpty ? nil : titles[picture],
      size: probed.headers[source]?.uprightSize, byteCount: facts?.byteCount, shot: facts?.shot)
  }

  private var scaledPaging: Paging {
    Paging(
      height: paging.height.map(Scale(scale).applied), picturesPerPage: paging.picturesPerPage,
      rowsPerPage: paging.rowsPerPage)
  }

  /// - Parameter density: 1 for the pixels that are laid out.
  private func look(density: Int) -> TileLook {
    let scaled = { (length: Int) in density * Scale(scale).applied(to: length) }
    return TileLook(
      outline: shape.outline(scaled), border: scaled(border),
      ring: borderColor.map { .paint($0) } ?? .replace(background), shadow: shadow?.scaled(scaled))
  }
}

extension SheetLayout {
  /// With the lengths scaled that every layout has.
  fileprivate func scaled(_ scaled: (Int) -> Int) -> Self {
    var layout = self
    layout.width = scaled(width)
    layout.spacing = scaled(spacing)
    layout.margins = margins.scaled(scaled)
    layout.captionHeight = scaled(captionHeight)
    return layout
  }
}

extension TileShape {
  /// In pixels of the sheet.
  func outline(_ scaled: (Int) -> Int) -> TileLook.Outline {
    switch self {
    case .circle: .circle
    case .square: .rectangle
    case .rounded(let radius?): .rounded(radius: scaled(radius))
    case .rounded(nil): .quarter
    }
  }
}

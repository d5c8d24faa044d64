package import ContactSheet
import ContactSheetLayout
import ImageCodecs
import PixelGeometry
import Raster

/// `contactsheet list`, `grid`, `fitted` and `justified`.
package struct SheetCommand {
  /// Its pictures are the ones named one by one; `run` reads directories and lists.
  package let sheet: Sheet
  package let output: SheetOutput
  private let command: Command
  private let request: PictureRequest
  /// Columns follow from the number of pictures: as many as so many rows need.
  private let rowsForColumns: Int?
  private let asksToEnlarge: Bool

  package init(
    _ command: Command, _ arguments: ParsedArguments, _ console: Console
  ) throws(UsageError) {
    self.command = command
    request = try PictureRequest(arguments, limit: Sheet.pictureCountRange.upperBound)
    let page = try PageRequest(arguments)
    let dpi = page.dpi ?? PageRequest.defaultDPI
    let geometry = try MontageGeometry(arguments)
    let tile = try MontageTile(arguments)

    let layout = try SheetCommand.layout(command, arguments, page, geometry, tile)
    rowsForColumns = tile.columns == nil ? tile.rows : nil
    var sheet = Sheet(request.named, layout: layout)
    sheet.paging = page.paging
    if let rows = tile.rows, tile.columns != nil { sheet.paging.rowsPerPage = rows }
    sheet.trimsLastPage = page.trimsLastPage
    sheet.dpi = page.dpi ?? (page.needsDensity(arguments) ? PageRequest.defaultDPI : 72)
    sheet.background = try arguments.color("background") ?? sheet.background
    sheet.border = try arguments.length("border", in: Sheet.borderRange, dpi: dpi) ?? sheet.border
    sheet.borderColor = try arguments.color("border-color")
    sheet.shape = try SheetCommand.shape(arguments, dpi: dpi)
    sheet.shadow = try arguments.shadow("shadow")
    sheet.anchor = try arguments.anchor("anchor") ?? sheet.anchor
    sheet.scale = try arguments.scales()?.scale ?? sheet.scale
    sheet.filter = try arguments.choice("filter", ResampleFilter.self) ?? sheet.filter
    sheet.compression =
      try arguments.choice("compression", PNGCompression.self) ?? sheet.compression
    sheet.decoding = try arguments.decoding()
    sheet.words = try SheetWords(arguments, page, dpi: dpi)
    sheet.memory = try arguments.memory() ?? sheet.memory
    sheet.jobs = try arguments.integer("jobs", in: Strip.jobsRange)
    do throws(SheetError) {
      var sheet = sheet
      if rowsForColumns != nil { sheet.layout = sheet.layout.withColumns(1) }
      try sheet.checkSettings()
    } catch {
      let fault = error.description
      throw UsageError("\(fault.prefix(1).uppercased())\(fault.dropFirst()).")
    }
    self.sheet = sheet
    asksToEnlarge = arguments.has("enlarge")
    output = try SheetOutput(arguments, console, fallback: RawPath("\(command.rawValue).png"))
  }

  func run(_ console: Console) -> ExitCode { sheetRun.run(console) }

  var sheetRun: SheetRun {
    SheetRun(
      request: request, output: output, noun: "sheet",
      limit: Sheet.pictureCountRange.upperBound,
      remedies:
        "make it smaller with --width or --columns, or several pages of it with --per-page, "
        + "--rows or --page-size",
      asksToEnlarge: asksToEnlarge, decoding: sheet.decoding, jobs: sheet.jobs
    ) { [sheet, rowsForColumns] (pictures, _) throws(SheetError) in
      var sheet = sheet
      sheet.pictures = pictures
      if let rows = rowsForColumns {
        sheet.layout = sheet.layout.withColumns((pictures.count + rows - 1) / rows)
      }
      return sheet
    }
  }

  // MARK: the layout

  private static func layout(
    _ command: Command, _ arguments: ParsedArguments, _ page: PageRequest,
    _ geometry: MontageGeometry, _ tile: MontageTile
  ) throws(UsageError) -> Sheet.Layout {
    let dpi = page.dpi ?? PageRequest.defaultDPI
    let columns = try arguments.integer("columns", in: LayoutLimits.columns)
    switch command {
    case .grid:
      var layout = GridLayout()
      layout.columns = columns ?? tile.columns ?? layout.columns
      if let gap = geometry.gap { (layout.spacing, layout.margins) = (2 * gap, Margins(all: gap)) }
      layout.fit =
        try arguments.choice("fit", GridLayout.Fit.self)
        ?? (geometry.cell == nil ? .fill : .fit)
      layout.enlarges = layout.fit != .fit
      layout.cell = try cell(arguments, geometry, dpi: dpi) ?? layout.cell
      if layout.fit == .natural, layout.cell != .square {
        throw UsageError("'--fit natural' has no cells: it does not go with one of a given shape.")
      }
      if case .size(let size, _) = layout.cell {
        if arguments.has("width") {
          throw UsageError(
            "The width follows from the columns and their cells; leave out '--width'.")
        }
        layout.cell = .size(size, sheetWidth: page.size?.width)
      }
      return .grid(try configured(layout, arguments, page, dpi: dpi))
    case .fitted:
      var layout = FittedLayout()
      layout.columns = columns ?? layout.columns
      layout.distribution =
        try arguments.choice("distribute", FittedLayout.Distribution.self) ?? layout.distribution
      return .fitted(try configured(layout, arguments, page, dpi: dpi))
    case .justified:
      var layout = JustifiedLayout()
      layout.rowHeight =
        try arguments.length("row-height", in: LayoutLimits.rowHeight, dpi: dpi) ?? layout.rowHeight
      layout.rowTolerance =
        try arguments.integer("row-tolerance", in: LayoutLimits.rowTolerance, unit: " percent")
        ?? layout.rowTolerance
      layout.lastRow =
        try arguments.choice("last-row", JustifiedLayout.LastRow.self) ?? layout.lastRow
      return .justified(try configured(layout, arguments, page, dpi: dpi))
    default:
      return .list(try configured(ListLayout(), arguments, page, dpi: dpi))
    }
  }

  /// With what a command line says about any layout.
  private static func configured<Layout: SheetLayout>(
    _ layout: Layout, _ arguments: ParsedArguments, _ page: PageRequest, dpi: Int
  ) throws(UsageError) -> Layout {
    var layout = layout
    let width = try arguments.length("width", in: LayoutLimits.width, dpi: dpi)
    if let size = page.size {
      if width != nil {
        throw UsageError("'--width' does not go with '--page-size', which has a width.")
      }
      layout.width = size.width
      layout.margins = Margins(
        all: try ParsedArguments.length("10mm", "margin", in: LayoutLimits.margin, dpi: dpi))
    }
    layout.width = width ?? layout.width
    layout.spacing =
      try arguments.length("spacing", in: LayoutLimits.spacing, dpi: dpi) ?? layout.spacing
    layout.margins =
      try arguments.margins("margin", in: LayoutLimits.margin, dpi: dpi) ?? layout.margins
    layout.enlarges = try enlarges(arguments) ?? layout.enlarges
    return layout
  }

  private static func cell(
    _ arguments: ParsedArguments, _ geometry: MontageGeometry, dpi: Int
  ) throws(UsageError) -> GridLayout.Cell? {
    let size = try arguments.size("cell", in: LayoutLimits.width, dpi: dpi)
    let given = [size != nil, geometry.cell != nil, arguments.has("cell-aspect")]
    if given.filter({ $0 }).count > 1 {
      throw UsageError("'--cell', '--cell-aspect' and '--geometry' say the same; give one of them.")
    }
    if let size = size ?? geometry.cell { return .size(size) }
    guard let text = arguments.text("cell-aspect") else { return nil }
    let parts = text.replacing("/", with: ":").split(
      separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 2, numbers.count == 2, numbers.allSatisfy(LayoutLimits.aspect.contains)
    else {
      throw UsageError(
        "'\(text)' is not a ratio (--cell-aspect): W:H, 1…10000 each, as in 3:2.")
    }
    return .aspect(width: numbers[0], height: numbers[1])
  }

  private static func enlarges(_ arguments: ParsedArguments) throws(UsageError) -> Bool? {
    switch (arguments.has("enlarge"), arguments.has("no-enlarge")) {
    case (true, true): throw UsageError("'--enlarge' does not go with '--no-enlarge'.")
    case (true, false): true
    case (false, true): false
    case (false, false): nil
    }
  }

  private static func shape(
    _ arguments: ParsedArguments, dpi: Int
  ) throws(UsageError) -> TileShape {
    let radius = try arguments.length("corner-radius", in: Sheet.borderRange, dpi: dpi)
    return try TileShape(arguments, radius: radius) ?? .square
  }
}

extension Sheet.Layout {
  /// A grid of so many columns.
  fileprivate func withColumns(_ count: Int) -> Sheet.Layout {
    guard case .grid(var grid) = self else { return self }
    grid.columns = max(1, count)
    return .grid(grid)
  }
}

extension TileShape {
  /// The outline that a command line names; nil where it names none.
  init?(_ arguments: ParsedArguments, radius: Int?) throws(UsageError) {
    let name = arguments.text("shape") ?? (radius == nil ? nil : "rounded")
    switch name {
    case nil: return nil
    case "circle", "square":
      if radius != nil {
        throw UsageError("'--corner-radius' goes with '--shape rounded' only.")
      }
      self = name == "circle" ? .circle : .square
    case "rounded": self = .rounded(radius: radius)
    case let name?: throw ParsedArguments.noChoice(name, "shape", Option.shapes)
    }
  }
}

extension ParsedArguments {
  /// In bytes.
  func memory() throws(UsageError) -> Int? {
    try integer("memory", in: 1...1_000_000, unit: " MB").map { 1_000_000 * $0 }
  }

  /// X,Y,BLUR or X,Y,BLUR,COLOR; nil for none.
  func shadow(_ name: String) throws(UsageError) -> Shadow? {
    guard let text = text(name), text != "none" else { return nil }
    let parts = text.split(
      separator: ",", maxSplits: 3, omittingEmptySubsequences: false
    ).map(String.init)
    let numbers = parts.prefix(3).compactMap { ParsedArguments.integer($0)?.value }
    guard parts.count >= 3, numbers.count == 3 else {
      throw UsageError(
        "'\(text)' is not a shadow (--\(name)): X,Y,BLUR in pixels, as in 0,2,6, and perhaps a colour "
          + "after them; or none.")
    }
    var shadow = Shadow(right: numbers[0], down: numbers[1], blur: numbers[2])
    guard Shadow.offsetRange.contains(shadow.right), Shadow.offsetRange.contains(shadow.down),
      Shadow.blurRange.contains(shadow.blur)
    else {
      throw UsageError(
        "'--\(name) \(text)' is out of range: X and Y are -1000…1000, BLUR is 0…1000.")
    }
    if parts.count == 4 {
      guard let color = Color(css: parts[3]) else {
        throw UsageError(
          "'\(parts[3])' is not a colour (--\(name)): #RGB, #RGBA, #RRGGBB, #RRGGBBAA, or a CSS name."
        )
      }
      shadow.color = color
    }
    return shadow
  }
}

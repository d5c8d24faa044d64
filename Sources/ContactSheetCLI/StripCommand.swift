package import ContactSheet
import ContactSheetLayout
import ImageCodecs
import PixelGeometry
import Raster

/// `contactsheet strip`.
package struct StripCommand {
  /// Its pictures are the ones named one by one; `run` reads directories and lists.
  package let strip: Strip
  package let output: SheetOutput
  private let request: PictureRequest
  /// A last circle says how many pictures are left out.
  private let tellsOfMore: Bool
  private let font: String?
  private let textColor: Color?

  package init(_ arguments: ParsedArguments, _ console: Console) throws(UsageError) {
    request = try PictureRequest(arguments, limit: Strip.pictureCountRange.upperBound)
    var strip = Strip(request.named)
    let lengths = Strip.lengthRange
    strip.size = try arguments.integer("size", in: Strip.sizeRange, unit: " pixels") ?? strip.size
    let spacings = Strip.spacingRange(size: strip.size)
    let borders = Strip.borderRange(size: strip.size)
    let unit = " pixels for size \(strip.size)"
    // The defaults make room where the size is small.
    strip.spacing =
      try arguments.integer("spacing", in: spacings, unit: unit)
      ?? max(strip.spacing, spacings.lowerBound)
    strip.border =
      try arguments.integer("border", in: borders, unit: unit)
      ?? min(strip.border, borders.upperBound)
    let radius = try arguments.integer(
      "corner-radius", in: Strip.borderRange(size: strip.size), unit: unit)
    strip.shape = try TileShape(arguments, radius: radius) ?? strip.shape
    strip.shadow = try arguments.shadow("shadow")
    strip.memory = try arguments.memory() ?? strip.memory
    strip.background = try arguments.color("background") ?? strip.background
    strip.borderColor = try arguments.color("border-color")
    strip.anchor = try arguments.anchor("anchor") ?? strip.anchor
    strip.axis = try arguments.choice("axis", StripLayout.Axis.self) ?? strip.axis
    strip.front = try arguments.choice("front", Strip.Front.self) ?? strip.front
    strip.filter = try arguments.choice("filter", ResampleFilter.self) ?? strip.filter
    strip.compression =
      try arguments.choice("compression", PNGCompression.self) ?? strip.compression
    strip.columns = try arguments.integer("columns", in: Strip.columnsRange)
    if strip.columns != nil, strip.axis == .vertical {
      throw UsageError("'--columns' does not go with '--axis vertical'.")
    }
    strip.rowSpacing =
      try arguments.integer("row-spacing", in: lengths, unit: " pixels") ?? strip.rowSpacing
    strip.margins = try arguments.margins("margin", in: lengths) ?? strip.margins
    strip.scale = try arguments.scales()?.scale ?? strip.scale
    strip.decoding = try arguments.decoding()
    strip.jobs = try arguments.integer("jobs", in: Strip.jobsRange)
    self.strip = strip
    tellsOfMore = arguments.has("more")
    font = arguments.text("font")
    textColor = try arguments.color("text-color")
    if tellsOfMore, arguments.text("limit") == nil {
      throw UsageError("'--more' goes with '--limit', which says how many pictures are shown.")
    }
    for name in ["font", "text-color"] where arguments.has(name) && !tellsOfMore {
      throw UsageError("'--\(name)' of a strip goes with '--more'.")
    }
    output = try SheetOutput(arguments, console, fallback: "strip.png")
  }

  func run(_ console: Console) -> ExitCode { sheetRun.run(console) }

  var sheetRun: SheetRun {
    SheetRun(
      request: request, output: output, noun: "strip", limit: Strip.pictureCountRange.upperBound,
      remedies: "make it smaller with --size or --scale, or give fewer pictures",
      decoding: strip.decoding, jobs: strip.jobs
    ) { [strip, tellsOfMore, font, textColor, output] (pictures, leftOut) throws(SheetError) in
      var strip = strip
      strip.pictures = pictures
      if tellsOfMore, leftOut > 0 {
        try strip.append(
          more: leftOut, font: font, color: textColor, density: output.densities.max() ?? 1)
      }
      return strip
    }
  }
}

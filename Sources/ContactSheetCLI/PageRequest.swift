import ContactSheetLayout
import PixelGeometry

/// What a command line says about pages.
struct PageRequest {
  /// nil for pages as high as they need to be.
  let size: PixelSize?
  /// As given.
  let dpi: Int?
  let trimsLastPage: Bool
  private let perPage: Int?
  private let rows: Int?

  static let defaultDPI = 300

  /// ISO 216 and the sizes of North America, upright.
  private static let named: [String: (width: String, height: String)] = [
    "a3": ("297mm", "420mm"), "a4": ("210mm", "297mm"), "a5": ("148mm", "210mm"),
    "a6": ("105mm", "148mm"), "letter": ("8.5in", "11in"), "legal": ("8.5in", "14in"),
    "tabloid": ("11in", "17in"),
  ]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    dpi = try arguments.integer("dpi", in: 1...10_000)
    let density = dpi ?? PageRequest.defaultDPI
    trimsLastPage = arguments.has("trim-last-page")
    perPage = try arguments.integer("per-page", in: 1...1_000_000)
    rows = try arguments.integer("rows", in: 1...1_000_000)
    size = try PageRequest.size(arguments, dpi: density)
    if size == nil, arguments.has("landscape") {
      throw UsageError("'--landscape' goes with '--page-size'.")
    }
    if size == nil, trimsLastPage {
      throw UsageError("'--trim-last-page' goes with '--page-size'.")
    }
  }

  private static func size(
    _ arguments: ParsedArguments, dpi: Int
  ) throws(UsageError) -> PixelSize? {
    guard let text = arguments.text("page-size") else { return nil }
    let sides: (String, String)
    if let known = named[text.lowercased()] {
      sides = known
    } else if let given = ParsedArguments.sides(text) {
      sides = given
    } else {
      let names = ["A3", "A4", "A5", "A6", "letter", "legal", "tabloid"]
      let near = nearestName(to: text.lowercased(), among: names.map { $0.lowercased() })
      throw UsageError(
        "'\(text)' is not a page size (--page-size): \(names.joined(separator: ", ")), or WIDTHxHEIGHT "
          + "as in 200x150mm."
          + (near.map { near in
            " Did you mean '\(names.first { $0.lowercased() == near }!)'?"
          } ?? ""))
    }
    let size = PixelSize(
      width: try ParsedArguments.length(
        sides.0, "page-size", in: LayoutLimits.width, dpi: dpi),
      height: try ParsedArguments.length(
        sides.1, "page-size", in: LayoutLimits.width, dpi: dpi))
    // On its side is as wide as it was high, however it was given.
    return arguments.has("landscape") && size.height > size.width ? size.transposed : size
  }

  var paging: Paging {
    Paging(height: size?.height, picturesPerPage: perPage, rowsPerPage: rows)
  }

  /// A length of the command line is in millimetres or inches.
  func needsDensity(_ arguments: ParsedArguments) -> Bool {
    size != nil
      || [
        "width", "spacing", "margin", "border", "cell", "row-height", "corner-radius",
        "font-size",
      ].contains {
        arguments.text($0).map(ParsedArguments.isPhysical) ?? false
      }
  }
}

import ContactSheetLayout

/// `--tile` as ImageMagick's montage has it: `4x3`, `4x` or `4` for columns only, `x3` for rows only.
struct MontageTile {
  var columns: Int?
  var rows: Int?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let text = arguments.text("tile") else { return }
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    let numbers = parts.map { $0.isEmpty ? nil : Int($0) }
    let isWhole = zip(parts, numbers).allSatisfy { part, number in
      part.isEmpty || number.map((1...10_000).contains) == true
    }
    guard (1...2).contains(parts.count), isWhole, numbers.contains(where: { $0 != nil }) else {
      throw UsageError(
        "'\(text)' is not a tile (--tile): columns and rows of 1…10000, as in 4x3, 4x or x3.")
    }
    columns = numbers[0]
    rows = numbers.count == 2 ? numbers[1] : nil
    for (given, option) in [(columns, "columns"), (rows, "rows")] {
      if given != nil, arguments.has(option) {
        throw UsageError("'--tile \(text)' and '--\(option)' say the same; give one of them.")
      }
    }
    if columns == nil, arguments.has("columns") {
      columns = try arguments.integer("columns", in: LayoutLimits.columns)
    }
  }
}

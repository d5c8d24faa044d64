import ContactSheet
package import ImageCodecs
package import PlainJSON

/// A sheet of a batch, checked, but not made.
package struct SheetJob {
  package let command: Command
  package let arguments: ParsedArguments
  var sheetRun: SheetRun
  /// Where it stands in the manifest; nil where there is none.
  package let place: JSONPlace?
  /// Its directory may hold no pictures; then there is nothing to make.
  var mayBeEmpty = false

  /// - Parameter console: whether standard output is a terminal is no matter, as nothing goes there.
  init(
    _ command: Command, _ arguments: ParsedArguments, at place: JSONPlace?, _ console: Console
  ) throws(UsageError) {
    self.command = command
    self.arguments = arguments
    self.place = place
    sheetRun =
      command == .strip
      ? try StripCommand(arguments, console).sheetRun
      : try SheetCommand(command, arguments, console).sheetRun
  }

  /// The file, or the pattern of its pages' names.
  package var output: RawPath {
    guard case .file(let path, _) = sheetRun.output.destination else {
      preconditionFailure("a sheet of a batch is a file")
    }
    return path
  }

  /// What its pages may be called, in each of its densities.
  var pagePatterns: [PagePattern] {
    sheetRun.output.densities.map { PagePattern(output, density: $0) }
  }

  /// The names of its one page in higher densities.
  var denser: [RawPath] {
    sheetRun.output.densities.dropFirst().map {
      PageNames(output, density: $0).name(page: 0, of: 1)
    }
  }

  /// What it writes, by the names of the options.
  var files: [(option: String, path: RawPath)] {
    let output = sheetRun.output
    let others = [
      ("placements", output.placements), ("html", output.html), ("json-report", output.report),
    ]
    return [("output", self.output)]
      + others.compactMap { option, path in path.map { (option, $0) } }
  }

  /// What is written besides the sheet.
  var others: [RawPath] {
    files.dropFirst().map(\.path)
  }

  /// Everything that decides about the sheet's bytes, in one order: the layout and its options, but not those
  /// that say how it is made.
  var recipe: String {
    let values = arguments.values.filter { !SheetJob.withoutEffect.contains($0.key) }
    let options = values.sorted { $0.key < $1.key }.map {
      ($0.key, JSON.text(printable($0.value)))
    }
    let items = sheetRun.request.inputs.map { item in
      JSON.object(
        item.place.members + [("count", .number(item.count))]
          + (item.anchor.map { [("anchor", JSON.text("\($0)"))] } ?? []) + item.members)
    }
    let feeds = sheetRun.request.feeds.map { JSON.object($0.members) }
    return JSON.object(
      [
        ("layout", .text(command.rawValue)), ("options", .object(options)),
        ("inputs", .array(items)),
      ] + (feeds.isEmpty ? [] : [("feeds", .array(feeds))])
    ).text
  }

  private static let withoutEffect: Set = [
    "feed", "jobs", "json-report", "markdown", "memory", "output", "progress", "quiet",
  ]
}

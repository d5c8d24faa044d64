package import ContactSheet
package import ImageCodecs

/// What a command line says about what is written, apart from the sheet's looks.
package struct SheetOutput {
  package var destination: SheetDestination
  /// Where the JSON report goes.
  package let report: RawPath?
  /// Where the plan goes once it was carried out.
  package let placements: RawPath?
  /// Where the page of HTML goes.
  package let html: RawPath?
  /// The pixels to one of the layout of each file that is made, from 1.
  package let densities: [Int]
  /// What shows the sheet in a README is printed once it is made.
  package let printsMarkdown: Bool
  /// The plan is printed, and nothing is made.
  package var isPlanOnly: Bool
  package var isQuiet: Bool
  package let progress: ProgressWhen

  package enum ProgressWhen: String, CaseIterable, Sendable {
    case auto, always, never, json
  }

  /// - Parameter fallback: the output where none is named.
  init(
    _ arguments: ParsedArguments, _ console: Console, fallback: RawPath
  ) throws(UsageError) {
    isPlanOnly = arguments.has("plan")
    isQuiet = arguments.has("quiet")
    report = try arguments.path("json-report")
    placements = try arguments.path("placements")
    html = try arguments.path("html")
    densities = try arguments.scales()?.densities ?? [1]
    printsMarkdown = arguments.has("markdown")
    progress = try arguments.choice("progress", ProgressWhen.self) ?? .auto
    if isPlanOnly, let option = ["placements", "html", "markdown"].first(where: arguments.has) {
      throw UsageError("'--\(option)' does not go with '--plan', which makes nothing.")
    }
    destination = try SheetOutput.destination(
      arguments, console, fallback: fallback, isPlanOnly: isPlanOnly)
    var files = [("placements", placements), ("json-report", report), ("html", html)]
    switch destination {
    case .file(let path, _):
      files.append(("output", path))
      files += densities.dropFirst().map {
        ("output", PageNames(path, density: $0).name(page: 0, of: 1))
      }
    case .standardOutput:
      if let option = ["html", "markdown"].first(where: arguments.has) {
        throw UsageError(
          "'--\(option)' shows the sheet by the name of its file: it does not go with '--output -'."
        )
      }
    }
    try SheetOutput.refuseSameFile(files)
  }

  /// Refuses two outputs of one name.
  static func refuseSameFile(_ files: [(option: String, path: RawPath?)]) throws(UsageError) {
    for (index, (option, path)) in files.enumerated() where path != nil {
      if path == "-", option != "output" {
        throw UsageError("'--\(option)' is a file; one that is called '-' is './-'.")
      }
      let same = path?.normalized
      if let (other, _) = files[(index + 1)...].first(where: { $0.path?.normalized == same }) {
        throw UsageError("'--\(option)' and '--\(other)' name the same file, '\(path!)'.")
      }
    }
  }

  /// The output as messages name it.
  var name: String {
    switch destination {
    case .file(let path, _): path.description
    case .standardOutput: "standard output"
    }
  }

  private static func destination(
    _ arguments: ParsedArguments, _ console: Console, fallback: RawPath, isPlanOnly: Bool
  ) throws(UsageError) -> SheetDestination {
    guard let path = try arguments.path("output") else {
      return .file(fallback, mustBeOurs: true)
    }
    if path == "-" {
      if console.outputIsTerminal, !isPlanOnly {
        throw UsageError("A PNG is not written to a terminal; send standard output elsewhere.")
      }
      return .standardOutput
    }
    let name = printable(path.lastComponent).lowercased()
    let extensions = [
      "avif", "bmp", "gif", "heic", "heif", "jpe", "jpeg", "jpg", "jxl", "pdf", "svg", "tif",
      "tiff", "webp",
    ]
    if let other = extensions.first(where: { name.hasSuffix("." + $0) }) {
      throw UsageError(
        "'\(path)' asks for .\(other), and contactsheet writes PNG: name the output .png.")
    }
    return .file(path)
  }
}

import ContactSheet
package import ImageCodecs
package import PixelDiff
import PixelGeometry
import Raster

/// `contactsheet diff`: what its command line says.
package struct DiffCommand {
  package let expected: RawPath
  package let actual: RawPath
  package let options: DiffOptions
  package let limits: DiffLimits
  package let picture: DiffPicture
  /// Where the picture goes; of directories the directory where pictures go.
  package let output: RawPath?
  /// A picture whose light pixels do not count.
  package let ignoreMask: RawPath?
  /// What --placements wrote of the two sheets.
  let placements: (expected: RawPath, actual: RawPath)?
  let update: GoldenUpdate?
  let drawsBoxes: Bool
  let isJSON: Bool
  let report: RawPath?
  let junit: RawPath?
  let html: RawPath?
  /// The page shows pictures from where they are.
  let linksPictures: Bool
  /// Markdown and annotations for GitHub's pages.
  let summarizes: Bool
  let isQuiet: Bool
  let progress: SheetOutput.ProgressWhen
  let decoding: DecodeOptions
  let jobs: Int
  /// In bytes.
  let memory: Int

  package init(_ arguments: ParsedArguments) throws(UsageError) {
    if let word = arguments.words.first(where: RemoteAddress.isAddress) {
      throw UsageError(
        "'\(RemoteAddress.shown(word))' is an address, and diff compares files: fetch it first.")
    }
    let paths = arguments.words.compactMap(RawPath.init(bytes:))
    if paths.count < arguments.words.count { throw UsageError("A picture's name is empty.") }
    guard paths.count == 2 else {
      let what = "Two pictures, or two directories, are compared"
      throw UsageError(
        arguments.words.count < 2
          ? "\(what): EXPECTED and ACTUAL."
          : "\(what), not \(arguments.words.count): EXPECTED and ACTUAL.")
    }
    (expected, actual) = (paths[0], paths[1])
    var options = DiffOptions()
    options.metric = try DiffCommand.metric(arguments)
    options.sizeMismatch =
      try arguments.choice("size-mismatch", SizeMismatch.self)?.value ?? options.sizeMismatch
    options.crop = try arguments.rectangles("crop").last
    options.ignored = try arguments.rectangles("ignore")
    var limits = DiffLimits()
    limits.maxPixels = try arguments.integer("max-pixels", in: 0...Int.max)
    limits.maxPercent = try DiffCommand.percent(arguments)
    limits.window = try DiffCommand.window(arguments)
    options.windowSide = limits.window?.side
    self.options = options
    self.limits = limits
    ignoreMask = try arguments.path("ignore-mask")
    placements = try DiffCommand.placements(arguments)
    output = try arguments.path("output")
    picture = try DiffCommand.picture(arguments)
    drawsBoxes = !arguments.has("no-boxes")
    update = try arguments.choice("update", GoldenUpdate.self)
    isJSON = arguments.has("json")
    report = try arguments.path("json-report")
    junit = try arguments.path("junit")
    html = try arguments.path("html")
    linksPictures = arguments.has("link-pictures")
    summarizes = try arguments.choice("summary", Summary.self) != nil
    isQuiet = arguments.has("quiet")
    progress = try arguments.choice("progress", SheetOutput.ProgressWhen.self) ?? .auto
    decoding = try arguments.decoding()
    jobs = max(1, FileLimit.jobs(try arguments.integer("jobs", in: Strip.jobsRange)))
    memory = (try arguments.integer("memory", in: 1...1_000_000) ?? 256) << 20
    if output == "-" {
      throw UsageError("The picture of a diff is not written to standard output; name a file.")
    }
    if summarizes, isJSON {
      throw UsageError(
        "'--summary' does not go with '--json': both go to standard output; --json-report FILE does."
      )
    }
    try SheetOutput.refuseSameFile([
      ("output", output), ("json-report", report), ("junit", junit), ("html", html),
    ])
    if linksPictures, html == nil {
      throw UsageError("'--link-pictures' goes with '--html' only.")
    }
    if linksPictures, update != nil {
      throw UsageError(
        "'--link-pictures' does not go with '--update': the page would show what was approved as what "
          + "was expected.")
    }
  }

  func run(_ console: Console) -> ExitCode { DiffRun(self, console).run() }

  // MARK: options

  /// By the names of the options.
  static let choices: [String: [String]] = [
    "alpha": Alpha.allCases.map(\.rawValue),
    "metric": Metric.allCases.map(\.rawValue),
    "size-mismatch": SizeMismatch.allCases.map(\.rawValue),
    "style": Style.allCases.map(\.rawValue),
    "summary": Summary.allCases.map(\.rawValue),
    "update": GoldenUpdate.allCases.map(\.rawValue),
  ]

  private enum Summary: String, CaseIterable { case github }

  private enum Style: String, CaseIterable {
    case overlay, mask
    case sideBySide = "side-by-side"
    case heat
  }

  private enum Metric: String, CaseIterable {
    case exact, perceptual
  }

  private enum Alpha: String, CaseIterable {
    case visible, strict
  }

  private enum SizeMismatch: String, CaseIterable {
    case fail, overlap, pad

    var value: DiffOptions.SizeMismatch {
      switch self {
      case .fail: .fail
      case .overlap: .overlap
      case .pad: .pad
      }
    }
  }

  private static func metric(_ arguments: ParsedArguments) throws(UsageError) -> DiffOptions.Metric
  {
    let named = try arguments.choice("metric", Metric.self)
    let tolerance = try arguments.integer("tolerance", in: 0...255)
    let threshold = try arguments.decimal("threshold", in: 0...1)
    let alpha = try arguments.choice("alpha", Alpha.self)
    let perceptual = ["threshold", "include-aa"].first { arguments.has($0) }
    let exact = ["tolerance", "alpha"].first { arguments.has($0) }
    if let exact, let perceptual {
      throw UsageError("'--\(exact)' goes with the exact metric, '--\(perceptual)' does not.")
    }
    if named == .exact, let perceptual {
      throw UsageError("'--\(perceptual)' does not go with '--metric exact'.")
    }
    if named == .perceptual, let exact {
      throw UsageError("'--\(exact)' does not go with '--metric perceptual'.")
    }
    return named == .perceptual || perceptual != nil
      ? .perceptual(
        threshold: threshold ?? 0.1, includesAntiAliased: arguments.has("include-aa"))
      : .exact(tolerance: tolerance ?? 0, alpha: alpha == .strict ? .strict : .ignored)
  }

  private static func placements(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> (expected: RawPath, actual: RawPath)? {
    switch try (arguments.path("expected-placements"), arguments.path("actual-placements")) {
    case (nil, nil): return nil
    case (let expected?, let actual?): return (expected, actual)
    default:
      throw UsageError("'--expected-placements' and '--actual-placements' go together.")
    }
  }

  private static func percent(_ arguments: ParsedArguments) throws(UsageError) -> PercentLimit? {
    guard let text = arguments.text("max-percent") else { return nil }
    guard let limit = PercentLimit(text) else {
      throw UsageError("'\(text)' is not a percentage (--max-percent): 0…100, as in 0.05 or 5%.")
    }
    return limit
  }

  private static func window(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> DiffLimits.Window? {
    guard let text = arguments.text("window") else { return nil }
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let pixels = numbers[0], let side = numbers[1],
      (1...10_000).contains(side), (1...(side * side)).contains(pixels)
    else {
      throw UsageError(
        "'\(text)' is not a window (--window): N:SIDE, N mismatches in a square of SIDE, 1…10000, as "
          + "in 50:32.")
    }
    return DiffLimits.Window(pixels: pixels, side: side)
  }

  private static func picture(_ arguments: ParsedArguments) throws(UsageError) -> DiffPicture {
    var picture = DiffPicture()
    switch try arguments.choice("style", Style.self) ?? .overlay {
    case .overlay: picture.style = .overlay
    case .mask: picture.style = .mask
    case .sideBySide: picture.style = .sideBySide
    case .heat: picture.style = .heat
    }
    picture.mismatchColor = try arguments.color("mismatch-color") ?? picture.mismatchColor
    picture.antiAliasedColor = try arguments.color("aa-color") ?? picture.antiAliasedColor
    picture.boxColor = try arguments.color("box-color") ?? picture.boxColor
    return picture
  }
}

extension ParsedArguments {
  /// Every X,Y,W,H that was given, in order.
  fileprivate func rectangles(_ name: String) throws(UsageError) -> [PixelRect] {
    var rectangles: [PixelRect] = []
    for bytes in all[name] ?? [] {
      let text = printable(bytes)
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      let range = 0...1_000_000_000
      guard numbers.count == 4, numbers.allSatisfy({ $0.map(range.contains) == true }),
        numbers[2]! > 0, numbers[3]! > 0
      else {
        throw UsageError(
          "'\(text)' is not a rectangle (--\(name)): X,Y,W,H in pixels, as in 0,0,200,24.")
      }
      rectangles.append(
        PixelRect(left: numbers[0]!, top: numbers[1]!, width: numbers[2]!, height: numbers[3]!))
    }
    return rectangles
  }
}

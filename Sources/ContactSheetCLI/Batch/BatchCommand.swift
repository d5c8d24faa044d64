import ContactSheet
import ImageCodecs
import PlainJSON

/// `contactsheet batch`: what its command line says.
struct BatchCommand {
  /// Where the sheets come from.
  enum Source {
    /// `-` for standard input.
    case manifest(RawPath)
    case directories(EachDirectory, Command, ParsedArguments)
    /// A sheet a line, `-` for standard input.
    case lines(RawPath)
  }

  let source: Source
  let isForced: Bool
  let isCheckOnly: Bool
  let isPlanOnly: Bool
  let failsFast: Bool
  let watches: Bool
  let shard: Shard?
  /// Golden sheets to compare with.
  let goldens: RawPath?
  let report: RawPath?
  let isQuiet: Bool
  let progress: SheetOutput.ProgressWhen
  let jobs: Int
  /// In bytes.
  let memory: Int
  /// For all sheets.
  let remote: RemoteChoices

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try BatchCommand.source(arguments)
    isForced = arguments.has("force")
    isCheckOnly = arguments.has("check")
    isPlanOnly = arguments.has("plan")
    failsFast = arguments.has("fail-fast")
    watches = arguments.has("watch")
    goldens = try arguments.path("compare-with")
    report = try arguments.path("json-report")
    isQuiet = arguments.has("quiet")
    progress = try arguments.choice("progress", SheetOutput.ProgressWhen.self) ?? .auto
    jobs = FileLimit.jobs(try arguments.integer("jobs", in: Strip.jobsRange))
    memory = try arguments.memory() ?? Sheet.defaultMemory
    remote = try RemoteChoices(arguments)
    if let text = arguments.text("shard") {
      guard let shard = Shard(text) else {
        throw UsageError("'\(text)' is not a share (--shard): K/N, as in 1/8 to 8/8.")
      }
      self.shard = shard
    } else {
      shard = nil
    }
    let modes = ["check", "plan", "force", "compare-with", "watch"].filter { arguments.has($0) }
    if modes.count > 1 {
      throw UsageError("'--\(modes[0])' does not go with '--\(modes[1])'.")
    }
    if case .lines = source {
      for name in [
        "check", "plan", "shard", "compare-with", "fail-fast", "watch", "json-report", "output",
        "layout", "only", "recursive",
      ]
      where arguments.has(name) {
        throw UsageError(
          "'--\(name)' does not go with '--sheets-from', whose sheets come one by one.")
      }
    }
  }

  private static func source(_ arguments: ParsedArguments) throws(UsageError) -> Source {
    let paths = arguments.words.compactMap(RawPath.init(bytes:))
    if let lines = try arguments.path("sheets-from") {
      if !arguments.words.isEmpty || arguments.has("each-directory") {
        throw UsageError("'--sheets-from' goes without a manifest and without '--each-directory'.")
      }
      return .lines(lines)
    }
    guard paths.count == 1, arguments.words.count == 1 else {
      throw UsageError(
        arguments.words.isEmpty
          ? "No manifest given."
          : "One manifest, or one directory, is given, not \(arguments.words.count).")
    }
    guard arguments.has("each-directory") else {
      for name in ["layout", "output", "only", "recursive"] where arguments.has(name) {
        throw UsageError("'--\(name)' goes with '--each-directory' only.")
      }
      return .manifest(paths[0])
    }
    guard let output = try arguments.path("output") else {
      throw UsageError("'--each-directory' needs '--output', the directory where sheets go.")
    }
    guard let command = try layout(arguments) else {
      throw UsageError(
        "'--each-directory' needs '--layout': \(layoutNames.joined(separator: ", ")).")
    }
    let each = EachDirectory(
      tree: paths[0], output: output, isRecursive: arguments.has("recursive"),
      pattern: try arguments.path("only").map(Glob.init))
    return .directories(each, command, arguments)
  }

  private static let layoutNames = ManifestReader.layouts.map(\.rawValue)

  private static func layout(_ arguments: ParsedArguments) throws(UsageError) -> Command? {
    guard let text = arguments.text("layout") else { return nil }
    guard let command = Command(word: text), ManifestReader.layouts.contains(command) else {
      throw ParsedArguments.noChoice(text, "layout", layoutNames)
    }
    return command
  }

  /// The options that a command line takes: those of a batch, and with `--each-directory` those of its layout.
  static func options(for arguments: [[UInt8]]) -> [Option] {
    let own = Option.options(of: .batch)
    guard arguments.contains(Array("--each-directory".utf8)) else { return own }
    // Only to know the options; what is wrong is said by the parser.
    var layout: Command?
    for (index, argument) in arguments.enumerated() {
      let text = printable(argument)
      if text == "--layout", index + 1 < arguments.count {
        layout = Command(word: printable(arguments[index + 1]))
      } else if text.hasPrefix("--layout=") {
        layout = Command(word: String(text.dropFirst(9)))
      }
    }
    guard let layout, ManifestReader.layouts.contains(layout) else { return own }
    let names = Set(own.map(\.name))
    return own + layoutOptions(layout).filter { !names.contains($0.name) }
  }

  /// The options of a layout that each of many sheets can have.
  static func layoutOptions(_ layout: Command) -> [Option] {
    let notOfMany: Set = [
      "feed", "feed-size", "files-from", "html", "json-report", "null", "output", "placements",
      "recursive",
    ]
    return ManifestReader.options(of: layout).filter { !notOfMany.contains($0.name) }
  }
}

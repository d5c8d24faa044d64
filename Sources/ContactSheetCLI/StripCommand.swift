package import ContactSheet
import ContactSheetLayout
import ImageCodecs
import PixelGeometry
import Raster

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `contactsheet strip`.
package struct StripCommand {
  /// Its pictures are the ones named one by one; `run` reads directories and lists.
  package let strip: Strip
  private let request: PictureRequest
  package let destination: SheetDestination
  package let isQuiet: Bool
  /// Where the JSON report goes.
  package let report: RawPath?

  static let defaultOutput: RawPath = "strip.png"

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
    strip.shape = try shape(arguments, size: strip.size)
    strip.background = try arguments.color("background") ?? strip.background
    strip.borderColor = try arguments.color("border-color")
    strip.anchor = try arguments.anchor("anchor") ?? strip.anchor
    strip.axis = try arguments.choice("axis", StripLayout.Axis.self) ?? strip.axis
    strip.front = try arguments.choice("front", Strip.Front.self) ?? strip.front
    strip.filter = try arguments.choice("filter", ResampleFilter.self) ?? strip.filter
    strip.columns = try arguments.integer("columns", in: Strip.columnsRange)
    if strip.columns != nil, strip.axis == .vertical {
      throw UsageError("'--columns' does not go with '--axis vertical'.")
    }
    strip.rowSpacing =
      try arguments.integer("row-spacing", in: lengths, unit: " pixels") ?? strip.rowSpacing
    strip.margins = try arguments.margins("margin", in: lengths) ?? strip.margins
    strip.scale = try arguments.decimal("scale", in: Strip.scaleRange) ?? strip.scale
    strip.decoding = try arguments.decoding()
    strip.jobs = try arguments.integer("jobs", in: Strip.jobsRange)
    self.strip = strip
    isQuiet = arguments.has("quiet")
    report = try arguments.path("json-report")
    destination = try StripCommand.destination(arguments, console)
  }

  func run(_ console: Console) -> ExitCode {
    let start = monotonicMilliseconds()
    let list: PictureList
    do throws(PictureList.Fault) {
      list = try request.gathered(decoding: strip.decoding, jobs: strip.jobs)
    } catch {
      for line in error.lines { console.report(line) }
      return .notMade
    }
    let limit = Strip.pictureCountRange.upperBound
    if list.paths.count > limit {
      console.report(
        "\(grouped(UInt64(list.paths.count))) pictures are too many for a strip, which has at most "
          + "\(grouped(UInt64(limit))); --limit \(limit) takes the first ones")
      return .notMade
    }
    var strip = strip
    strip.pictures = list.paths.map(PictureSource.file)
    strip.found = list.found
    strip.jobs = FileLimit.jobs(strip.jobs)

    let summary: SheetSummary
    do throws(SheetError) {
      summary = try strip.make(to: destination, cancellation: Cancellation())
    } catch {
      report(error, console)
      return worst(
        .notMade,
        writeReport(
          SheetReport(error: error, pictures: strip.pictures, skipped: list.skipped), console))
    }
    for remark in summary.remarks where remark.remark.isDamage || !isQuiet {
      console.report("\(remark.name): \(remark.remark.words)")
    }
    for omission in summary.omissions {
      let what =
        strip.decoding.onError == .skip && omission.stage == .probe ? "left out" : "replaced"
      console.report("\(omission.name): \(what): \(omission.fault)")
    }
    if !isQuiet {
      var words = [summary.pictureCount == 1 ? "1 picture" : "\(summary.pictureCount) pictures"]
      words += StripCommand.counts(summary)
      console.report(
        "\(outputName): \(summary.size), \(words.joined(separator: ", ")), "
          + "\(seconds(monotonicMilliseconds() - start)) s")
    }
    if let note = list.sheetNote, !isQuiet { console.report(note) }
    if !list.skipped.isEmpty { console.report("skipped \(SkippedFile.counted(list.skipped))") }
    let isWhole = summary.damaged.isEmpty && summary.omissions.isEmpty && list.skipped.isEmpty
    return worst(
      isWhole ? .done : .madeWithDamage,
      writeReport(
        SheetReport(
          output: outputName, summary: summary, pictures: strip.pictures, skipped: list.skipped),
        console))
  }

  /// "1 damaged file", "3 omitted files".
  private static func counts(_ summary: SheetSummary) -> [String] {
    let counts = [
      (Set(summary.damaged.map(\.index)).count, "damaged"), (summary.omissions.count, "omitted"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1) \($0.0 == 1 ? "file" : "files")" }
  }

  private func writeReport(_ contents: SheetReport, _ console: Console) -> ExitCode {
    guard let report else { return .done }
    do throws(OutputFault) {
      var file = try OutputFile.create(report)
      try file.write(Array(contents.json.utf8))
      try file.commit()
      return .done
    } catch {
      console.report(error.description)
      return .notMade
    }
  }

  private var outputName: String {
    switch destination {
    case .file(let path, _): path.description
    case .standardOutput: "standard output"
    }
  }

  private func report(_ error: SheetError, _ console: Console) {
    switch error {
    case .pictures(let problems):
      for problem in problems { console.report("\(problem.name): \(problem.fault)") }
    case .output(.closedPipe):
      break  // the reader has what it wanted
    case .sheetTooLarge:
      console.report("\(error); make it smaller with --size or --scale, or give fewer pictures")
    case .noPictures(let problems):
      for problem in problems { console.report("\(problem.name): \(problem.fault)") }
      console.report(error.description)
    case .setting, .severalPages, .output, .cancelled:
      console.report(error.description)
    }
  }

  private static func destination(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(UsageError) -> SheetDestination {
    guard let path = try arguments.path("output") else {
      return .file(defaultOutput, mustBeOurs: true)
    }
    if path == "-" {
      if console.outputIsTerminal {
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

private func shape(_ arguments: ParsedArguments, size: Int) throws(UsageError) -> TileShape {
  let radius = try arguments.integer(
    "corner-radius", in: Strip.borderRange(size: size), unit: " pixels for size \(size)")
  switch arguments.text("shape") {
  case nil: return radius.map { .rounded(radius: $0) } ?? .circle
  case "rounded": return .rounded(radius: radius)
  case "circle", "square":
    if radius != nil { throw UsageError("'--corner-radius' goes with '--shape rounded' only.") }
    return arguments.text("shape") == "circle" ? .circle : .square
  case let other?:
    throw ParsedArguments.noChoice(other, "shape", ["circle", "rounded", "square"])
  }
}

private func monotonicMilliseconds() -> Int {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
}

/// Milliseconds as seconds with three decimals.
private func seconds(_ milliseconds: Int) -> String {
  let decimals = String(milliseconds % 1000)
  return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals
}

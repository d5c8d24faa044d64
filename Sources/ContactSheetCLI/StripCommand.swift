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
  package let strip: Strip
  package let destination: Strip.Destination
  package let isQuiet: Bool
  /// Where the JSON report goes.
  package let report: RawPath?

  static let defaultOutput: RawPath = "strip.png"

  package init(_ arguments: ParsedArguments, _ console: Console) throws(UsageError) {
    var strip = Strip(try pictures(arguments.words))
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
    let summary: SheetSummary
    do throws(SheetError) {
      summary = try strip.make(to: destination, cancellation: Cancellation())
    } catch {
      report(error, console)
      return worst(
        .notMade, writeReport(SheetReport(error: error, pictures: strip.pictures), console))
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
    let isWhole = summary.damaged.isEmpty && summary.omissions.isEmpty
    return worst(
      isWhole ? .done : .madeWithDamage,
      writeReport(
        SheetReport(output: outputName, summary: summary, pictures: strip.pictures), console))
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
    case .setting, .output, .cancelled:
      console.report(error.description)
    }
  }

  private static func destination(
    _ arguments: ParsedArguments, _ console: Console
  ) throws(UsageError) -> Strip.Destination {
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

/// IMAGE and xN words as pictures.
private func pictures(_ words: [[UInt8]]) throws(UsageError) -> [PictureSource] {
  let limit = Strip.pictureCountRange.upperBound
  var pictures: [PictureSource] = []
  var previousIsCount: [UInt8]?
  for word in words {
    if let count = pictureCount(word) {
      let shown = printable(word)
      if let previous = previousIsCount {
        throw UsageError(
          "'\(shown)' follows '\(printable(previous))': a picture takes one count. "
            + "A file of that name is './\(shown)'.")
      }
      guard let picture = pictures.last else {
        throw UsageError(
          "'\(shown)' has no picture before it. A file of that name is './\(shown)'.")
      }
      guard (1...limit).contains(count) else {
        throw UsageError("'\(shown)' is out of range: x1…x\(limit).")
      }
      pictures += repeatElement(picture, count: count - 1)
      previousIsCount = word
    } else {
      if word == [UInt8(ascii: "-")] {
        throw UsageError(
          "Pictures are not read from standard input. A file of that name is './-'.")
      }
      guard let path = RawPath(bytes: word) else {
        throw UsageError("A picture's name is empty.")
      }
      pictures.append(.file(path))
      previousIsCount = nil
    }
  }
  if pictures.isEmpty { throw UsageError("No picture given.") }
  if pictures.count > limit {
    throw UsageError("\(pictures.count) pictures are too many for a strip: 1…\(limit).")
  }
  return pictures
}

/// The N of a word xN; nil for any other word.
private func pictureCount(_ word: [UInt8]) -> Int? {
  let digits = word.dropFirst()
  guard word.first == UInt8(ascii: "x"), !digits.isEmpty,
    digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
  else { return nil }
  return Int(String(decoding: digits, as: UTF8.self)) ?? Int.max
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

import ContactSheet
import ImageCodecs
import PixelGeometry
import PlainJSON

/// `contactsheet probe`.
struct ProbeCommand {
  private let request: PictureRequest
  private let decoding: DecodeOptions
  private let jobs: Int
  private let verifies: Bool
  private let form: Form

  private enum Form {
    case lines, json
    /// Bare names of what is damaged, each with this at its end.
    case names(end: String)
  }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    request = try PictureRequest(arguments, limit: 1_000_000)
    decoding = try arguments.decoding()
    jobs = FileLimit.jobs(try arguments.integer("jobs", in: Strip.jobsRange))
    verifies = arguments.has("verify")
    if arguments.has("list-damaged") {
      if arguments.has("json") {
        throw UsageError("'--list-damaged' does not go with '--json'.")
      }
      form = .names(end: arguments.has("null") ? "\0" : "\n")
    } else {
      form = arguments.has("json") ? .json : .lines
    }
  }

  func run(_ console: Console) -> ExitCode {
    let list: PictureList
    do throws(PictureList.Fault) {
      list = try request.gathered(decoding: decoding, jobs: jobs, needsPictures: false)
    } catch {
      for line in error.lines { console.report(line) }
      return .notMade
    }
    // What a directory skipped is named like what could be opened.
    let pictures = list.pictures + list.skipped.map { PictureSource.file($0.path) }
    var code = ExitCode.done
    var values: [JSON] = []
    // In portions, so that lines appear while the rest is read.
    for start in stride(from: 0, to: pictures.count, by: 256) {
      let part = Array(pictures[start..<min(start + 256, pictures.count)])
      let results = concurrentMap(count: part.count, jobs: jobs) { index in
        Result { () throws(PictureFault) in
          try part[index].readable().details(
            verify: verifies, limits: decoding.limits)
        }
      }
      for (picture, result) in zip(part, results) {
        code = worst(code, ProbeCommand.exitCode(result))
        switch form {
        case .lines: console.print("\(picture.name(at: 0)): \(ProbeCommand.line(result))")
        case .json: values.append(ProbeCommand.value(picture, result))
        case .names(let end):
          if ProbeCommand.exitCode(result) != .done {
            console.write(ProbeCommand.name(picture) + Array(end.utf8))
          }
        }
      }
    }
    if case .json = form {
      console.print(JSON.object([("version", .number(1)), ("pictures", .array(values))]).text)
    }
    return code
  }

  private typealias Outcome = Result<PictureDetails, PictureFault>

  /// Damage found is 3; a file that is no picture of ours, or not there, could not be probed: 2.
  private static func exitCode(_ result: Outcome) -> ExitCode {
    switch result {
    case .success(let details):
      details.remarks.contains(where: \.isDamage) ? .madeWithDamage : .done
    case .failure(.malformed), .failure(.empty), .failure(.damaged): .madeWithDamage
    case .failure: .notMade
    }
  }

  /// "JPEG, 4032 × 3024, upright 3024 × 4032 (orientation 6), 8-bit colour, sRGB IEC61966-2.1".
  private static func line(_ result: Outcome) -> String {
    let details: PictureDetails
    switch result {
    case .failure(let fault): return fault.description
    case .success(let found): details = found
    }
    let header = details.header
    var words = [header.format.rawValue, header.storedSize.description]
    if header.orientation != .topLeft {
      words.append("upright \(header.uprightSize) (orientation \(header.orientation.rawValue))")
    }
    words.append("\(details.bits)-bit \(details.color)")
    if details.isProgressive {
      words.append(header.format == .jpeg ? "progressive" : "interlaced")
    }
    if let profile = details.profile { words.append(profile) }
    return ([words.joined(separator: ", ")] + details.remarks.map(\.words)).joined(separator: "; ")
  }

  /// As other tools know it.
  private static func name(_ picture: PictureSource) -> [UInt8] {
    if case .remote(let picture) = picture { return Array(picture.address.text.utf8) }
    return picture.localFile?.bytes ?? []
  }

  private static func value(_ picture: PictureSource, _ result: Outcome) -> JSON {
    var members = SheetReport.identity(picture)
    switch result {
    case .failure(let fault):
      members += [("fault", .text(fault.code)), ("detail", .text(fault.description))]
    case .success(let details):
      let header = details.header
      members += [
        ("format", .text(header.format.rawValue)),
        ("width", .number(header.storedSize.width)),
        ("height", .number(header.storedSize.height)),
        ("upright_width", .number(header.uprightSize.width)),
        ("upright_height", .number(header.uprightSize.height)),
        ("orientation", .number(header.orientation.rawValue)),
        ("bits", .number(details.bits)),
        ("color", .text(details.color)),
        ("alpha", .flag(header.hasAlpha)),
        ("progressive", .flag(details.isProgressive)),
        ("profile", details.profile.map(JSON.text) ?? .null),
        ("damaged", .flag(details.remarks.contains(where: \.isDamage))),
        (
          "remarks",
          .array(
            details.remarks.map {
              .object([("severity", .text($0.severity.rawValue)), ("detail", .text($0.words))])
            })
        ),
      ]
    }
    return .object(members)
  }
}

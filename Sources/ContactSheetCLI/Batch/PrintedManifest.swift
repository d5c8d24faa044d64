import ContactSheet
import ImageCodecs
import PlainJSON

/// A command line as a manifest of one sheet.
struct PrintedManifest {
  let json: String

  /// - Throws: what is wrong with the command line, and what a manifest cannot hold: names that are not UTF-8, and
  ///   standard input and output.
  init(_ command: Command, _ arguments: ParsedArguments, _ console: Console) throws(UsageError) {
    let run =
      command == .strip
      ? try StripCommand(arguments, console).sheetRun
      : try SheetCommand(command, arguments, console).sheetRun
    var members: [(String, JSON)] = [("layout", .text(command.rawValue))]
    var inputs: [JSON] = []
    for input in run.request.inputs {
      let text = try PrintedManifest.text(input.place.bytes)
      inputs.append(
        input.count == 1
          ? .text(text) : .object([("src", .text(text)), ("repeat", .number(input.count))]))
    }
    if !inputs.isEmpty { members.append(("inputs", .array(inputs))) }
    let options = ManifestReader.options(of: command)
    for option in options where arguments.has(option.name) && option.name != "output" {
      if ManifestValue(of: option) == .places {
        var places: [JSON] = []
        for value in arguments.all[option.name] ?? [] {
          places.append(.text(try PrintedManifest.text(value)))
        }
        members.append((option.name, places.count == 1 ? places[0] : .array(places)))
        continue
      }
      let text = try PrintedManifest.text(arguments.values[option.name]!)
      if option.name == "files-from", text == "-" {
        throw UsageError("A manifest has no standard input: '--files-from -'.")
      }
      members.append((option.name, option.value == nil ? .flag(true) : .text(text)))
    }
    guard case .file(let output, _) = run.output.destination else {
      throw UsageError("A manifest has no standard output: '--output -'.")
    }
    members.append(("output", .text(try PrintedManifest.text(output.bytes))))
    json = JSON.object([("sheets", .array([.object(members)]))]).text
  }

  private static func text(_ bytes: [UInt8]) throws(UsageError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("'\(printable(bytes))' is not UTF-8, which is all that a manifest holds.")
    }
    return text
  }
}

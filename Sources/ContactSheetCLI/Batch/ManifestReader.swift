import ContactSheet
import ImageCodecs
import PlainJSON
import Raster

/// Reads one sheet of a manifest.
struct ManifestReader {
  /// What relative paths begin with; nil for the working directory.
  let directory: RawPath?
  let console: Console

  /// The layouts, and other names of theirs.
  static let layouts: [Command] = [.strip, .list, .grid, .fitted, .justified]

  /// The options of a layout that a sheet of a manifest has.
  static func options(of command: Command) -> [Option] {
    Option.options(of: command).filter { !notOfSheets.contains($0.name) }
  }

  /// Those that are about a whole run.
  private static let notOfSheets: Set = [
    "help", "jobs", "memory", "plan", "print-manifest", "progress", "quiet", "version",
  ]

  /// Options whose value is the path of a file.
  private static let pathOptions: Set = ["files-from", "json-report", "output", "placements"]

  // MARK: a sheet

  /// - Parameter defaults: those of them that the sheet's layout has count where the sheet says nothing.
  func job(_ node: JSONNode, defaults: [JSONMember]) throws(ManifestFaults) -> SheetJob {
    guard let members = node.members else {
      throw ManifestFaults(
        list: [ManifestFault("a sheet is an object, not \(node.noun)", at: node.place)])
    }
    var faults: [ManifestFault] = []
    func attempt<Value>(_ body: () throws(ManifestFault) -> Value) -> Value? {
      do throws(ManifestFault) { return try body() } catch {
        faults.append(error)
        return nil
      }
    }
    let own = Set(members.map(\.name))
    let layoutNode = node["layout"] ?? defaults.first { $0.name == "layout" }?.value
    let command = attempt { () throws(ManifestFault) in
      try layoutNode.map { node throws(ManifestFault) in try ManifestReader.layout(node) }
        ?? .fitted
    }
    guard let command else { throw ManifestFaults(list: faults) }
    let options = ManifestReader.options(of: command)
    var values: [String: [UInt8]] = [:]
    var places: [String: JSONPlace] = [:]
    let inherited = defaults.filter { member in
      !own.contains(member.name) && options.contains { $0.name == member.name }
    }
    for member in members + inherited where !["layout", "inputs"].contains(member.name) {
      guard let option = options.first(where: { $0.name == member.name }) else {
        faults.append(
          ManifestReader.unknown(
            member, among: ["layout", "inputs"] + options.map(\.name),
            "the layout \(command.rawValue)"))
        continue
      }
      if let value = attempt({ () throws(ManifestFault) in try self.value(member, option) }),
        let value
      {
        values[member.name] = value
      }
      places[member.name] = member.value.place
    }
    let inputNode = node["inputs"] ?? defaults.first { $0.name == "inputs" }?.value
    var items: [PictureItem] = []
    if let inputNode {
      do throws(ManifestFaults) { items = try self.items(inputNode) } catch {
        faults += error.list
      }
    } else if values["files-from"] == nil {
      faults.append(ManifestFault("'inputs' is missing", at: node.place))
    }
    if places["output"] == nil {
      faults.append(ManifestFault("'output' is missing", at: node.place))
    }
    if !faults.isEmpty { throw ManifestFaults(list: faults) }
    do throws(UsageError) {
      // What is wrong with the values is found out as on a command line.
      return try SheetJob(
        command, ParsedArguments(values: values, items: items), at: node.place, console)
    } catch {
      let words = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
      let named = places.filter { error.message.contains("--\($0.key)") }
      let place = named.max { $0.key.count < $1.key.count }?.value ?? node.place
      throw ManifestFaults(list: [ManifestFault(words, at: place)])
    }
  }

  private static func layout(_ node: JSONNode) throws(ManifestFault) -> Command {
    let names = layouts.map(\.rawValue)
    guard let text = node.text else {
      throw ManifestFault("'layout' is a string, not \(node.noun)", at: node.place)
    }
    if let command = Command(word: text), layouts.contains(command) { return command }
    let near = nearestName(to: text, among: names).map { "; did you mean '\($0)'?" }
    throw ManifestFault(
      "'\(printable(text.utf8))' is no layout\(near ?? ": \(names.joined(separator: ", "))")",
      at: node.place)
  }

  /// Defaults belong to every layout that has them, and at least to one.
  func faults(ofDefaults defaults: [JSONMember]) -> [ManifestFault] {
    let options = ManifestReader.layouts.flatMap(ManifestReader.options)
    return defaults.compactMap { member in
      if member.name == "layout" {
        do throws(ManifestFault) { _ = try ManifestReader.layout(member.value) } catch {
          return error
        }
        return nil
      }
      if member.name == "inputs" { return nil }
      guard let option = options.first(where: { $0.name == member.name }) else {
        return ManifestReader.unknown(
          member, among: ["layout", "inputs"] + options.map(\.name), "any layout")
      }
      do throws(ManifestFault) { _ = try value(member, option) } catch { return error }
      return nil
    }
  }

  static func unknown(
    _ member: JSONMember, among names: [String], _ owner: String
  ) -> ManifestFault {
    let name = member.name
    let shown = printable(name.utf8)
    let near: String?
    if let synonym = Option.synonyms[name], names.contains(synonym) {
      near = synonym
    } else if Option.table.contains(where: { $0.name == name && !$0.commands.isEmpty }) {
      return ManifestFault("'\(shown)' does not belong to \(owner)", at: member.namePlace)
    } else {
      near = nearestName(to: name, among: names)
    }
    return ManifestFault(
      "unknown key '\(shown)'" + (near.map { "; did you mean '\($0)'?" } ?? ""),
      at: member.namePlace)
  }

  // MARK: values

  /// An option's value as it would stand on a command line; nil for a flag that is off.
  private func value(
    _ member: JSONMember, _ option: Option
  ) throws(ManifestFault) -> [UInt8]? {
    let node = member.value
    guard option.value != nil else {
      guard let flag = node.flag else {
        throw ManifestFault("'\(option.name)' is true or false, not \(node.noun)", at: node.place)
      }
      return flag ? [] : nil
    }
    if let number = node.number {
      return Array((number.int.map { String($0) } ?? number.text).utf8)
    }
    guard let text = node.text else {
      throw ManifestFault(
        "'\(option.name)' is a string or a number, not \(node.noun)", at: node.place)
    }
    guard ManifestReader.pathOptions.contains(option.name) else { return Array(text.utf8) }
    if text == "-" {
      throw ManifestFault(
        "'\(option.name)' is a file: a batch has no standard input or output for a sheet",
        at: node.place)
    }
    return try path(node, "'\(option.name)'").bytes
  }

  /// A path that begins with the directory where it is relative.
  private func path(_ node: JSONNode, _ what: String) throws(ManifestFault) -> RawPath {
    guard let text = node.text else {
      throw ManifestFault("\(what) is a string, not \(node.noun)", at: node.place)
    }
    guard let path = RawPath(bytes: Array(text.utf8)) else {
      throw ManifestFault(
        text.isEmpty ? "\(what) is empty" : "\(what) holds a byte 0", at: node.place)
    }
    guard let directory, path.bytes.first != UInt8(ascii: "/") else { return path }
    return directory.appending(path.bytes)
  }

  // MARK: inputs

  private func items(_ node: JSONNode) throws(ManifestFaults) -> [PictureItem] {
    guard let elements = node.elements else {
      throw ManifestFaults(
        list: [ManifestFault("'inputs' is an array, not \(node.noun)", at: node.place)])
    }
    var items: [PictureItem] = []
    var faults: [ManifestFault] = []
    for element in elements {
      do throws(ManifestFault) { items += try item(element) } catch { faults.append(error) }
    }
    if !faults.isEmpty { throw ManifestFaults(list: faults) }
    if items.isEmpty {
      throw ManifestFaults(list: [ManifestFault("'inputs' is empty", at: node.place)])
    }
    return items
  }

  static let words = ["title", "href", "alt", "key"]
  private static let itemKeys = ["src", "glob", "repeat", "anchor"] + words

  private func item(_ node: JSONNode) throws(ManifestFault) -> [PictureItem] {
    guard let members = node.members else {
      if node.text == nil {
        throw ManifestFault("an input is a string or an object, not \(node.noun)", at: node.place)
      }
      return [PictureItem(path: try path(node, "an input"))]
    }
    if let member = members.first(where: { !ManifestReader.itemKeys.contains($0.name) }) {
      let near = nearestName(to: member.name, among: ManifestReader.itemKeys)
      throw ManifestFault(
        "unknown key '\(printable(member.name.utf8))'"
          + (near.map { "; did you mean '\($0)'?" } ?? ""), at: member.namePlace)
    }
    var item = PictureItem(path: ".")
    if let node = node["repeat"] {
      guard let count = node.number?.int, (1...1_000_000).contains(count) else {
        throw ManifestFault("'repeat' is a whole number, 1…1000000", at: node.place)
      }
      item.count = count
    }
    if let node = node["anchor"] {
      guard let text = node.text, let anchor = ParsedArguments.anchor(of: text) else {
        throw ManifestFault(
          "'anchor' is center, top, bottom, left, right, top-left, top-right, bottom-left, "
            + "bottom-right, or x,y from 0,0 to 1,1", at: node.place)
      }
      item.anchor = anchor
    }
    for name in ManifestReader.words {
      guard let node = node[name] else { continue }
      guard let text = node.text else {
        throw ManifestFault("'\(name)' is a string, not \(node.noun)", at: node.place)
      }
      item.words.append((name, text))
    }
    switch (node["src"], node["glob"]) {
    case (let source?, nil):
      item.path = try path(source, "'src'")
      if item.count > 1, FileStatus(item.path)?.kind == .directory {
        throw ManifestFault("only a picture is repeated, not a directory", at: node.place)
      }
      return [item]
    case (nil, let glob?):
      let pattern = try path(glob, "'glob'")
      let matches = Glob(pattern).matches()
      if matches.isEmpty {
        throw ManifestFault("no file matches '\(pattern)'", at: glob.place)
      }
      return matches.map { match in
        var item = item
        item.path = match
        return item
      }
    default:
      throw ManifestFault("an input has either 'src' or 'glob'", at: node.place)
    }
  }
}

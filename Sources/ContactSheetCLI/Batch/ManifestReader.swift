import ContactSheet
import ImageCodecs
import PlainJSON
import Raster

/// Reads one sheet of a manifest.
package struct ManifestReader {
  /// What relative paths begin with; nil for the working directory.
  let directory: RawPath?
  let console: Console

  /// The layouts, and other names of theirs.
  package static let layouts: [Command] = [.strip, .list, .grid, .fitted, .justified]

  /// The options of a layout that a sheet of a manifest has.
  package static func options(of command: Command) -> [Option] {
    Option.options(of: command).filter { !notOfSheets.contains($0.name) }
  }

  /// Those of all layouts, a name once.
  package static let allOptions: [Option] = {
    var names: Set<String> = []
    // What a strip says of an option is less general than what the others say.
    return layouts.reversed().flatMap(options).filter { names.insert($0.name).inserted }
  }()

  /// Those that are about a whole run.
  package static let notOfSheets: Set = [
    "allow-private-addresses", "help", "jobs", "memory", "offline", "plan", "print-manifest",
    "progress", "quiet", "refresh", "version",
  ]

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
    var lists: [String: [[UInt8]]] = [:]
    let inherited = defaults.filter { member in
      !own.contains(member.name) && options.contains { $0.name == member.name }
    }
    let given = (members + inherited).filter { !["layout", "inputs"].contains($0.name) }
    for member in given {
      guard let option = options.first(where: { $0.name == member.name }) else {
        faults.append(
          ManifestReader.unknown(
            member, among: ["layout", "inputs"] + options.map(\.name),
            "the layout \(command.rawValue)"))
        continue
      }
      if let all = attempt({ () throws(ManifestFault) in try self.values(member, option) }),
        let value = all.last
      {
        values[member.name] = value
        lists[member.name] = all
      }
    }
    let inputNode = node["inputs"] ?? defaults.first { $0.name == "inputs" }?.value
    var items: [PictureItem] = []
    if let inputNode {
      do throws(ManifestFaults) { items = try self.items(inputNode) } catch {
        faults += error.list
      }
    } else if !given.contains(where: { ["feed", "files-from"].contains($0.name) }) {
      faults.append(ManifestFault("'inputs' is missing", at: node.place))
    }
    if !given.contains(where: { $0.name == "output" }) {
      faults.append(ManifestFault("'output' is missing", at: node.place))
    }
    if !faults.isEmpty { throw ManifestFaults(list: faults) }
    do throws(UsageError) {
      // What is wrong with the values is found out as on a command line.
      return try SheetJob(
        command, ParsedArguments(values: values, lists: lists, items: items), at: node.place,
        console)
    } catch {
      let words = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
      let place = ManifestReader.place(of: error, members, inherited, values) ?? node.place
      throw ManifestFaults(list: [ManifestFault(words, at: place)])
    }
  }

  /// Where the option stands that a message names first: of the sheet's own, else of the defaults.
  private static func place(
    of error: UsageError, _ own: [JSONMember], _ inherited: [JSONMember],
    _ values: [String: [UInt8]]
  ) -> JSONPlace? {
    var message = error.message
    for value in values.values.map(printable) where value.contains("--") {
      message = message.replacing(value, with: "")
    }
    let names = message.matches(of: #/--([a-z]+(-[a-z]+)*)/#).map { String($0.output.1) }
    for members in [own, inherited] {
      for name in names {
        // An option that is off is not meant, nor one that is to be given instead.
        if let member = members.first(where: { $0.name == name }), values[name] != nil {
          return member.value.place
        }
      }
    }
    // A path is named by itself.
    let path = (own + inherited).first { member in
      values[member.name].map { error.message.hasPrefix("'\(printable($0))'") } ?? false
    }
    return path?.value.place
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

  /// What is wrong with the defaults alone. They belong to every layout that has them, and at least to one.
  func faults(ofDefaults defaults: [JSONMember]) -> [ManifestFault] {
    let options = ManifestReader.allOptions
    var faults: [ManifestFault] = []
    for member in defaults {
      do throws(ManifestFaults) {
        if member.name == "inputs" {
          _ = try items(member.value)
          continue
        }
        do throws(ManifestFault) {
          if member.name == "layout" {
            _ = try ManifestReader.layout(member.value)
          } else if let option = options.first(where: { $0.name == member.name }) {
            _ = try values(member, option)
          } else {
            throw ManifestReader.unknown(
              member, among: ["layout", "inputs"] + options.map(\.name), "any layout")
          }
        } catch {
          throw ManifestFaults(list: [error])
        }
      } catch {
        faults += error.list
      }
    }
    return faults
  }

  static func unknown(
    _ member: JSONMember, among names: [String], _ owner: String
  ) -> ManifestFault {
    let name = member.name
    let shown = printable(name.utf8)
    if notOfSheets.contains(name) {
      return ManifestFault(
        "'\(shown)' is an option of the command line, not of a sheet", at: member.namePlace)
    }
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

  /// An option's values as they would stand on a command line; none for a flag that is off.
  private func values(
    _ member: JSONMember, _ option: Option
  ) throws(ManifestFault) -> [[UInt8]] {
    let node = member.value
    guard ManifestValue(of: option) == .places else {
      return try value(member, option).map { [$0] } ?? []
    }
    var values: [[UInt8]] = []
    for node in node.elements ?? [node] {
      if node.text == nil {
        throw ManifestFault(
          "'\(option.name)' is \(ManifestValue.places.words), not "
            + (member.value.elements == nil ? node.noun : "an array with \(node.noun)"),
          at: node.place)
      }
      if node.text == "-" { throw ManifestReader.standardStream(option, node) }
      values.append(try place(node, "'\(option.name)'").bytes)
    }
    if values.isEmpty { throw ManifestFault("'\(option.name)' is empty", at: node.place) }
    return values
  }

  /// An option's value as it would stand on a command line; nil for a flag that is off.
  private func value(
    _ member: JSONMember, _ option: Option
  ) throws(ManifestFault) -> [UInt8]? {
    let node = member.value
    let kind = ManifestValue(of: option)
    func fault(_ found: String) -> ManifestFault {
      ManifestFault("'\(option.name)' is \(kind.words), not \(found)", at: node.place)
    }
    switch kind {
    case .flag:
      guard let flag = node.flag else { throw fault(node.noun) }
      return flag ? [] : nil
    case .number, .whole:
      guard let number = node.number else { break }
      let short = number.text.utf8.count > 40 ? "a number like that" : number.text
      if kind == .number {
        guard let plain = number.plain() else { throw fault(short) }
        return Array(plain.utf8)
      }
      guard let whole = number.int else { throw fault(short) }
      return Array(String(whole).utf8)
    case .path:
      if node.text == "-" {
        throw ManifestReader.standardStream(option, node)
      }
      return try path(node, "'\(option.name)'").bytes
    case .anchor:
      _ = try anchor(node)
    case .places, .text: break
    }
    guard let text = node.text else { throw fault(node.noun) }
    if let choices = option.choices, !choices.contains(text) {
      let near = nearestName(to: text, among: choices).map { "; did you mean '\($0)'?" } ?? ""
      throw ManifestFault(
        "'\(printable(text.utf8))' is not a value of '\(option.name)': "
          + choices.joined(separator: ", ") + near, at: node.place)
    }
    return Array(text.utf8)
  }

  private static func standardStream(_ option: Option, _ node: JSONNode) -> ManifestFault {
    ManifestFault(
      "'\(option.name)' is a file: a batch has no standard input or output for a sheet",
      at: node.place)
  }

  private func anchor(_ node: JSONNode) throws(ManifestFault) -> Anchor {
    guard let text = node.text, let anchor = ParsedArguments.anchor(of: text) else {
      throw ManifestFault("'anchor' is \(ManifestValue.anchor.words)", at: node.place)
    }
    return anchor
  }

  /// A path that begins with the directory where it is relative.
  private func path(_ node: JSONNode, _ what: String) throws(ManifestFault) -> RawPath {
    let path = try plainPath(node, what)
    guard let directory, path.bytes.first != UInt8(ascii: "/") else { return path }
    return directory.appending(path.bytes)
  }

  /// A path, or an address.
  private func place(_ node: JSONNode, _ what: String) throws(ManifestFault) -> InputPlace {
    guard let bytes = node.text.map({ Array($0.utf8) }), RemoteAddress.isAddress(bytes) else {
      return .path(try path(node, what))
    }
    do throws(RemoteFault) { return .address(try RemoteAddress(bytes)) } catch {
      throw ManifestFault("'\(RemoteAddress.shown(bytes))' \(error)", at: node.place)
    }
  }

  /// A path as it is written.
  private func plainPath(_ node: JSONNode, _ what: String) throws(ManifestFault) -> RawPath {
    guard let text = node.text else {
      throw ManifestFault("\(what) is a string, not \(node.noun)", at: node.place)
    }
    guard let path = RawPath(bytes: Array(text.utf8)) else {
      throw ManifestFault(
        text.isEmpty ? "\(what) is empty" : "\(what) holds a byte 0", at: node.place)
    }
    return path
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
  static let repeats = 1...1_000_000
  private static let itemKeys = ["src", "glob", "repeat", "anchor"] + words

  private func item(_ node: JSONNode) throws(ManifestFault) -> [PictureItem] {
    guard let members = node.members else {
      if node.text == nil {
        throw ManifestFault("an input is a string or an object, not \(node.noun)", at: node.place)
      }
      return [PictureItem(try place(node, "an input"))]
    }
    if let member = members.first(where: { !ManifestReader.itemKeys.contains($0.name) }) {
      let near = nearestName(to: member.name, among: ManifestReader.itemKeys)
      throw ManifestFault(
        "unknown key '\(printable(member.name.utf8))'"
          + (near.map { "; did you mean '\($0)'?" } ?? ""), at: member.namePlace)
    }
    var item = PictureItem(path: ".")
    if let node = node["repeat"] {
      guard let count = node.number?.int, ManifestReader.repeats.contains(count) else {
        throw ManifestFault(
          "'repeat' is a whole number, \(ManifestReader.repeats.lowerBound)…"
            + "\(ManifestReader.repeats.upperBound)", at: node.place)
      }
      item.count = count
    }
    if let node = node["anchor"] {
      item.anchor = try anchor(node)
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
      item.place = try place(source, "'src'")
      if item.count > 1, item.isDirectory {
        throw ManifestFault("only a picture is repeated, not a directory", at: node.place)
      }
      return [item]
    case (nil, let glob?):
      let pattern = try plainPath(glob, "'glob'")
      // The directory's own name may look like a pattern.
      let matches = Glob(pattern).matches(in: directory)
      if matches.isEmpty {
        throw ManifestFault("no file matches '\(pattern)'", at: glob.place)
      }
      return matches.map { match in
        var item = item
        item.place = .path(match)
        return item
      }
    default:
      throw ManifestFault("an input has either 'src' or 'glob'", at: node.place)
    }
  }
}

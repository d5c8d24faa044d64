import ImageCodecs

/// A command line taken apart by the option table: what was given for each option, and the other words.
package struct ParsedArguments {
  /// By long name; the last one given counts. A flag has an empty value.
  package private(set) var values: [String: [UInt8]] = [:]
  /// Every value that was given for an option, in order.
  package private(set) var all: [String: [[UInt8]]] = [:]
  /// The words that are no options, in order.
  package private(set) var words: [[UInt8]] = []
  /// The pictures, where they do not stand in words; of a manifest.
  package let items: [PictureItem]?

  /// - Parameters:
  ///   - arguments: what follows the command.
  ///   - options: those that the command takes.
  package init(_ arguments: [[UInt8]], options: [Option]) throws(UsageError) {
    items = nil
    let dash = UInt8(ascii: "-")
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument.elementsEqual("--".utf8) {
        words += rest
        return
      }
      if argument.starts(with: [dash, dash]) {
        try takeLong(argument, &rest, options)
      } else if argument.first == dash, argument.count > 1 {
        try takeShort(argument, &rest, options)
      } else {
        words.append(argument)
      }
    }
  }

  /// What a manifest says.
  ///
  /// - Parameters:
  ///   - values: by long name, of options that the command takes; a flag has an empty value.
  ///   - lists: of options that have several, all of them; the last is among the values.
  init(
    values: [String: [UInt8]], lists: [String: [[UInt8]]] = [:], items: [PictureItem]
  ) {
    self.values = values
    all = values.mapValues { [$0] }.merging(lists) { $1 }
    self.items = items
  }

  private mutating func takeLong(
    _ argument: [UInt8], _ rest: inout ArraySlice<[UInt8]>, _ options: [Option]
  ) throws(UsageError) {
    let parts = argument.dropFirst(2).split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = printable(parts[0])
    guard let option = options.first(where: { $0.name == name }) else {
      throw ParsedArguments.unknown(name, options)
    }
    if option.value == nil {
      if parts.count > 1 { throw UsageError("Option '--\(name)' takes no value.") }
      values[name] = []
    } else if parts.count > 1 {
      set(name, Array(parts[1]))
    } else {
      set(name, try ParsedArguments.value(of: "--\(name)", option, &rest))
    }
  }

  private mutating func set(_ name: String, _ value: [UInt8]) {
    values[name] = value
    all[name, default: []].append(value)
  }

  /// A word of one dash: flags one after the other, or an option whose value is the rest of the word.
  private mutating func takeShort(
    _ argument: [UInt8], _ rest: inout ArraySlice<[UInt8]>, _ options: [Option]
  ) throws(UsageError) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      let shown = printable([letter])
      guard let option = options.first(where: { $0.short.map(String.init) == shown }) else {
        if Option.table.contains(where: { $0.short.map(String.init) == shown }) {
          throw UsageError("Option '-\(shown)' does not belong to this command.")
        }
        throw UsageError(
          letter >= 0x80 || letters.isEmpty && argument.count == 2
            ? "Unknown option '\(printable(argument))'."
            : "Unknown option '-\(shown)' in '\(printable(argument))'. "
              + "A file of that name is './\(printable(argument))'.")
      }
      if option.value == nil {
        values[option.name] = []
      } else if letters.isEmpty {
        set(option.name, try ParsedArguments.value(of: "-\(shown)", option, &rest))
      } else {
        set(option.name, Array(letters))
        return
      }
    }
  }

  /// The word after an option, whatever it begins with: `--spacing -15`.
  private static func value(
    of shown: String, _ option: Option, _ rest: inout ArraySlice<[UInt8]>
  ) throws(UsageError) -> [UInt8] {
    guard let value = rest.popFirst() else {
      var message = "Missing value for '\(shown) \(option.value ?? "")'."
      if option.value == "COLOR" {
        message += " In a shell a colour with '#' needs quotes: '\(shown) \"#AAAAAA\"'."
      }
      throw UsageError(message)
    }
    // A value may begin with a dash, but where an option stands a value was forgotten.
    if let next = name(ofOption: value) {
      throw UsageError(
        "Missing value for '\(shown) \(option.value ?? "")' before '\(next)'.")
    }
    return value
  }

  /// The option as a word that a word of the command line is: `--size` of `--size=64`, or `-q`; nil for a
  /// word that is none. `-0` is a number here.
  private static func name(ofOption word: [UInt8]) -> String? {
    let name = printable(word.prefix { $0 != UInt8(ascii: "=") })
    let isLong = Option.table.contains { "--" + $0.name == name }
    let isShort = Option.table.contains { option in
      option.short.map { !$0.isNumber && "-\($0)" == name } ?? false
    }
    return isLong || isShort ? name : nil
  }

  private static func unknown(_ name: String, _ options: [Option]) -> UsageError {
    let names = options.map(\.name)
    if let synonym = Option.synonyms[name], names.contains(synonym) {
      return UsageError("Unknown option '--\(name)'. Did you mean '--\(synonym)'?")
    }
    if Option.table.contains(where: { $0.name == name }) {
      return UsageError("Option '--\(name)' does not belong to this command.")
    }
    if let near = nearestName(to: name, among: names) {
      return UsageError("Unknown option '--\(name)'. Did you mean '--\(near)'?")
    }
    return UsageError("Unknown option '--\(name)'.")
  }
}

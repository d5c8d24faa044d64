import ContactSheet
import PlainJSON

/// The manual page of a command, or of the tool, made from its help: `contactsheet help --man COMMAND`.
///
/// What the macros mean: man(7). Words are not broken, as many of them are names of options.
enum ManPage {
  static let overview: String = {
    let blocks = HelpScreen.overview.split(separator: "\n\n").map(String.init)
    let others = Command.allCases.map { "contactsheet-\($0.rawValue)" }
    return head("contactsheet", "many pictures become one PNG")
      + blocks.dropFirst().map(block).joined() + ".SH ENVIRONMENT\n" + section(environment)
      + seeAlso(others)
  }()

  /// The blocks of `contactsheet help environment` without its heads and its example.
  private static var environment: [String] {
    HelpTopic.environment.text.split(separator: "\n\n").dropFirst().dropLast().map { block in
      let lines = block.split(separator: "\n").filter { $0 != "VARIABLES" }
      let indent = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      return lines.map { $0.dropFirst(indent) }.joined(separator: "\n")
    }
  }

  static func of(_ command: Command) -> String {
    let (start, end) = HelpScreen.parts(command)
    let blocks = start.split(separator: "\n\n").map(String.init).dropFirst()
    let usage = blocks.filter { $0.hasPrefix("USAGE\n") }
    let description = blocks.filter { !$0.hasPrefix("USAGE\n") }
    let options = Option.options(of: command).map(entry).joined()
    let related = Command.allCases.filter { $0 != command }.map { "contactsheet-\($0.rawValue)" }
    return head("contactsheet-\(command.rawValue)", command.summary)
      + usage.map(block).joined() + ".SH DESCRIPTION\n" + section(description)
      + ".SH OPTIONS\n" + options
      + end.split(separator: "\n\n").map { block(String($0)) }.joined()
      + seeAlso(["contactsheet"] + related)
  }

  private static func head(_ name: String, _ words: String) -> String {
    """
    .\\" Made by 'contactsheet help --man' from the option table.
    .TH \(name.uppercased()) 1 "\(versionDate)" "contactsheet \(version)"
    .nh
    .ad l
    .SH NAME
    \(plain(name)) \\- \(plain(words))

    """
  }

  private static func seeAlso(_ names: [String]) -> String {
    let references = names.sorted().map { ".BR \(plain($0)) (1)" }
    return ".SH SEE ALSO\n" + references.joined(separator: " ,\n") + "\n"
  }

  // MARK: parts

  /// The text below the head of a section, where a paragraph needs no macro to begin.
  private static func section(_ blocks: [String]) -> String {
    let markup = blocks.map(block).joined()
    return markup.hasPrefix(".PP\n") ? String(markup.dropFirst(4)) : markup
  }

  /// A paragraph of the help, or a section of it: that begins with a line in capitals.
  private static func block(_ text: String) -> String {
    var lines = text.split(separator: "\n").map(String.init)
    var markup = ""
    if let first = lines.first, first.allSatisfy({ $0.isUppercase || $0 == " " }) {
      let names = ["USAGE": "SYNOPSIS", "EXIT CODES": "EXIT STATUS"]
      markup = ".SH \(names[first] ?? first)\n"
      lines.removeFirst()
      if ["USAGE", "EXAMPLES"].contains(first) {
        return markup + ".nf\n"
          + lines.map { line(String($0.drop { $0 == " " })) }.joined(separator: "\n") + "\n.fi\n"
      }
      let indent = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      lines = lines.map { String($0.dropFirst(indent)) }
    } else {
      markup = ".PP\n"
    }
    // A definition is a word, two blanks, and what it means.
    guard lines.first?.firstMatch(of: #/^[^ ]+([ ,]+[^ ]+)? {2,}/#) != nil else {
      return markup + lines.map { line($0) }.joined(separator: "\n") + "\n"
    }
    var definitions = ""
    for text in lines {
      if let match = text.firstMatch(of: #/^([^ ].*?) {2,}(.*)$/#) {
        definitions += ".TP\n\(line(String(match.1)))\n\(line(String(match.2)))\n"
      } else {
        definitions += line(String(text.drop { $0 == " " })) + "\n"
      }
    }
    return (markup == ".PP\n" ? "" : markup) + definitions
  }

  private static func entry(_ option: Option) -> String {
    var head = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
    head += "\\fB\\-\\-\(plain(option.name))\\fR"
    if let value = option.value { head += " \\fI\(plain(value))\\fR" }
    let text = option.help + (option.fallback.map { " (default: \($0))" } ?? "")
    return ".TP\n\(head)\n\(line(text))\n"
  }

  // MARK: characters

  /// A line that is no request.
  private static func line(_ text: String) -> String {
    (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + plain(text)
  }

  /// Every character as itself, on every device: a hyphen that can be typed, and no quote that is set.
  private static func plain(_ text: String) -> String {
    var markup = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": markup += "\\e"
      case "-": markup += "\\-"
      case "'": markup += "\\(aq"
      case "`": markup += "\\(ga"
      case "^": markup += "\\(ha"
      case "~": markup += "\\(ti"
      case _ where character.isASCII: markup.unicodeScalars.append(character)
      default:
        markup += "\\[u\(hexadecimal(character.value, digits: 4))]"
      }
    }
    return markup
  }
}

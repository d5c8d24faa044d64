/// Completions of command lines for shells, made from the option table: `contactsheet completions bash`.
///
/// Completed are commands, options, the words of options that have only some, files and directories where they
/// are meant, and nothing where a number or a colour is.
enum Completions {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func text(_ shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// What the value of an option is.
  private enum Value: Hashable {
    case none
    case words([String])
    case file
    case directory
    case other
  }

  private static func value(_ option: Option) -> Value {
    if let choices = option.choices { return .words(choices) }
    return switch option.value {
    case nil: .none
    case "FILE", "FILE|URL": .file
    case "DIR": .directory
    default: .other
    }
  }

  /// Subjects of `contactsheet help`.
  private static let topics =
    Command.allCases.flatMap(\.words) + HelpTopic.allCases.map(\.rawValue)
  private static let shells = Shell.allCases.map(\.rawValue)
  private static let others = [
    ("help", "the help of a command or a topic"),
    ("completions", "completions for a shell"),
  ]

  /// The first words of an option's help: what fits beside its name.
  private static func brief(_ option: Option) -> String {
    // Not so little that it says nothing, as "makes nothing: …".
    let end = option.help.indices.dropFirst(16).first { ":;(".contains(option.help[$0]) }
    let text = option.help[..<(end ?? option.help.endIndex)]
    let sentence = text.split(separator: ". ").first.map(String.init) ?? String(text)
    var words = ""
    for word in sentence.split(separator: " ") {
      if words.count + word.count > 68 { return words + " …" }
      words += (words.isEmpty ? "" : " ") + word
    }
    while let last = words.last, " ,-".contains(last) { words.removeLast() }
    return words
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  // MARK: bash

  private static var bash: String {
    var options = ""
    var values = ""
    for command in Command.allCases {
      let words = command.words.joined(separator: "|")
      let own = Option.options(of: command)
      let names = own.flatMap { ["--\($0.name)"] + ($0.short.map { ["-\($0)"] } ?? []) }
      options += "    \(words)) options=\(quoted(names.joined(separator: " "))) ;;\n"
      for option in own where option.value != nil {
        let names = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
        let patterns = command.words.flatMap { word in names.map { "\(word):\($0)" } }
        let action =
          switch value(option) {
          case .none, .other: ""
          case .words(let words):
            "_contactsheet_words \(quoted(words.joined(separator: " "))) \"$current\""
          case .file: "_contactsheet_names -f \"$current\""
          case .directory: "_contactsheet_names -d \"$current\""
          }
        values +=
          "    \(patterns.joined(separator: "|"))) \(action.isEmpty ? "" : action + "; ")return ;;\n"
      }
    }
    let commands = Command.allCases.flatMap(\.words) + others.map(\.0)
    return """
      # Completions of contactsheet for bash, made by 'contactsheet completions bash'.

      _contactsheet_words() {
        local IFS=$' \\t\\n'
        COMPREPLY+=($(compgen -W "$1" -- "$2"))
      }

      _contactsheet_names() {
        local name
        while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$1" -- "$2")
        # Quotes what has to be quoted, and goes on within directories; older shells cannot.
        compopt -o filenames 2>/dev/null || :
      }

      _contactsheet() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
        local command=${COMP_WORDS[1]} options index
        COMPREPLY=()
        # --option=value comes as three words.
        if [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        if ((COMP_CWORD == 1)); then
          case $current in
            -*) _contactsheet_words '--help --version' "$current" ;;
            *)
              _contactsheet_words \(quoted(commands.joined(separator: " "))) "$current"
              _contactsheet_names -f "$current"
              ;;
          esac
          return
        fi
        case $command in
          help) _contactsheet_words \(quoted(topics.joined(separator: " "))) "$current"; return ;;
          completions) _contactsheet_words \(quoted(shells.joined(separator: " "))) "$current"; return ;;
      \(options)    -*) return ;;
          *) command=fitted options=\(quoted(Option.options(of: .fitted).map { "--\($0.name)" }.joined(separator: " "))) ;;
        esac
        for ((index = 2; index < COMP_CWORD; index++)); do
          if [[ ${COMP_WORDS[index]} == -- ]]; then
            _contactsheet_names -f "$current"
            return
          fi
        done
        case $command:$previous in
      \(values)  esac
        case $current in
          -*) _contactsheet_words "$options" "$current" ;;
          *) _contactsheet_names -f "$current" ;;
        esac
      }

      complete -F _contactsheet contactsheet
      """
  }

  // MARK: zsh

  private static var zsh: String {
    let names = Command.allCases.flatMap { command in command.words.map { ($0, command.summary) } }
    let commands = (names + others).map { "    \(quoted("\($0.0):\($0.1)"))" }
    var cases = ""
    for command in Command.allCases {
      let specs = Option.options(of: command).map { "        " + zshSpec($0) }
      cases += """
            \(command.words.joined(separator: "|")))
              _arguments -s -S : \\
        \(specs.joined(separator: " \\\n")) \\
                '*:file:_files'
              ;;

        """
    }
    return """
      #compdef contactsheet
      # Completions of contactsheet for zsh, made by 'contactsheet completions zsh'.

      _contactsheet() {
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _alternative 'commands:command:{ _describe -t commands command commands }' 'files:picture:_files'
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
          help) _values subject \(topics.joined(separator: " ")) ;;
          completions) _values shell \(shells.joined(separator: " ")) ;;
      \(cases)    *) _files ;;
        esac
      }

      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _contactsheet "$@"
      else
        compdef _contactsheet contactsheet
      fi
      """
  }

  private static func zshSpec(_ option: Option) -> String {
    var words = brief(option)
    for special in ["\\", "[", "]", ":"] { words = words.replacing(special, with: "\\\(special)") }
    let action =
      switch value(option) {
      case .none: ""
      case .words(let words): ":\(option.value!):(\(words.joined(separator: " ")))"
      case .file: ":\(option.value!):_files"
      case .directory: ":\(option.value!):_files -/"
      case .other: ":\(option.value!.replacing(":", with: "\\:")): "
      }
    let suffix = option.value == nil ? "" : "="
    // What may be given again stays among the offers.
    if option.help.lowercased().contains("may be given again") {
      return quoted("*--\(option.name)\(suffix)[\(words)]\(action)")
    }
    guard let short = option.short else {
      return quoted("--\(option.name)\(suffix)[\(words)]\(action)")
    }
    let (one, other) = ("-\(short)\(option.value == nil ? "" : "+")", "--\(option.name)\(suffix)")
    return "'(-\(short) --\(option.name))'{\(one),\(other)}" + quoted("[\(words)]\(action)")
  }

  // MARK: fish

  private static var fish: String {
    let names = Command.allCases.flatMap { command in command.words.map { ($0, command.summary) } }
    let commands = (names + others).map {
      "complete -c contactsheet -n '__contactsheet_first' -a \($0.0) -d \(fishQuoted($0.1))"
    }
    // An option that several commands have alike is told once.
    var order: [String] = []
    var owners: [String: [String]] = [:]
    for command in Command.allCases {
      for option in Option.options(of: command) {
        var line = "-l \(option.name)" + (option.short.map { " -s \($0)" } ?? "")
        switch value(option) {
        case .none: break
        case .words(let words): line += " -x -a \(fishQuoted(words.joined(separator: " ")))"
        case .file: line += " -r -F"
        case .directory: line += " -x -a '(__fish_complete_directories)'"
        case .other: line += " -x"
        }
        line += " -d \(fishQuoted(brief(option)))"
        if owners[line] == nil { order.append(line) }
        owners[line, default: []] += command.words
      }
    }
    let options = order.map { line in
      "complete -c contactsheet -n '__contactsheet_is \(owners[line]!.joined(separator: " "))' \(line)"
    }
    return """
      # Completions of contactsheet for fish, made by 'contactsheet completions fish'.

      function __contactsheet_first
        test (count (commandline -opc)) -eq 1
      end

      function __contactsheet_is
        set -l words (commandline -opc)
        test (count $words) -ge 2; and contains -- $words[2] $argv
      end

      \(commands.joined(separator: "\n"))
      complete -c contactsheet -n '__contactsheet_first' -l version -d 'shows the version'
      complete -c contactsheet -n '__contactsheet_first' -l help -s h -d 'shows the help'
      complete -c contactsheet -n '__contactsheet_is help' -f -a '\(topics.joined(separator: " "))'
      complete -c contactsheet -n '__contactsheet_is completions' -f -a '\(shells.joined(separator: " "))'
      \(options.joined(separator: "\n"))
      """
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}

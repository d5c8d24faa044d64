import ContactSheet
import ImageCodecs
import Raster

/// Runs a command line: the whole tool but for the process around it.
///
/// - Parameter arguments: what follows the program's name, as the bytes that the system handed over.
public func run(_ arguments: [[UInt8]], console: Console) -> ExitCode {
  var code: ExitCode
  do throws(UsageError) {
    code = try dispatch(arguments, console)
  } catch {
    console.report(error.message)
    code = .usage
  }
  if let error = console.loss.withLock({ $0 }) {
    console.report("standard output: cannot be written: \(error)")
    code = worst(code, .notMade)
  }
  return code
}

private func dispatch(
  _ arguments: [[UInt8]], _ console: Console
) throws(UsageError) -> ExitCode {
  guard let first = arguments.first else {
    throw UsageError("No command. See 'contactsheet --help'.")
  }
  if let name = FastPath.unknownNames.first {
    let known = FastPath.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError(
      "\(FastPath.variable): there is no '\(printable(Array(name.utf8)))' to turn off; there are \(known)."
    )
  }
  let word = printable(first)
  switch word {
  case "--help", "-h", "help":
    return try help(Array(arguments.dropFirst()), console)
  case "completions":
    return try completions(Array(arguments.dropFirst()), console)
  case "--version":
    console.print("contactsheet \(version)")
    return .done
  default:
    break
  }
  var rest = arguments
  let command: Command
  if let named = Command(word: word) {
    command = named
    rest.removeFirst()
  } else if RemoteAddress.isAddress(first) {
    command = .fitted
  } else if let path = RawPath(bytes: first), FileStatus(path) != nil, !word.hasPrefix("-") {
    command = .fitted  // pictures and no command: the layout that shows every one of them whole
  } else {
    throw unknownCommand(first)
  }
  do throws(UsageError) {
    return try run(command, rest, console)
  } catch {
    throw UsageError("\(error.message) See 'contactsheet \(command.rawValue) --help'.")
  }
}

private func run(
  _ command: Command, _ arguments: [[UInt8]], _ console: Console
) throws(UsageError) -> ExitCode {
  let options =
    command == .batch
    ? BatchCommand.options(for: arguments) : Option.options(of: command)
  let parsed = try ParsedArguments(arguments, options: options)
  if parsed.has("help") {
    console.print(HelpScreen.of(command))
    return .done
  }
  if parsed.has("version") {
    console.print("contactsheet \(version)")
    return .done
  }
  if parsed.has("print-manifest") {
    console.print(try PrintedManifest(command, parsed, console).json)
    return .done
  }
  switch command {
  case .strip: return try StripCommand(parsed, console).run(console)
  case .list, .grid, .fitted, .justified:
    return try SheetCommand(command, parsed, console).run(console)
  case .batch where parsed.has("schema"):
    console.print(String(ManifestSchema.json.dropLast()))
    return .done
  case .batch:
    return BatchRun(try BatchCommand(parsed), console).run()
  case .diff: return try DiffCommand(parsed).run(console)
  case .probe: return try ProbeCommand(parsed).run(console)
  case .cache: return try CacheCommand(parsed).run(console)
  }
}

private func help(_ words: [[UInt8]], _ console: Console) throws(UsageError) -> ExitCode {
  guard let topic = words.first, !["--help", "-h"].contains(printable(topic)) else {
    console.print(HelpScreen.overview)
    return .done
  }
  if let topic = HelpTopic(rawValue: printable(topic)) {
    console.print(topic.text)
    return .done
  }
  switch printable(topic) {
  // For those who install the tool, not for its users.
  case "--commands":
    console.print(Command.allCases.map(\.rawValue).joined(separator: "\n"))
    return .done
  case "--man":
    guard words.count > 1 else {
      console.print(String(ManPage.overview.dropLast()))
      return .done
    }
    guard let command = Command(word: printable(words[1])) else { throw unknownCommand(words[1]) }
    console.print(String(ManPage.of(command).dropLast()))
    return .done
  default: break
  }
  guard let command = Command(word: printable(topic)) else { throw unknownCommand(topic) }
  console.print(HelpScreen.of(command))
  return .done
}

/// Prints what a shell reads to complete command lines.
private func completions(_ words: [[UInt8]], _ console: Console) throws(UsageError) -> ExitCode {
  let names = Completions.Shell.allCases.map(\.rawValue)
  guard let word = words.first.map({ printable($0) }), words.count == 1 else {
    throw UsageError(
      "One shell is given: contactsheet completions \(names.joined(separator: "|")).")
  }
  guard let shell = Completions.Shell(rawValue: word) else {
    let near = nearestName(to: word, among: names)
    throw UsageError(
      "There are no completions for '\(word)': \(names.joined(separator: ", "))."
        + (near.map { " Did you mean '\($0)'?" } ?? ""))
  }
  console.print(Completions.text(shell))
  return .done
}

private func unknownCommand(_ word: [UInt8]) -> UsageError {
  let shown = printable(word)
  if shown.hasPrefix("-") {
    return UsageError(
      "The command comes first, then its options: 'contactsheet fitted IMAGE… \(shown)'. "
        + "See 'contactsheet --help'.")
  }
  if let near = Command.nearest(to: shown.lowercased()) {
    return UsageError("Unknown command '\(shown)'. Did you mean '\(near.rawValue)'?")
  }
  if shown.contains("/") || shown.contains(".") {
    return UsageError("'\(shown)' is neither a command nor a file. See 'contactsheet --help'.")
  }
  return UsageError("Unknown command '\(shown)'. See 'contactsheet --help'.")
}

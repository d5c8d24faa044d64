import ContactSheetCLI
import Foundation
import TestSupport
import Testing

struct HelpTests {
  @Test(arguments: [
    ("--help", "help"), ("strip --help", "strip-help"), ("probe --help", "probe-help"),
    ("list --help", "list-help"), ("grid --help", "grid-help"), ("fitted --help", "fitted-help"),
    ("justified --help", "justified-help"), ("diff --help", "diff-help"),
    ("batch --help", "batch-help"), ("cache --help", "cache-help"),
  ])
  func `the help is as recorded`(_ line: String, _ golden: String) throws {
    let run = CommandLineRun(line)
    let mismatch = try textGoldenMismatch(run.output, golden)
    #expect(mismatch == nil)
    #expect(run.errors == "")
    #expect(run.code == .done)
  }

  @Test(arguments: [
    ("help", "--help"), ("-h", "--help"), ("help strip", "strip --help"),
    ("strip -h", "strip --help"), ("strip -qh", "strip --help"),
    ("strip a.jpg x6 --size 0 --help", "strip --help"), ("strip --help --version", "strip --help"),
    ("help --help", "--help"), ("--help strip", "strip --help"), ("strip --version", "--version"),
    ("strip nowhere.jpg --version", "--version"),
  ])
  func `two ways to ask give one answer`(_ one: String, _ other: String) {
    let (first, second) = (CommandLineRun(one), CommandLineRun(other))
    #expect(first.output == second.output)
    #expect(first.errors == "")
    #expect(first.code == .done)
  }

  @Test func `the version is one line of name and number`() throws {
    let run = CommandLineRun("--version")
    #expect(try #/contactsheet \d+\.\d+\.\d+\n/#.wholeMatch(in: run.output) != nil)
  }

  @Test(arguments: ["--help"] + Command.allCases.map { "\($0.rawValue) --help" })
  func `the help fits a terminal of 80 columns`(_ line: String) {
    let help = CommandLineRun(line).output
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.filter { $0.count > 80 } == [])
    #expect(lines.filter { $0.hasSuffix(" ") } == [])
    #expect(!help.contains("\t"))
    #expect(help.hasSuffix("\n") && !help.hasSuffix("\n\n"))
  }

  @Test(arguments: Command.allCases)
  func `every option of a command is in its help, with its default`(_ command: Command) {
    let help = CommandLineRun("\(command.rawValue) --help").output
    let flat = help.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for option in Option.options(of: command) {
      let head = "--\(option.name)" + (option.value.map { " \($0)" } ?? "") + " "
      #expect(flat.contains((option.short.map { "-\($0), " } ?? "") + head + option.help))
      if let fallback = option.fallback {
        #expect(flat.contains("\(option.help) (default: \(fallback))"), "\(option.name)")
      }
    }
  }

  @Test(arguments: Command.allCases)
  func `no option that a command does not take is in its help`(_ command: Command) {
    let help = CommandLineRun("\(command.rawValue) --help").output
    let offered = Set(help.matches(of: #/--[a-z-]+/#).map { String($0.output) })
    let usable = Set(Option.options(of: command).map { "--\($0.name)" })
    #expect(offered.subtracting(usable).sorted() == [])
  }

  @Test func `every command is in the overview`() {
    let help = CommandLineRun("--help").output
    for command in Command.allCases {
      #expect(help.contains("  \(command.rawValue) "))
      #expect(help.contains(command.summary))
    }
  }

  @Test func `the examples of the help are command lines that work`() throws {
    // Where no picture is there, they are understood, and nothing is made.
    let directory = try TemporaryDirectory()
    for help in ["--help"] + Command.allCases.map({ "\($0.rawValue) --help" }) {
      let text = CommandLineRun(help).output.components(separatedBy: "EXAMPLES\n").last ?? ""
      let examples = text.split(separator: "\n").filter { $0.hasPrefix("  contactsheet ") }
      #expect(!examples.isEmpty)
      for example in examples {
        // Without a command only pictures that are there make a sheet; a pipe is the shell's.
        let line = example.dropFirst(15).prefix { $0 != "|" }
        let words = (line.hasPrefix("photos") ? "fitted \(line)" : String(line)).split(
          separator: " ")
        if words.first == "cache" {
          // Not that of whoever runs the tests.
          let run = try Tool.shell("XDG_CACHE_HOME=\"$PWD\" \"$TOOL\" \(line)", in: directory.url)
          #expect(run.code == 0, "\(example): \(run.errorText)")
          continue
        }
        let run = try Tool.run(words.map(String.init), in: directory.url)
        #expect(run.code == 2, "\(example): \(run.errorText)")
      }
    }
  }
}

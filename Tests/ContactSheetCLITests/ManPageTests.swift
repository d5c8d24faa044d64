import ContactSheetCLI
import Foundation
import TestSupport
import Testing

/// Manual pages, as the programs that show them take them.
@Suite struct ManPageTests {
  private static let subjects = [""] + Command.allCases.map(\.rawValue)

  private func has(_ program: String, in folder: URL) throws -> Bool {
    try Tool.has(program, for: "manual pages", in: folder)
  }

  @Test func `no program that reads manual pages finds anything wrong with them`() throws {
    let folder = try TemporaryDirectory()
    let (groff, mandoc) = (try has("groff", in: folder.url), try has("mandoc", in: folder.url))
    for subject in Self.subjects {
      let page = CommandLineRun("help --man \(subject)")
      #expect(page.code == .done && page.errors == "")
      try folder.write(Array(page.output.utf8), "page.1")
      if groff {
        let run = try Tool.shell("groff -man -Tutf8 -ww page.1", in: folder.url)
        #expect(run.code == 0 && run.errorText == "", "\(subject): \(run.errorText)")
      }
      if mandoc {
        let run = try Tool.shell("mandoc -Tlint -Wwarning page.1", in: folder.url)
        #expect(run.code == 0, "\(subject): \(run.outputText)")
      }
    }
  }

  @Test func `a page as it is read has every option, its default, and the texts of the help`()
    throws
  {
    let folder = try TemporaryDirectory()
    guard try has("groff", in: folder.url) else { return }
    for command in Command.allCases {
      try folder.write(
        Array(CommandLineRun("help --man \(command.rawValue)").output.utf8), "page.1")
      // On one long line, without overstriking.
      let run = try Tool.shell(
        "groff -man -Tutf8 -P-c -P-b -P-u -rLL=10000n -rHY=0 page.1", in: folder.url)
      let plain = run.outputText.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      let flat = plain.split { $0.isWhitespace }.joined(separator: " ")
      for option in Option.options(of: command) {
        let head = "--\(option.name)" + (option.value.map { " \($0)" } ?? "")
        let text = option.help + (option.fallback.map { " (default: \($0))" } ?? "")
        let words = "\(head) \(text)".split { $0.isWhitespace }.joined(separator: " ")
        #expect(flat.contains(words), "\(command.rawValue): \(head)")
      }
      for section in [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO",
      ] {
        #expect(plain.contains("\n\(section)\n"), "\(command.rawValue): \(section)")
      }
      #expect(flat.contains("contactsheet-\(command.rawValue) - \(command.summary)"))
    }
  }

  @Test func `what is installed is there, whole, and goes again`() throws {
    let folder = try TemporaryDirectory()
    let script = packageRoot.appendingPathComponent("scripts/install-documents").path
    let run = try Tool.shell("'\(script)' \"$TOOL\" '\(folder.path("share"))'", in: folder.url)
    #expect(run.code == 0, "\(run.errorText)")
    let pages = Self.subjects.map { "contactsheet\($0.isEmpty ? "" : "-")\($0).1" }
    #expect(try folder.names("share/man/man1") == pages.sorted())
    #expect(try folder.names("share/bash-completion/completions") == ["contactsheet"])
    #expect(try folder.names("share/zsh/site-functions") == ["_contactsheet"])
    #expect(try folder.names("share/fish/vendor_completions.d") == ["contactsheet.fish"])
    let zsh = try folder.url.appendingPathComponent("share/zsh/site-functions/_contactsheet")
      .contents()
    #expect(String(decoding: zsh, as: UTF8.self) == CommandLineRun("completions zsh").output)
  }
}

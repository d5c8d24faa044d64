import ContactSheetCLI
import Foundation
import TestSupport
import Testing

/// Completions as the shells give them.
@Suite struct CompletionTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for shell in ["bash", "zsh", "fish"] {
      try folder.write(
        Array(CommandLineRun("completions \(shell)").output.utf8), "completions.\(shell)")
    }
    try folder.makeDirectory("work/photos")
    try folder.makeDirectory("work/bin")
    for name in ["photo one.jpg", "pho*.png", "manifest.json"] {
      try folder.write([1], "work/\(name)")
    }
    try folder.makeLink("work/bin/contactsheet", to: Tool.url.path)
  }

  private var work: URL { folder.url.appendingPathComponent("work") }

  private func has(_ shell: String) throws -> Bool {
    try Tool.has(shell, for: "completions", in: folder.url)
  }

  /// Words of a line, the last of them to be completed, and some of what has to be offered, in order; what is
  /// not to be offered follows a `!`.
  private static let cases: [(words: [String], offers: [String])] = [
    (["gr"], ["grid"]), (["st"], ["strip"]), (["mas"], ["masonry"]), (["comp"], ["completions"]),
    (["strip", "--ax"], ["--axis"]), (["strip", "--axis", ""], ["horizontal", "vertical"]),
    (["strip", "--axis", "v"], ["vertical"]), (["grid", "--fit", "n"], ["natural"]),
    (["grid", "--axi"], ["!--axis"]), (["rows", "--last-row", "bal"], ["balance"]),
    (["diff", "--metric", ""], ["exact", "perceptual"]), (["diff", "--update", "m"], ["missing"]),
    (["batch", "--layout", "ju"], ["justified"]),
    (["batch", "--output", "ph"], ["photos", "!photo one.jpg"]),
    (["strip", "--output", "pho"], ["photo one.jpg", "photos"]),
    (["strip", "pho"], ["photo one.jpg", "photos"]),
    (["grid", "--columns", "p"], ["!photos", "!photo one.jpg"]), (["help", "lay"], ["layouts"]),
    (["help", "jus"], ["justified"]), (["completions", "z"], ["zsh"]),
    (["list", "photos", "--html", "man"], ["manifest.json"]),
    (["list", "--caption-position", ""], ["below", "overlay"]),
    (["list", "--text-align", "r"], ["right"]), (["grid", "--feed", "man"], ["manifest.json"]),
  ]

  private func check(_ found: [String], _ offers: [String], _ words: [String], _ shell: String) {
    // A directory may have its slash.
    let names = Set(found.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 })
    for offer in offers {
      if offer.hasPrefix("!") {
        #expect(!names.contains(String(offer.dropFirst())), "\(shell): \(words): \(found)")
      } else {
        #expect(names.contains(offer), "\(shell): \(words): \(found)")
      }
    }
  }

  private func quoted(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: " ")
  }

  @Test func `bash completes`() throws {
    guard try has("bash") else { return }
    for (words, offers) in Self.cases {
      let run = try Tool.shell(
        """
        exec bash --norc -c '
          source "$1"; shift
          COMP_WORDS=(contactsheet "$@") COMP_CWORD=$#
          complete -p contactsheet >/dev/null && _contactsheet
          for word in "${COMPREPLY[@]}"; do printf "%s\\n" "$word"; done
        ' bash '\(folder.path("completions.bash"))' \(quoted(words))
        """, in: work)
      #expect(run.code == 0 && run.errorText == "", "\(words): \(run.errorText)")
      check(run.outputText.split(separator: "\n").map(String.init), offers, words, "bash")
    }
    // --option=value comes in three words.
    let equal = try Tool.shell(
      """
      exec bash --norc -c 'source "$1"; COMP_WORDS=(contactsheet strip --axis = v) COMP_CWORD=4; _contactsheet
        echo "${COMPREPLY[@]}"; COMP_WORDS=(contactsheet strip --axis =) COMP_CWORD=3; _contactsheet
        echo "${COMPREPLY[@]}"' bash '\(folder.path("completions.bash"))'
      """, in: work)
    #expect(equal.outputText == "vertical\nhorizontal vertical\n")
  }

  /// What Tab makes of each line, in an interactive shell on a terminal of its own: zsh completes nowhere else.
  private static let zshScript = #"""
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PS1= RPS1= PS2=; fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -u -D; bindkey -e"
    zpty -w shell 'told() { print -r -- "<<<$BUFFER>>>"; BUFFER= }; zle -N told; bindkey "^G" told'
    zpty -w shell 'setopt no_beep no_list_ambiguous'
    zpty -w shell 'print READ''Y'
    zpty -r shell line $'*READY\r\n*' || exit 1
    shift
    for text; do
      zpty -w -n shell "$text"$'\t\a'
      zpty -r shell line '*<<<*>>>*' || exit 1
      line=${line##*<<<}
      print -r -- "${line%%>>>*}"
    done
    zpty -d shell
    """#

  @Test func `zsh offers again what may be given again`() {
    let text = CommandLineRun("completions zsh").output
    #expect(text.contains("'*--feed=[") && text.contains("'*--ignore=["))
    #expect(!text.contains("'*--title"))
  }

  @Test func `zsh completes`() throws {
    guard try has("zsh") else { return }
    #expect(try Tool.shell("zsh -n '\(folder.path("completions.zsh"))'", in: work).errorText == "")
    try folder.write(
      Array(CommandLineRun("completions zsh").output.utf8), "functions/_contactsheet")
    try folder.write(Array(Self.zshScript.utf8), "complete.zsh")
    let lines = [
      ("gr", "grid "), ("mas", "masonry "), ("man", "manifest.json "),
      ("strip --ax", "strip --axis="),
      ("strip --axis v", "strip --axis vertical "), ("strip --axis=v", "strip --axis=vertical "),
      ("grid --fit n", "grid --fit natural "), ("rows --last-row bal", "rows --last-row balance "),
      ("diff --metric e", "diff --metric exact "),
      ("batch --layout ju", "batch --layout justified "),
      ("batch --output ph", "batch --output photos/"), ("batch -o ph", "batch -o photos/"),
      ("list photos --html man", "list photos --html manifest.json "),
      ("grid --columns p", "grid --columns p"), ("grid --axi", "grid --axi"),
      ("strip man", "strip manifest.json "), ("completions z", "completions zsh "),
      ("help lay", "help layouts "),
    ]
    let words = lines.map { "'contactsheet \($0.0)'" }.joined(separator: " ")
    let run = try Tool.shell(
      "TERM=dumb zsh -f '\(folder.path("complete.zsh"))' '\(folder.path("functions"))' \(words)",
      in: work)
    #expect(run.code == 0, "\(run.errorText)")
    let found = run.outputText.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    for (line, found) in zip(lines, found) {
      #expect(found == "contactsheet \(line.1)", "\(line.0)")
    }
    #expect(found.count == lines.count + 1)
  }

  @Test func `fish completes`() throws {
    guard try has("fish") else { return }
    for (words, offers) in Self.cases {
      let line = (["contactsheet"] + words).joined(separator: " ")
      let run = try Tool.shell(
        "HOME=\"$PWD\" fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "
          + "'\(folder.path("completions.fish"))' '\(line)'", in: work)
      #expect(run.code == 0 && run.errorText == "", "\(words): \(run.errorText)")
      let found = run.outputText.split(separator: "\n").map {
        String($0.split(separator: "\t")[0]).replacing("\\", with: "")
      }
      check(found, offers, words, "fish")
    }
  }

  @Test(arguments: [
    ("completions", "One shell is given: contactsheet completions bash|zsh|fish."),
    ("completions bash zsh", "One shell is given: contactsheet completions bash|zsh|fish."),
    (
      "completions fisch",
      "There are no completions for 'fisch': bash, zsh, fish. Did you mean 'fish'?"
    ),
    (
      "completions tcsh", "There are no completions for 'tcsh': bash, zsh, fish."
    ),
  ])
  func `a shell that is not known is refused`(line: String, words: String) {
    let run = CommandLineRun(line)
    #expect(run.code == .usage && run.output == "")
    #expect(run.errors == "contactsheet: \(words)\n")
  }
}

import ContactSheetCLI
import Testing

struct OptionTableTests {

  @Test func `every name is there once`() {
    let names = Option.table.map(\.name)
    #expect(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
  }

  @Test func `names are lower-case words joined by dashes`() {
    for name in Option.table.map(\.name) {
      let words = name.split(separator: "-", omittingEmptySubsequences: false)
      #expect(
        words.allSatisfy { !$0.isEmpty && $0.allSatisfy { ("a"..."z").contains($0) } }, "\(name)")
    }
  }

  @Test func `the short letters are these and no others`() {
    let letters = Option.table.compactMap { option in
      option.short.map { "-\($0) \(option.name)" }
    }
    #expect(
      letters.sorted() == [
        "-0 null", "-b background", "-c columns", "-h help", "-j jobs", "-o output", "-q quiet",
        "-r recursive", "-s spacing", "-w width",
      ])
  }

  @Test func `every option that a command takes is explained`() {
    for option in Option.table where !option.commands.isEmpty {
      #expect(!option.help.isEmpty, "\(option.name)")
    }
  }

  @Test func `a flag has no default`() {
    for option in Option.table where option.value == nil {
      #expect(option.fallback == nil, "\(option.name)")
    }
  }

  @Test func `every synonym points to an option and is none itself`() {
    let names = Set(Option.table.map(\.name))
    for (word, name) in Option.synonyms {
      #expect(names.contains(name), "\(word) points to \(name)")
      #expect(!names.contains(word), "\(word) is an option")
    }
  }

  @Test func `strip takes its own options and no other command's`() {
    #expect(
      Option.options(of: .strip).map(\.name).sorted() == [
        "allow-private-addresses", "anchor", "axis", "background", "border", "border-color",
        "columns", "compression", "corner-radius", "fail-on", "feed", "feed-size", "files-from",
        "filter", "font",
        "front", "help", "html", "jobs", "json-report", "limit", "linear", "margin", "markdown",
        "max-input-pixels", "max-input-side", "max-profile-size", "max-scans", "memory", "more",
        "no-auto-orient", "no-color-management", "null", "offline", "on-error", "output",
        "placements", "plan", "print-manifest", "progress", "quiet", "recursive", "refresh",
        "reverse",
        "row-spacing", "scale", "shadow", "shape", "size", "sort", "spacing", "text-color",
        "version",
      ])
  }
}

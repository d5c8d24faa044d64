import Foundation
import TestSupport
import Testing

/// `contactsheet cache`, and what is not opened where nothing is fetched.
struct CacheCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func cache(_ words: String) throws -> Tool.Outcome {
    try Tool.shell("XDG_CACHE_HOME=\"$PWD\" \"$TOOL\" cache \(words)", in: directory.url)
  }

  /// An entry as it is kept.
  private func add(_ key: Character, bytes: Int) throws {
    let name = "contactsheet/entries/" + String(repeating: key, count: 64)
    try directory.write([UInt8](repeating: 1, count: bytes), "\(name)-0123456789abcdef")
    try directory.write(Array("{}".utf8), "\(name).json")
  }

  private var place: String { directory.path("contactsheet") }

  @Test func `it says where it is and how much it has`() throws {
    let empty = "\(place): 0 entries, 0 bytes, at most 1,000,000,000\n"
    #expect(try cache("").outputText == empty)
    #expect(try directory.names() == [])
    try add("a", bytes: 2000)
    try add("b", bytes: 3)
    #expect(
      try cache("--info").outputText == "\(place): 2 entries, 2,007 bytes, at most 1,000,000,000\n")
    let json =
      "{\"version\": 1, \"file\": \"\(place)\", \"entries\": 2, \"bytes\": 2007, \"limit\": 5000000}\n"
    let limited = try Tool.shell(
      "XDG_CACHE_HOME=\"$PWD\" CONTACTSHEET_CACHE_MB=5 \"$TOOL\" cache --json", in: directory.url)
    #expect(limited.outputText == json)
    #expect(limited.errorText == "")
  }

  @Test func `clearing removes entries and nothing else`() throws {
    try add("a", bytes: 2000)
    try add("b", bytes: 3)
    try directory.write([1], "contactsheet/entries/mine.txt")
    let run = try cache("--clear")
    #expect(run.code == 0)
    #expect(run.errorText == "contactsheet: \(place): 2 entries, 2,007 bytes removed\n")
    #expect(run.output == [])
    #expect(try directory.names("contactsheet/entries") == ["mine.txt"])
    #expect(
      try cache("--clear --json").outputText
        == "{\"version\": 1, \"file\": \"\(place)\", \"removed_entries\": 0, \"removed_bytes\": 0, "
        + "\"entries_in_use\": 0}\n")
    #expect(try cache("--clear -q").errorText == "")
  }

  @Test(arguments: [
    ("dog.jpg", "'cache' takes options only, not 'dog.jpg'."),
    ("--clear --info", "'--clear' does not go with '--info'."),
    ("--verify", "Option '--verify' does not belong to this command."),
  ])
  func `wrong usage is said`(_ words: String, _ message: String) throws {
    let run = try cache(words)
    #expect(run.code == 64)
    #expect(run.errorText == "contactsheet: \(message) See 'contactsheet cache --help'.\n")
  }

  @Test func `the place follows XDG, and HOME where that says nothing useful`() throws {
    let usual = "at most 1,000,000,000\n"
    for setting in ["unset XDG_CACHE_HOME", "XDG_CACHE_HOME=", "XDG_CACHE_HOME=relative"] {
      let run = try Tool.shell(
        "\(setting); export XDG_CACHE_HOME; HOME=\"$PWD/me\" \"$TOOL\" cache", in: directory.url)
      #if canImport(Darwin)
        let below = "me/Library/Caches/contactsheet"
      #else
        let below = "me/.cache/contactsheet"
      #endif
      #expect(run.outputText == "\(directory.path(below)): 0 entries, 0 bytes, \(usual)")
    }
    let homeless = try Tool.shell("env -i \"$TOOL\" cache", in: directory.url)
    #expect(homeless.code == 2)
    #expect(
      homeless.errorText
        == "contactsheet: there is no place for a cache; XDG_CACHE_HOME or HOME has to name a directory\n"
    )
  }

  #if os(Linux)
    @Test(arguments: ["strip dog.jpg -o out.png", "cache", "probe dog.jpg", "--help"])
    func `no library for fetching or for text is opened where nothing needs it`(_ words: String)
      throws
    {
      try directory.write(Pictures.dog, "dog.jpg")
      // The loader's own account of every library that it looks for, linked or opened later.
      let run = try Tool.shell(
        "XDG_CACHE_HOME=\"$PWD\" LD_DEBUG=libs \"$TOOL\" \(words) 2>&1 >/dev/null",
        in: directory.url)
      #expect(run.code == 0)
      #expect(run.outputText.contains("libjpeg"))
      #expect(!run.outputText.contains("libcurl"))
      #expect(!run.outputText.contains("libpango"))
    }
  #endif
}

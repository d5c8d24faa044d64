import ContactSheet
import ImageCodecs
import PlainJSON

/// `contactsheet cache`.
struct CacheCommand {
  private let clears: Bool
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    if let word = arguments.words.first {
      throw UsageError("'cache' takes options only, not '\(printable(word))'.")
    }
    clears = arguments.has("clear")
    if clears, arguments.has("info") {
      throw UsageError("'--clear' does not go with '--info'.")
    }
    isJSON = arguments.has("json")
    isQuiet = arguments.has("quiet")
  }

  func run(_ console: Console) -> ExitCode {
    guard let place = RemoteCache.usualPlace() else {
      console.report(
        "there is no place for a cache; XDG_CACHE_HOME or HOME has to name a directory")
      return .notMade
    }
    let cache = RemoteCache(place)
    do throws(OutputFault) {
      if clears { try clear(cache, console) } else { try inform(about: cache, console) }
      return .done
    } catch {
      console.report(error.description)
      return .notMade
    }
  }

  private func inform(about cache: RemoteCache, _ console: Console) throws(OutputFault) {
    let size = try cache.size()
    let limit = RemoteCache.usualByteLimit()
    if isJSON {
      let members: [(String, JSON)] = [
        ("entries", .number(size.entryCount)), ("bytes", .number(size.byteCount)),
        ("limit", .number(limit)),
      ]
      return print(members, cache, console)
    }
    console.print("\(cache.directory): \(words(size)), at most \(grouped(UInt64(limit)))")
  }

  private func clear(_ cache: RemoteCache, _ console: Console) throws(OutputFault) {
    let (removed, inUse) = try cache.evict(limit: -1)
    if isJSON {
      let members: [(String, JSON)] = [
        ("removed_entries", .number(removed.entryCount)),
        ("removed_bytes", .number(removed.byteCount)), ("entries_in_use", .number(inUse)),
      ]
      return print(members, cache, console)
    }
    if isQuiet { return }
    let left =
      inUse == 0 ? "" : "; \(inUse) left, as another process uses \(inUse == 1 ? "it" : "them")"
    console.report("\(cache.directory): \(words(removed)) removed\(left)")
  }

  private func print(_ members: [(String, JSON)], _ cache: RemoteCache, _ console: Console) {
    console.print(
      JSON.object([("version", .number(1))] + JSON.path(cache.directory) + members).text)
  }

  private func words(_ size: CacheSize) -> String {
    let entries = size.entryCount == 1 ? "entry" : "entries"
    return
      "\(grouped(UInt64(size.entryCount))) \(entries), \(grouped(UInt64(size.byteCount))) bytes"
  }
}

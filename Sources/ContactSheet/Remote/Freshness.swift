/// How long an answer holds without asking again, by RFC 9111 for a cache that one user has.
struct Freshness: Equatable {
  /// Until then it holds, in seconds since 1970.
  var until: Int
  /// It may be kept past the run.
  var isKept: Bool

  /// - Parameters:
  ///   - headers: of the answer; of one that was checked, those of both.
  ///   - age: what the server says that it already was old when it came, in seconds; nil where it says nothing.
  ///   - requested, arrived: by our clock.
  init(_ headers: ResponseHeaders, age: String?, requested: Int, arrived: Int) {
    let directives = Freshness.directives(headers.list("cache-control") ?? "")
    isKept = !directives.contains { $0.name == "no-store" }
    let date = headers["date"].flatMap(HTTPDate.init)?.seconds ?? arrived
    let lifetime = Freshness.lifetime(headers, directives, date: date)
    // Section 4.2.3. What took long on its way was old when it came.
    let delay = max(0, arrived - requested)
    let initial = max(max(0, arrived - date), Freshness.seconds(age ?? "") + delay)
    until = arrived + lifetime - initial
  }

  /// Of a redirect, which holds for good where it is permanent and says nothing else, and not at all where it is
  /// temporary and says nothing else.
  init(redirect headers: ResponseHeaders, status: Int, requested: Int, arrived: Int) {
    self.init(headers, age: headers["age"], requested: requested, arrived: arrived)
    let saysNothing = headers["cache-control"] == nil && headers["expires"] == nil
    if saysNothing { until = [301, 308].contains(status) ? Int.max : arrived }
  }

  /// Of answers that were all needed.
  func limited(by other: Freshness?) -> Freshness {
    guard let other else { return self }
    var both = self
    both.until = min(until, other.until)
    both.isKept = isKept && other.isKept
    return both
  }

  /// Sections 4.2.1 and 4.2.2.
  private static func lifetime(
    _ headers: ResponseHeaders, _ directives: [Directive], date: Int
  ) -> Int {
    if directives.contains(where: { $0.name == "no-cache" }) { return 0 }
    if directives.isEmpty, headers["pragma"]?.lowercased().contains("no-cache") == true { return 0 }
    // Who else asks may get something else, and it is not said what that depends on.
    if headers.list("vary")?.contains("*") == true { return 0 }
    if let age = directives.first(where: { $0.name == "max-age" }) { return seconds(age.value) }
    if let expires = headers["expires"] {
      // What is no date, a 0 above all, is past.
      return HTTPDate(expires).map { max(0, $0.seconds - date) } ?? 0
    }
    guard let modified = headers["last-modified"].flatMap(HTTPDate.init) else { return 0 }
    return min(86_400, max(0, date - modified.seconds) / 10)
  }

  private struct Directive {
    let name: String
    let value: String
  }

  private static func directives(_ text: String) -> [Directive] {
    // A comma may stand in quotes, but not in a directive that matters here.
    text.split(separator: ",").map { part in
      let sides = part.split(separator: "=", maxSplits: 1).map { side in
        side.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
      }
      return Directive(
        name: sides.first?.lowercased() ?? "", value: sides.count == 2 ? sides[1] : "")
    }
  }

  /// Section 1.2.2: what is too large counts as 2³¹, what is no number as 0.
  private static func seconds(_ text: String) -> Int {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber ? min(Int(text) ?? 1 << 31, 1 << 31) : 0
  }
}

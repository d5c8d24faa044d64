/// Addresses as they stand in feeds, made absolute after RFC 3986, section 5.2.
///
/// Only http and https come out. What a host and a path may hold is no matter here: who fetches looks at it.
package enum AddressReference {
  /// Why a reference is none that can be fetched; a fragment that goes after it.
  package enum Fault: Error, Hashable {
    case empty
    /// Another scheme, as in `data:`.
    case scheme
    case noHost
    /// It is relative, and nothing is there to which it is.
    case relative

    var words: String {
      switch self {
      case .empty: "is empty"
      case .scheme: "is no http or https address"
      case .noHost: "has no host"
      case .relative:
        "is relative, and the feed is a file without a 'feed_url', which would say to what"
      }
    }
  }

  /// The parts of an absolute address: `https`, `host:port`, `/path`, `?query`.
  package struct Parts: Hashable, Sendable {
    var scheme: String
    var authority: String
    var path: String
    var query: String

    package var text: String { "\(scheme)://\(authority)\(path)\(query)" }
  }

  /// nil for what is no absolute http or https address.
  package static func absolute(_ text: String?) -> Parts? {
    text.flatMap { try? resolved($0, against: nil) }
  }

  /// - Parameter base: nil where there is none; then a relative reference is a fault.
  package static func resolved(_ reference: String, against base: Parts?) throws(Fault) -> Parts {
    // White space at the ends is none of it, as in HTML.
    let trimmed = reference.trimmed
    let text = trimmed.prefix { $0 != "#" }
    if trimmed.isEmpty { throw .empty }
    if let colon = schemeEnd(text) {
      let scheme = text[..<colon].lowercased()
      guard scheme == "http" || scheme == "https" else { throw .scheme }
      let rest = text[text.index(after: colon)...]
      guard rest.hasPrefix("//") else { throw .noHost }
      return try parts(scheme, rest)
    }
    guard var base else { throw .relative }
    if text.hasPrefix("//") { return try parts(base.scheme, text) }
    let path = text.prefix { $0 != "?" }
    let query = String(text[path.endIndex...])
    if path.isEmpty {
      if !query.isEmpty { base.query = query }
      return base
    }
    let merged =
      path.hasPrefix("/")
      ? String(path) : String(base.path.prefix(through: base.path.lastIndex(of: "/")!)) + path
    return Parts(
      scheme: base.scheme, authority: base.authority, path: withoutDots(merged), query: query)
  }

  /// Where the colon of a scheme stands.
  private static func schemeEnd(_ text: Substring) -> Substring.Index? {
    guard let colon = text.firstIndex(of: ":"), let first = text.first,
      first.isASCII, first.isLetter
    else { return nil }
    let isScheme = text[..<colon].allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "-" || $0 == ".")
    }
    return isScheme ? colon : nil
  }

  /// - Parameter rest: begins with two slashes.
  private static func parts(
    _ scheme: String, _ rest: Substring
  ) throws(Fault) -> Parts {
    let afterSlashes = rest.dropFirst(2)
    let authority = afterSlashes.prefix { $0 != "/" && $0 != "?" }
    if authority.isEmpty { throw .noHost }
    let path = afterSlashes[authority.endIndex...].prefix { $0 != "?" }
    return Parts(
      scheme: scheme, authority: String(authority),
      path: path.isEmpty ? "/" : withoutDots(String(path)),
      query: String(afterSlashes[path.endIndex...]))
  }

  /// Without the names `.` and `..` (section 5.2.4); begins with a slash.
  private static func withoutDots(_ path: String) -> String {
    var names: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, name) in zip(all.indices, all) {
      let isLast = index == all.indices.last
      if name == ".." { _ = names.popLast() }
      if name == "." || name == ".." {
        if isLast { names.append("") }
      } else {
        names.append(name)
      }
    }
    return "/" + names.joined(separator: "/")
  }
}

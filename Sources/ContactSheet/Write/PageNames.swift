package import ImageCodecs

/// The names of a sheet's pages.
///
/// A `{page}` in the name stands for the number of the page, from 1, with as many digits as the last one
/// has, and at least three. Without it one page has the name as it is; several have a hyphen and the number
/// before the extension.
package struct PageNames: Hashable, Sendable {
  private let pattern: RawPath
  private static let token = Array("{page}".utf8)

  package init(_ pattern: RawPath) { self.pattern = pattern }

  /// The name says where the number goes.
  package var hasToken: Bool { tokenStart != nil }

  private var tokenStart: Int? {
    let (bytes, token) = (pattern.bytes, PageNames.token)
    guard bytes.count >= token.count else { return nil }
    return (0...(bytes.count - token.count)).last {
      bytes[$0..<($0 + token.count)].elementsEqual(token)
    }
  }

  package func names(count: Int) -> [RawPath] {
    (0..<count).map { name(page: $0, of: count) }
  }

  /// - Parameter page: from 0.
  package func name(page: Int, of count: Int) -> RawPath {
    var bytes = pattern.bytes
    let width = max(3, String(count).count)
    let digits = String(page + 1)
    let number = Array((String(repeating: "0", count: max(0, width - digits.count)) + digits).utf8)
    if let start = tokenStart {
      bytes.replaceSubrange(start..<(start + PageNames.token.count), with: number)
    } else if count > 1 {
      let name = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      let point = bytes[name...].lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name ? $0 : nil }
      bytes.insert(contentsOf: [UInt8(ascii: "-")] + number, at: point ?? bytes.count)
    }
    return RawPath(bytes: bytes)!
  }
}

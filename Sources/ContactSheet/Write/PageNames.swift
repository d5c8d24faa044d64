package import ImageCodecs

/// The names of a sheet's pages.
///
/// A `{page}` in the name of the file stands for the number of the page, from 1, with as many digits as the
/// last one has, and at least three. Without it one page has the name as it is; several have a hyphen and
/// the number before the extension. In the name of a directory `{page}` is a name like any other:
/// directories are not made. A file of a higher density has `@2x` or the like before its extension.
package struct PageNames: Hashable, Sendable {
  private let pattern: RawPath
  private let density: Int
  private static let token = Array("{page}".utf8)

  /// - Parameter density: pixels of the file to one of the layout, on each side.
  package init(_ pattern: RawPath, density: Int = 1) {
    self.pattern = pattern
    self.density = density
  }

  /// The name says where the number goes.
  package var hasToken: Bool { tokenStart != nil }

  /// Where the file's own name begins.
  private var nameStart: Int { pattern.bytes.count - pattern.lastComponent.count }

  private var tokenStart: Int? {
    let (bytes, token) = (pattern.bytes, PageNames.token)
    return bytes.indices.dropFirst(nameStart).last { bytes[$0...].starts(with: token) }
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
      bytes.insert(contentsOf: [UInt8(ascii: "-")] + number, at: stemEnd(bytes))
    }
    if density > 1 { bytes.insert(contentsOf: "@\(density)x".utf8, at: stemEnd(bytes)) }
    return RawPath(bytes: bytes)!
  }

  /// Where the extension begins; the end where there is none.
  private func stemEnd(_ bytes: [UInt8]) -> Int {
    let name = nameStart
    let point = bytes[name...].lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name ? $0 : nil }
    return point ?? bytes.count
  }
}

/// Why no text can be drawn.
package enum TextFault: Error, Hashable, Sendable {
  /// What the system's loader said.
  case notOpened(String)
  /// There is no font on the system at all.
  case noFont
}

extension TextFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notOpened(let words):
      #if canImport(Darwin)
        "text needs Pango, which cannot be opened: \(words); brew install pango"
      #else
        "text needs Pango, which cannot be opened: \(words); install libpangocairo-1.0-0"
      #endif
    case .noFont:
      "text needs a font, and there is none on this system; install fonts-noto-core, or any other"
    }
  }
}

package import Raster

/// How a line of text is drawn.
package struct TextStyle: Hashable, Sendable {
  /// A family of fonts by the name that the system knows it by; nil for the system's sans-serif.
  package var family: String?
  /// Pixels of the em, ``sizes``.
  package var size: Int
  package var isBold: Bool
  package var color: Color
  package var alignment: TextAlignment

  package static let sizes = 1...1000

  package init(
    family: String? = nil, size: Int, isBold: Bool = false, color: Color = Color(rgb: 0),
    alignment: TextAlignment = .center
  ) {
    self.family = family
    self.size = size
    self.isBold = isBold
    self.color = color
    self.alignment = alignment
  }

  /// Pixels from one line to the next: one and a half times the size, rounded half up.
  ///
  /// It is the same for every font, so that a plan needs none.
  package static func lineHeight(_ size: Int) -> Int { (3 * size + 1) / 2 }

  package var lineHeight: Int { TextStyle.lineHeight(size) }

  /// Pixels from the top of the line to the line that letters stand on: 1.1 times the size, rounded half up.
  package var baseline: Int { (11 * size + 5) / 10 }
}

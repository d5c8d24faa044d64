import CText

/// A text cut in its middle until it fits, laid out.
struct FittedText {
  let text: String
  /// The context's last layout is that of the text.
  let extents: ctext_extents

  /// cairo draws no wider.
  private static let maxWidth = 32_000

  init(_ line: TextLine, _ context: TextContext) {
    let width = min(line.width, FittedText.maxWidth)
    let whole = FittedText.shortened(drawable(line.text), size: line.style.size, width: width)
    let extents = context.layOut(whole, line.style)
    if Int(extents.width) <= width {
      (text, self.extents) = (whole, extents)
      return
    }
    let clusters = context.clusters(atMost: whole.utf8.count)
    let letters = FittedText.letters(of: whole, clusters)
    var room = 1024 * (width - context.ellipsisWidth(line.style))
    // What is cut has other neighbours, which may change its shapes and so its width.
    while true {
      let cut = FittedText.cut(letters, into: room)
      let extents = context.layOut(cut.text, line.style)
      if Int(extents.width) <= width || cut.isEmpty {
        (text, self.extents) = (cut.text, extents)
        return
      }
      room -= 1024 * (Int(extents.width) - width)
    }
  }

  /// A text that is far too long without its middle, so that ten thousand letters cost no more than a few.
  private static func shortened(_ text: String, size: Int, width: Int) -> String {
    // No letter that matters is narrower than an eighth of the size.
    let most = 64 + 8 * width / max(1, size)
    let scalars = text.unicodeScalars
    guard text.utf8.count > 2 * most, scalars.count > 2 * most else { return text }
    var short = String.UnicodeScalarView(scalars.prefix(most))
    short.append("…")
    short.append(contentsOf: scalars.suffix(most))
    return String(short)
  }

  /// What readers take for a letter, and its width in 1/1024 pixel. A ligature's width is that of its first.
  private static func letters(
    of text: String, _ clusters: [(start: Int, width: Int)]
  ) -> [(letter: Character, width: Int)] {
    var rest = clusters[...]
    var end = 0
    return text.map { letter in
      end += letter.utf8.count
      var width = 0
      while let cluster = rest.first, cluster.start < end {
        width += cluster.width
        rest.removeFirst()
      }
      return (letter, width)
    }
  }

  /// As many letters from both ends as have room, about the same width of each, the end a letter ahead.
  private static func cut(
    _ letters: [(letter: Character, width: Int)], into room: Int
  ) -> (text: String, isEmpty: Bool) {
    var (head, tail) = (0, letters.count)
    var (headWidth, tailWidth) = (0, 0)
    while head < tail {
      let takesTail = tailWidth <= headWidth
      let width = letters[takesTail ? tail - 1 : head].width
      guard headWidth + tailWidth + width <= room else { break }
      if takesTail {
        tail -= 1
        tailWidth += width
      } else {
        head += 1
        headWidth += width
      }
    }
    // No blank before or after the ellipsis.
    while head > 0, letters[head - 1].letter.isWhitespace { head -= 1 }
    while tail < letters.count, letters[tail].letter.isWhitespace { tail += 1 }
    let text = String(letters[..<head].map(\.letter)) + "…" + String(letters[tail...].map(\.letter))
    return (text, head == 0 && tail == letters.count)
  }
}

/// A text on one line: a tab is a space, and control characters, line breaks and characters that override the
/// direction of others are U+FFFD.
func drawable(_ text: String) -> String {
  func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0x202D...0x202E: false
    default: true
    }
  }
  guard !text.unicodeScalars.allSatisfy(isDrawn) else { return text }
  return String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { isDrawn($0) ? $0 : $0 == "\t" ? " " : "\u{FFFD}" }))
}

import CText
import ImageCodecs
import PixelGeometry
package import Raster

/// Lines of text as bitmaps, drawn by Pango, which is opened by the first renderer and never before.
///
/// Any number of threads may draw; they take turns, whichever renderer they ask. The first line of a script costs
/// some tens of milliseconds, when its font is looked up; later ones about 0.1 ms, twice that where they are cut.
///
/// The pixels depend on the text, its style, the fonts, and the versions of the libraries: not on the number of
/// threads, on language settings, or on the settings of a desktop.
package final class TextRenderer: Sendable {
  /// The fonts of all renderers: looking fonts up is what takes time. One thread at a time uses them: with fonts
  /// of their own, threads still met in what cairo 1.16 keeps for all fonts, and one in some thousand lines ended
  /// in a null pointer there.
  private static let fonts = Locked<TextContext?>(nil)
  private let unknown = Locked<Set<Unicode.Scalar>>([])

  package init() throws(TextFault) {
    switch ctext_open() {
    case CTEXT_OK: break
    case CTEXT_NO_FONT: throw .noFont
    default: throw .notOpened(unsafe String(cString: ctext_message()))
    }
  }

  /// What a line looks like, or nil where it has no ink.
  ///
  /// Its size is the line's width by the style's line height. What would reach out of it is cut off: marks
  /// stacked higher than any language stacks them.
  package func bitmap(_ line: TextLine) -> PremultipliedBitmap? {
    guard line.width > 0, line.style.color.alpha > 0 else { return nil }
    return withContext { context in
      let text = FittedText(line, context)
      let extents = text.extents
      if extents.unknown_count > 0 {
        let characters = context.unknown(count: Int(extents.unknown_count))
        unknown.withLock { $0.formUnion(characters) }
      }
      let (inkLeft, inkRight) = (Int(extents.ink_left), Int(extents.ink_right))
      guard inkLeft < inkRight else { return nil }
      let start = TextRenderer.start(
        of: line.style.alignment, width: line.width, textWidth: Int(extents.width),
        ink: inkLeft..<inkRight)
      // Anti-aliasing may reach a pixel further.
      let columns = (start + inkLeft - 1..<start + inkRight + 1).clamped(to: 0..<line.width)
      guard !columns.isEmpty else { return nil }
      let ink = TextInk(context, columns: columns, start: start, style: line.style)
      return ink.bitmap(width: line.width, color: line.style.color)
    }
  }

  /// How many pixels a text takes from where its first letter starts.
  package func width(of text: String, in style: TextStyle) -> Int {
    withContext { Int($0.layOut(drawable(text), style).width) }
  }

  /// Characters of the lines so far that no font has a glyph for, each once, in the order of their codes.
  package var missing: [Unicode.Scalar] { unknown.withLock { $0.sorted() } }

  /// A sentence about a family that is not there, and what stands in for it; nil where it is there.
  package func remark(onFamily family: String) -> String? {
    let generic = [
      "sans-serif", "sans", "serif", "monospace", "system-ui", "cursive", "fantasy", "emoji",
    ]
    // Several names are tried one after the other.
    let names = family.split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
    var first: String?
    for name in names {
      if generic.contains(name.lowercased()) { return nil }
      guard let standIn = TextRenderer.standIn(for: name) else { return nil }
      first = first ?? standIn
    }
    return first.map {
      "no font '\(printable(Array(family.utf8)))'; '\(printable(Array($0.utf8)))' stands in"
    }
  }

  private static func standIn(for family: String) -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe ctext_stand_in(family, &name, name.count) else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The column where a text starts. Ink that reaches out of its letters' widths, as that of slanted ones, is
  /// kept inside where there is room.
  private static func start(
    of alignment: TextAlignment, width: Int, textWidth: Int, ink: Range<Int>
  ) -> Int {
    let start =
      switch alignment {
      case .left: 0
      case .center: (width - textWidth) >> 1
      case .right: width - textWidth
      }
    guard ink.count <= width else { return start }
    return max(-ink.lowerBound, min(start, width - ink.upperBound))
  }

  private func withContext<Result>(_ body: (TextContext) -> Result) -> Result {
    TextRenderer.fonts.withLock { fonts in
      let context = fonts ?? TextContext()
      fonts = context
      return body(context)
    }
  }
}

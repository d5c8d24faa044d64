import CText

/// What one thread at a time draws text with: fonts, and the line that was laid out last.
@safe final class TextContext: @unchecked Sendable {
  // Unchecked: `TextRenderer` hands it to one thread at a time.
  private let context: OpaquePointer
  /// How wide an ellipsis is in the style that it was last asked for.
  private var ellipsis: (style: TextStyle, width: Int)?

  /// Once the libraries have been opened.
  init() {
    guard let made = unsafe ctext_context_new() else { preconditionFailure("no memory for fonts") }
    unsafe context = made
  }

  deinit { unsafe ctext_context_free(context) }

  func layOut(_ text: String, _ style: TextStyle) -> ctext_extents {
    let language = IdeographForms(text).language
    return unsafe text.withCString { text in
      unsafe language.withCString { language in
        guard let family = style.family else { return unsafe layOut(text, nil, style, language) }
        return unsafe family.withCString { unsafe layOut(text, $0, style, language) }
      }
    }
  }

  private func layOut(
    _ text: UnsafePointer<CChar>, _ family: UnsafePointer<CChar>?, _ style: TextStyle,
    _ language: UnsafePointer<CChar>
  ) -> ctext_extents {
    var look = unsafe ctext_style(
      family: family, size: Int32(style.size), is_bold: style.isBold, language: language)
    return unsafe ctext_lay_out(context, text, &look)
  }

  /// How many pixels an ellipsis takes; may lay it out.
  func ellipsisWidth(_ style: TextStyle) -> Int {
    if let ellipsis, ellipsis.style == style { return ellipsis.width }
    let width = Int(layOut("…", style).width)
    ellipsis = (style, width)
    return width
  }

  /// What is drawn as one in the last layout: where it starts in the text's UTF-8, and its width in 1/1024
  /// pixel; in the order of the text.
  ///
  /// - Parameter count: an upper bound, as the bytes of the text.
  func clusters(atMost count: Int) -> [(start: Int, width: Int)] {
    var (starts, widths) = (
      [Int32](repeating: 0, count: count), [Int32](repeating: 0, count: count)
    )
    let found = unsafe ctext_clusters(context, &starts, &widths, count)
    return zip(starts, widths).prefix(found).map { (Int($0), Int($1)) }.sorted { $0.0 < $1.0 }
  }

  /// The last layout over clear pixels, premultiplied, 0xAARRGGBB; all clear where cairo could not.
  ///
  /// - Parameters:
  ///   - left: the column where the first letter starts.
  ///   - level: grey of the letters, 0 black and 255 white.
  func draw(width: Int, height: Int, left: Int, baseline: Int, level: Int) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: width * height)
    let isDrawn = unsafe ctext_draw(
      context, &pixels, Int32(width), Int32(height), Int32(left), Int32(baseline), Int32(level))
    return isDrawn ? pixels : [UInt32](repeating: 0, count: width * height)
  }

  /// Characters of the last layout that no font has, each as often as it is there.
  func unknown(count: Int) -> [Unicode.Scalar] {
    var characters = [UInt32](repeating: 0, count: count)
    let found = unsafe ctext_unknown(context, &characters, count)
    return characters.prefix(found).compactMap(Unicode.Scalar.init)
  }
}

public import Raster

/// The words of a sheet: a caption for each picture, and a title, a header and a footer on each page.
///
///     sheet.words = SheetWords(caption: "{name}\n{date}", footer: "{page} / {pages}")
///
/// Each is a text with tokens in braces; a line break, or `\n` as two characters, begins another line. A line
/// that has no room loses its middle, so that numbers at its end survive. Text is drawn by Pango, which is
/// opened when the first word is; a plan needs neither Pango nor fonts, as the height of a line follows from
/// the size of the font alone.
public struct SheetWords: Hashable, Sendable {
  /// With the tokens of pictures; nil for none.
  public var caption: String?

  public var captionPosition: CaptionPosition

  /// Above everything else on each page, larger and bold; with the tokens of pages.
  public var title: String?

  /// Above the pictures of each page, and below them; with the tokens of pages.
  public var header: String?
  public var footer: String?

  /// A family of fonts by the name that the system knows it by; nil for the system's sans-serif.
  public var font: String?

  /// Pixels of the em before `scale`, 4…500. A line is one and a half times as high.
  public var fontSize: Int

  /// nil for black or white, whichever the background shows better; white on pictures.
  public var color: Color?

  public var alignment: TextAlignment

  /// Where captions are.
  public enum CaptionPosition: String, Hashable, Sendable, CaseIterable {
    /// Below the picture, in room of its own.
    case below
    /// On a dark bar along the picture's lower edge, clipped to its shape; the words stay inside of its
    /// border and its round corners.
    case overlay
  }

  public static let defaultFontSize = 14

  public init(
    caption: String? = nil, captionPosition: CaptionPosition = .below, title: String? = nil,
    header: String? = nil, footer: String? = nil, font: String? = nil,
    fontSize: Int = SheetWords.defaultFontSize, color: Color? = nil,
    alignment: TextAlignment = .center
  ) {
    self.caption = caption
    self.captionPosition = captionPosition
    self.title = title
    self.header = header
    self.footer = footer
    self.font = font
    self.fontSize = fontSize
    self.color = color
    self.alignment = alignment
  }

  /// What the library checks and the command states.
  package static let fontSizeRange = 4...500
}

import PixelGeometry
import Raster

/// The words of a sheet with their templates parsed and their lengths in pixels of the sheet.
///
/// From the top of a page: its margin, the title, the header, half a line; the pictures, each with a
/// quarter of a line and its caption below; half a line, the footer, the margin.
struct Typesetting {
  let caption: CaptionTemplate?
  let title: CaptionTemplate?
  let header: CaptionTemplate?
  let footer: CaptionTemplate?
  let styles: TextStyles
  private let isOverlay: Bool

  /// - Parameter scaled: a length after scaling.
  init(_ words: SheetWords, background: Color, scaled: (Int) -> Int) throws(SheetError) {
    try require(words.fontSize, "font size", in: SheetWords.fontSizeRange)
    caption = try Typesetting.template(words.caption, "caption", CaptionToken.ofPictures)
    title = try Typesetting.template(words.title, "title", CaptionToken.ofTitles)
    header = try Typesetting.template(words.header, "header", CaptionToken.ofPages)
    footer = try Typesetting.template(words.footer, "footer", CaptionToken.ofPages)
    isOverlay = caption != nil && words.captionPosition == .overlay
    // Eight times as large would be above what can be drawn.
    let size = min(scaled(words.fontSize), TextStyle.sizes.upperBound)
    let plain = TextStyle(
      family: words.font, size: size, color: words.color ?? background.readable,
      alignment: words.alignment)
    var caption = plain
    if isOverlay { caption.color = words.color ?? Color(rgb: 0xFFFFFF) }
    var title = plain
    title.size = min((size * 7 + 2) / 4, TextStyle.sizes.upperBound)
    title.isBold = true
    styles = TextStyles(caption: caption, title: title, page: plain)
  }

  private static func template(
    _ text: String?, _ name: String, _ tokens: [CaptionToken]
  ) throws(SheetError) -> CaptionTemplate? {
    guard let text, !text.isEmpty else { return nil }
    do throws(CaptionFault) { return try CaptionTemplate(text, allowing: tokens) } catch {
      throw .setting("\(name): \(error)")
    }
  }

  var isEmpty: Bool { caption == nil && title == nil && header == nil && footer == nil }

  /// What is told only by the files themselves.
  var needs: PictureFacts.Needs {
    let templates = [caption, title, header, footer]
    var needs: PictureFacts.Needs = []
    if templates.contains(where: { $0?.needsShot == true }) { needs.insert(.shot) }
    if caption?.tokens.contains(.bytes) == true { needs.insert(.byteCount) }
    return needs
  }

  // MARK: heights

  /// Between a picture and the caption below it.
  private var captionGap: Int { styles.caption.size / 4 + 1 }

  /// The room below each picture; none for captions on pictures.
  var captionHeight: Int {
    guard let caption, !isOverlay else { return 0 }
    return captionGap + caption.lineCount * styles.caption.lineHeight
  }

  private var titleHeight: Int { (title?.lineCount ?? 0) * styles.title.lineHeight }
  private var headerHeight: Int { (header?.lineCount ?? 0) * styles.page.lineHeight }
  private var footerHeight: Int { (footer?.lineCount ?? 0) * styles.page.lineHeight }

  /// Between the words of a page and its pictures.
  private var pageGap: Int { styles.page.lineHeight / 2 }

  /// What the title and the header take above the pictures, and the footer below them.
  var aboveHeight: Int {
    let height = titleHeight + headerHeight
    return height == 0 ? 0 : height + pageGap
  }

  var belowHeight: Int { footerHeight == 0 ? 0 : footerHeight + pageGap }

  // MARK: blocks

  /// The caption of a picture.
  ///
  /// - Parameters:
  ///   - room: what the layout keeps free below the picture; nil where it keeps none.
  ///   - look: of the tiles, in the pixels of the frame.
  ///   - placement: that of the picture on its page.
  func captionBlock(
    _ facts: CaptionFacts, frame: PixelRect, room: PixelRect?, look: TileLook, placement: Int
  ) -> TextBlock? {
    guard let caption else { return nil }
    let lines = caption.lines(facts)
    guard lines.contains(where: { !$0.isEmpty }) else { return nil }
    let text = TextBlock.text(lines)
    if isOverlay {
      let room = OverlayRoom(
        frame.size, look, inset: styles.overlayInset, lineHeight: styles.caption.lineHeight,
        lineCount: lines.count, isCentered: styles.caption.alignment == .center)
      guard let room else { return nil }
      return TextBlock(
        role: .caption, text: text,
        frame: PixelRect(
          left: frame.left, top: frame.bottom - room.height, width: frame.width,
          height: room.height),
        placement: placement, isOverlay: true, lineInsets: room.lineInsets)
    }
    guard var room else { return nil }
    room.top += captionGap
    room.height -= captionGap
    return TextBlock(role: .caption, text: text, frame: room, placement: placement)
  }

  /// The words of a page.
  ///
  /// - Parameters:
  ///   - size: of the page.
  ///   - margins: of the page, without the room for words.
  func pageBlocks(_ facts: PageFacts, size: PixelSize, margins: Margins) -> [TextBlock] {
    var facts = facts
    let titleLines = title?.lines(facts) ?? []
    facts.title = titleLines.isEmpty ? nil : titleLines.joined(separator: " ")
    let width = size.width - margins.left - margins.right
    func block(_ role: TextBlock.Role, _ lines: [String], top: Int, height: Int) -> TextBlock? {
      guard lines.contains(where: { !$0.isEmpty }), width > 0 else { return nil }
      return TextBlock(
        role: role, text: TextBlock.text(lines),
        frame: PixelRect(left: margins.left, top: top, width: width, height: height))
    }
    return [
      block(.title, titleLines, top: margins.top, height: titleHeight),
      block(
        .header, header?.lines(facts) ?? [], top: margins.top + titleHeight, height: headerHeight),
      block(
        .footer, footer?.lines(facts) ?? [], top: size.height - margins.bottom - footerHeight,
        height: footerHeight),
    ].compactMap { $0 }
  }
}

extension Color {
  /// Black or white, whichever stands out more from this colour laid over white.
  var readable: Color {
    let alpha = Int(alpha)
    func over(_ value: UInt8) -> Int { Int(value) * alpha + 255 * (255 - alpha) }
    // Luma of ITU-R BT.709 in ten-thousandths.
    let luma = 2126 * over(red) + 7152 * over(green) + 722 * over(blue)
    return luma >= 10_000 * 255 * 128 ? Color(rgb: 0) : Color(rgb: 0xFFFFFF)
  }
}

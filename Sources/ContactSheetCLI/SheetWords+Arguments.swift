import ContactSheet
import Raster

extension SheetWords {
  /// What a command line says about captions, titles, headers and footers.
  ///
  /// - Parameter dpi: pixels to the inch.
  init(
    _ arguments: ParsedArguments, _ page: PageRequest, dpi: Int
  ) throws(UsageError) {
    self.init(
      caption: arguments.text("caption"),
      captionPosition: try arguments.choice("caption-position", CaptionPosition.self) ?? .below,
      title: arguments.text("title"), header: arguments.text("header"),
      footer: arguments.text("footer"), font: arguments.text("font"),
      fontSize: try arguments.length("font-size", in: SheetWords.fontSizeRange, dpi: dpi)
        ?? SheetWords.defaultFontSize(page, dpi: dpi),
      color: try arguments.color("text-color"),
      alignment: try arguments.choice("text-align", TextAlignment.self) ?? .center)
    for (name, text, tokens) in [
      ("caption", caption, CaptionToken.ofPictures), ("title", title, CaptionToken.ofTitles),
      ("header", header, CaptionToken.ofPages), ("footer", footer, CaptionToken.ofPages),
    ] {
      guard let text else { continue }
      do throws(CaptionFault) { _ = try CaptionTemplate(text, allowing: tokens) } catch {
        throw UsageError("'--\(name)' has a fault: \(error.usageWords).")
      }
    }
  }

  /// 3 mm on a page, as a page is for paper.
  private static func defaultFontSize(_ page: PageRequest, dpi: Int) -> Int {
    guard page.size != nil else { return defaultFontSize }
    let pixels = (dpi * 300 + 1270) / 2540
    return min(max(pixels, fontSizeRange.lowerBound), fontSizeRange.upperBound)
  }
}

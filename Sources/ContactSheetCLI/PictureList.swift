import ContactSheet
import ImageCodecs

/// The pictures of a sheet in their order, and what was left out of directories.
struct PictureList {
  var pictures: [PictureSource] = []
  /// For each of them that lies in a directory, or is of a feed, what was read of it; empty where none does.
  var found: [PictureHeader?] = []
  /// For each of them what was said of it; empty where nothing was.
  var items: [PictureItem] = []
  /// Pictures beyond the limit.
  var leftOut = 0
  var skipped: [SkippedFile] = []
  /// Of feeds.
  var skippedItems: [SkippedInput] = []
  /// Sheets of contactsheet.
  var earlierSheets: [RawPath] = []

  /// A last picture tells how many are left out.
  private(set) var tellsOfLeftOut = false

  /// Says of a last picture, which tells how many are left out, what it is.
  mutating func describeLeftOut() {
    // It has no path, and no other picture has anything said of it.
    if items.isEmpty { items = pictures.map { _ in PictureItem(path: "") } }
    var item = PictureItem(path: "")
    item.words = [("alt", "\(grouped(UInt64(leftOut))) more")]
    items.append(item)
    if !found.isEmpty { found.append(nil) }
    tellsOfLeftOut = true
  }

  /// For each picture its title, or nil; empty where none has one.
  var titles: [String?] {
    let titles = items.map { item in item.words.first { $0.name == "title" }?.text }
    return titles.contains { $0 != nil } ? titles : []
  }

  /// Why there is no list, each reason on a line.
  struct Fault: Error {
    let lines: [String]
  }

  /// Nothing was left out.
  var isWhole: Bool { skipped.isEmpty && skippedItems.isEmpty }

  /// A remark about the sheets that were left out; nil where there were none.
  var sheetNote: String? {
    let sheets = Set(earlierSheets)
    guard let one = sheets.first else { return nil }
    return sheets.count == 1
      ? "\(one): an earlier contact sheet, left out"
      : "\(grouped(UInt64(sheets.count))) earlier contact sheets left out"
  }
}

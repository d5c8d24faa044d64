import ContactSheet
import PlainJSON

/// An item of a feed that is not on the sheet: it names no picture, or its picture cannot be used.
struct SkippedInput {
  /// The feed's file or address.
  let feed: InputPlace
  let item: SkippedFeedItem

  /// For people: `feed.json: item 3 'Sunset': left out: names no picture ('media.m' is missing)`.
  var line: String { "\(feed): \(item.name): left out: \(item.fault)" }

  /// For programs: like a file of a directory that was skipped.
  var value: JSON {
    .object(
      feed.members.map { ("feed_" + $0.0, $0.1) } + [("item", .number(item.index))]
        + (item.title.map { [("title", JSON.text($0))] } ?? []) + [
          ("stage", .text(PictureProblem.Stage.probe.rawValue)), ("kind", .text("feed item")),
          ("fault", .text(item.fault.code)), ("detail", .text(item.fault.description)),
        ])
  }
}

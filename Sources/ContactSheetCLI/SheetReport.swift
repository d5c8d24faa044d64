import ContactSheet
import ImageCodecs
import PixelGeometry
import PlainJSON

/// What `--json-report` writes: what became of a sheet and of the pictures that gave trouble.
struct SheetReport {
  private let value: JSON
  /// A line for each picture that was left out or is damaged.
  let troubles: [String]

  var json: String { value.text + "\n" }

  /// - Parameters:
  ///   - denser: the same sheet in higher densities.
  ///   - html: the page that shows it.
  ///   - skipped: files of directories, each reported once.
  ///   - items: of feeds.
  init(
    output: String, summary: SheetSummary, denser: [SheetSummary] = [], html: RawPath? = nil,
    pictures: [PictureSource], skipped: [SkippedFile], items: [SkippedInput] = []
  ) {
    troubles =
      SheetReport.lines(summary.omissions) + SheetReport.lines(skipped) + items.map(\.line)
      + summary.damaged.map { "\($0.name): \($0.remark.words)" }
    var shown: [(String, JSON)] = []
    if !denser.isEmpty {
      shown.append(("denser", .array(denser.flatMap(\.pages).map(SheetReport.value))))
    }
    if let html { shown.append(("html", .object(JSON.path(html)))) }
    value = SheetReport.value(
      [
        ("output", .text(output)),
        ("width", .number(summary.size.width)),
        ("height", .number(summary.size.height)),
        ("pages", .array(summary.pages.map(SheetReport.value))),
      ] + shown + [
        ("pictures", .number(summary.pictureCount)),
        ("omissions", .array(summary.omissions.map { SheetReport.value($0, pictures) })),
        ("skipped", SheetReport.value(skipped, items)),
        ("remarks", .array(summary.remarks.map { SheetReport.value($0, pictures) })),
        ("text_remarks", .array(summary.textRemarks.map(JSON.text))),
      ])
  }

  /// A sheet that was not made.
  init(
    error: SheetError, pictures: [PictureSource], skipped: [SkippedFile],
    items: [SkippedInput] = []
  ) {
    let problems: [PictureProblem] =
      switch error {
      case .pictures(let problems), .noPictures(let problems): problems
      case .setting, .sheetTooLarge, .severalPages, .text, .output, .cancelled: []
      }
    troubles =
      SheetReport.lines(problems) + SheetReport.lines(skipped) + items.map(\.line)
    value = SheetReport.value([
      ("output", .null),
      ("error", .text(error.description)),
      ("omissions", .array(problems.map { SheetReport.value($0, pictures) })),
      ("skipped", SheetReport.value(skipped, items)),
      ("remarks", .array([])),
    ])
  }

  /// A sheet that was only planned.
  init(
    planned plan: SheetPlan, pictures: [PictureSource], skipped: [SkippedFile],
    items: [SkippedInput] = []
  ) {
    troubles =
      SheetReport.lines(plan.omissions) + SheetReport.lines(skipped) + items.map(\.line)
    value = SheetReport.value([
      ("output", .null),
      ("omissions", .array(plan.omissions.map { SheetReport.value($0, pictures) })),
      ("skipped", SheetReport.value(skipped, items)),
      ("remarks", .array([])),
    ])
  }

  private static func lines(_ problems: [PictureProblem]) -> [String] {
    problems.map { "\($0.name): \($0.fault)" }
  }

  private static func lines(_ skipped: [SkippedFile]) -> [String] {
    skipped.map { "\($0.path): \($0.fault)" }
  }

  private static func value(_ page: SheetSummary.Page) -> JSON {
    .object(
      (page.path.map(JSON.path) ?? []) + [
        ("width", .number(page.size.width)), ("height", .number(page.size.height)),
        ("pictures", .number(page.pictureCount)),
      ])
  }

  private static func value(_ members: [(String, JSON)]) -> JSON {
    .object([("version", .number(1))] + members)
  }

  /// A picture's address, or its path: where that is not UTF-8, with U+FFFD in the text and all of its bytes in
  /// hexadecimal beside it.
  static func identity(_ picture: PictureSource) -> [(String, JSON)] {
    switch picture {
    case .file(let path): JSON.path(path)
    case .remote(let picture): [("address", .text(picture.address.text))]
    case .bytes, .bitmap: []
    }
  }

  /// The same, and the picture's position from 0.
  static func identity(_ index: Int, _ pictures: [PictureSource]) -> [(String, JSON)] {
    identity(pictures[index]) + [("index", .number(index))]
  }

  static func value(_ problem: PictureProblem, _ pictures: [PictureSource]) -> JSON {
    .object(
      identity(problem.index, pictures) + [
        ("stage", .text(problem.stage.rawValue)),
        ("fault", .text(problem.fault.code)),
        ("detail", .text(problem.fault.description)),
      ])
  }

  /// They have no position: they are none of the sheet's pictures.
  private static func value(_ skipped: [SkippedFile], _ items: [SkippedInput]) -> JSON {
    var seen: Set<SkippedFile> = []
    let files = skipped.filter { seen.insert($0).inserted }
    return .array(
      files.map { file in
        .object(
          JSON.path(file.path) + [
            ("stage", .text(PictureProblem.Stage.probe.rawValue)),
            ("kind", .text(file.kind.one)),
            ("fault", .text(file.fault.code)),
            ("detail", .text(file.fault.description)),
          ])
      } + items.map(\.value))
  }

  private static func value(_ remark: PictureRemark, _ pictures: [PictureSource]) -> JSON {
    .object(
      identity(remark.index, pictures) + [
        ("severity", .text(remark.remark.severity.rawValue)),
        ("detail", .text(remark.remark.words)),
      ])
  }
}

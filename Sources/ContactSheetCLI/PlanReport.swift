import ContactSheet
import ImageCodecs
import PixelGeometry
import PlainJSON
import Raster

/// What `--plan` prints and `--placements` writes: where every picture is, and how it is made.
///
/// - `pages`, each with `file` (none for standard output), `width`, `height`, `content` (the rectangle
///   between the margins) and `tiles` in the order of the pictures. Rectangles are in pixels of the page.
/// - A tile has `file`, or of a remote picture `address`, `index` (the position among the pictures, from 0),
///   its rectangle, and `placeholder` or: `stored_width`, `stored_height`, `orientation` (of EXIF), `decode_scale` (1 or less), `crop` (in
///   stored pixels), `lost` (the share of the picture outside of it, 0…1), and `enlarged` (how many times)
///   where the picture has fewer pixels than its frame. Of a manifest it has `title`, `href`, `alt` and `key`
///   as they stand there; of a feed `title`, `href` and `alt`. `size_from` is `feed` where the size is what a
///   feed states, and the picture was not looked at.
///   Where it has a caption, `caption` has its `text` and rectangle: of one on the picture that of its bar.
/// - A page with a title, a header or a footer has them as `texts`, each with its `role`, `text` and rectangle.
/// - `warnings`, each with `warning`, a word for programs, and `detail`, one for people; `omissions` as in
///   the report (see ``SheetReport``).
/// - `estimated_memory_bytes` with as many jobs as `estimated_memory_jobs` says: those that were asked
///   for, else two. What this machine has does not count, so that a plan is the same on every one.
/// - `estimated_output_bytes`, of all pages together.
struct PlanReport {
  let value: JSON

  var json: String { value.text + "\n" }

  /// - Parameters:
  ///   - items: for each picture what was said of it; empty where nothing was.
  ///   - givenJobs: what the command line says, nil where it says nothing.
  init(
    _ plan: SheetPlan, _ sheet: any PlannedSheet, items: [PictureItem] = [], givenJobs: Int?,
    _ destination: SheetDestination
  ) {
    let pictures = sheet.pictures
    let jobs = givenJobs ?? 2
    let names: [RawPath?] =
      switch destination {
      case .file(let path, _): PageNames(path).names(count: plan.pages.count)
      case .standardOutput: plan.pages.map { _ in nil }
      }
    let pages = zip(plan.pages, names).map { page, name in
      let captions = Dictionary(
        uniqueKeysWithValues: page.texts.compactMap { block in block.placement.map { ($0, block) } }
      )
      let texts = page.texts.filter { $0.placement == nil }
      return JSON.object(
        (name.map(JSON.path) ?? []) + [
          ("width", .number(page.size.width)), ("height", .number(page.size.height)),
          ("content", .object(PlanReport.members(page.content))),
          // In the order of the pictures, not in that of drawing.
          (
            "tiles",
            .array(
              page.placements.enumerated().sorted { $0.1.picture < $1.1.picture }.map {
                PlanReport.tile(
                  $1, plan, pictures, items.isEmpty ? [] : items[$1.picture].members,
                  caption: captions[$0])
              })
          ),
        ]
          + (texts.isEmpty
            ? []
            : [
              (
                "texts",
                .array(
                  texts.map {
                    .object([("role", .text($0.role.rawValue))] + PlanReport.members($0))
                  })
              )
            ]))
    }
    value = .object([
      ("version", .number(1)),
      ("pages", .array(pages)),
      ("warnings", .array(plan.warnings.map(PlanReport.value))),
      ("omissions", .array(plan.omissions.map { SheetReport.value($0, pictures) })),
      (
        "estimated_memory_bytes",
        .number(plan.estimatedMemory(jobs: jobs, memory: sheet.memory))
      ),
      ("estimated_memory_jobs", .number(jobs)),
      ("estimated_output_bytes", .number(plan.estimatedOutput)),
    ])
  }

  private static func members(_ rect: PixelRect) -> [(String, JSON)] {
    [
      ("left", .number(rect.left)), ("top", .number(rect.top)), ("width", .number(rect.width)),
      ("height", .number(rect.height)),
    ]
  }

  private static func members(_ block: TextBlock) -> [(String, JSON)] {
    [("text", .text(block.text))] + members(block.frame)
  }

  private static func tile(
    _ placement: TilePlacement, _ plan: SheetPlan, _ pictures: [PictureSource],
    _ said: [(String, JSON)], caption: TextBlock?
  ) -> JSON {
    let recipe = plan.recipes[placement.recipe]
    var members = SheetReport.identity(placement.picture, pictures) + said
    members += self.members(placement.frame)
    if let caption { members.append(("caption", .object(self.members(caption)))) }
    guard let header = recipe.header else {
      return .object(members + [("placeholder", .flag(true))])
    }
    if case .remote(let picture) = recipe.source, picture.isSizeStated {
      members.append(("size_from", .text("feed")))
    }
    let scale = recipe.scale
    members += [
      ("stored_width", .number(header.storedSize.width)),
      ("stored_height", .number(header.storedSize.height)),
      ("orientation", .number(header.orientation.rawValue)),
      ("decode_scale", decimal(125 * scale.eighths, places: 3)),
      (
        "crop",
        .object([
          ("left", thousandths(scale.stored(recipe.cropBox.left))),
          ("top", thousandths(scale.stored(recipe.cropBox.top))),
          ("width", thousandths(scale.stored(recipe.cropBox.width))),
          ("height", thousandths(scale.stored(recipe.cropBox.height))),
        ])
      ),
      ("lost", lost(recipe, header)),
    ]
    if recipe.enlargement > 1000 {
      members.append(("enlarged", decimal(recipe.enlargement, places: 3)))
    }
    return .object(members)
  }

  /// The share of the picture that the crop loses, 0…1.
  private static func lost(_ recipe: TileRecipe, _ header: PictureHeader) -> JSON {
    // In millionths.
    func share(_ kept: Int64, _ side: Int) -> Int {
      Int(Fixed.scale(recipe.scale.stored(kept), times: 1_000_000, over: Fixed.from(side)))
    }
    let kept =
      share(recipe.cropBox.width, header.storedSize.width)
      * share(recipe.cropBox.height, header.storedSize.height)
    return decimal(10_000 - (kept + 50_000_000) / 100_000_000, places: 4)
  }

  private static func thousandths(_ fixed: Int64) -> JSON {
    decimal(Int((fixed * 1000 + Fixed.one / 2) / Fixed.one), places: 3)
  }

  private static func decimal(_ value: Int, places: Int) -> JSON {
    var unit = 1
    for _ in 0..<places { unit *= 10 }
    let digits = String(value % unit)
    return .decimal(
      "\(value / unit)." + String(repeating: "0", count: places - digits.count) + digits)
  }

  private static func value(_ warning: PlanWarning) -> JSON {
    var members: [(String, JSON)] = [("warning", .text(warning.code))]
    switch warning {
    case .enlarged(let count, let most):
      members += [("pictures", .number(count)), ("most", decimal(most, places: 1))]
    case .widow(let page, let isPage):
      members += [("page", .number(page + 1)), ("whole_page", .flag(isPage))]
    }
    return .object(members + [("detail", .text(warning.description))])
  }
}

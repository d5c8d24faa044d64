/// An option of the command line: one entry of the table that feeds the parser and the help.
package struct Option: Sendable {
  /// The long form, without dashes.
  package let name: String
  /// The letter of the short form, the same in every command.
  package let short: Character?
  /// What stands for the value in the help; nil for a flag.
  package let value: String?
  /// Unit, meaning and range, as in "pixels between pictures".
  package let help: String
  /// What applies without it; nil where nothing does.
  package let fallback: String?
  /// The commands that take it.
  package let commands: [Command]
  /// What a command says otherwise: the same meaning, but another range or default.
  private let variants: [Command: Variant]

  struct Variant {
    var value: String?
    var help: String?
    var fallback: String?
  }

  init(
    _ name: String, _ short: Character? = nil, value: String? = nil, help: String = "",
    fallback: String? = nil, in commands: [Command] = [], variants: [Command: Variant] = [:]
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
    self.fallback = fallback
    self.commands = commands
    self.variants = variants
  }

  /// As a command's help has it.
  private func said(by command: Command) -> Option {
    guard let variant = variants[command] else { return self }
    return Option(
      name, short, value: variant.value ?? value, help: variant.help ?? help,
      fallback: variant.fallback ?? fallback, in: commands)
  }
}

extension Option {
  private static let layouts: [Command] = [.list, .grid, .fitted, .justified]
  private static let sheets: [Command] = [.strip] + layouts
  private static let lookers: [Command] = sheets + [.probe]
  private static let readers: [Command] = lookers + [.diff]
  private static let runs: [Command] = readers + [.batch]

  /// The same variant for every layout but the strip.
  private static func layouts(
    value: String? = nil, _ help: String?, _ fallback: String? = nil
  ) -> [Command: Variant] {
    let variant = Variant(value: value, help: help, fallback: fallback)
    return Dictionary(uniqueKeysWithValues: layouts.map { ($0, variant) })
  }

  private static let all = Command.allCases

  /// Every option of every command, in the order of the help. A name means the same in each of them, so
  /// the names of commands to come are here as well.
  package static let table: [Option] = [
    // MARK: output
    Option(
      "output", "o", value: "FILE",
      help:
        "the PNG to write; - is standard output, which must not be a terminal. Without this option a "
        + "strip.png that is there is replaced only if contactsheet made it",
      fallback: "strip.png", in: sheets + [.batch, .diff],
      variants: Dictionary(
        uniqueKeysWithValues: layouts.map { command in
          (
            command,
            Variant(
              help:
                "the PNG to write; {page} in its name stands for the number of the page, and without it "
                + "several pages are name-001.png, name-002.png … - is standard output, for one page. "
                + "Without this option a file that is there is replaced only if contactsheet made it",
              fallback: "\(command.rawValue).png")
          )
        } + [
          (
            .batch,
            Variant(
              value: "DIR",
              help: "where the sheets of --each-directory go, laid out as the tree is",
              fallback: "none")
          ),
          (
            .diff,
            Variant(
              help:
                "the PNG that shows what differs; it is written only if something does. Of directories, "
                + "the directory where these go, each under its picture's name",
              fallback: "none")
          ),
        ])),
    Option(
      "placements", value: "FILE",
      help: "writes as JSON, once the sheet is made, where every picture is: what --plan prints",
      in: sheets),
    Option(
      "markdown",
      help:
        "prints what shows the sheet in a README, once it is made: an <img> with its size and a text, a link "
        + "to the page of --html where there is one",
      in: sheets),
    Option(
      "plan",
      help:
        "makes nothing: reads the headers and prints as JSON what would be made: pages, frames, "
        + "crops, warnings, about how much memory it takes (with --jobs, else with two) and how many "
        + "bytes it has",
      in: sheets + [.batch]),

    Option(
      "print-manifest",
      help: "makes nothing: prints this command as a manifest for contactsheet batch", in: sheets),

    // MARK: which pictures
    Option(
      "recursive", "r",
      help:
        "takes the directories below a directory too. Hidden ones are passed over; a link is followed "
        + "unless it leads back to a directory on the way to it",
      in: lookers + [.batch],
      variants: [
        .batch: Variant(
          help: "makes a sheet of every directory below, not only of those right below")
      ]),
    Option(
      "files-from", value: "FILE",
      help:
        "a list of more pictures, directories and addresses, one a line, that come after the others; - is "
        + "standard input. A name is only a name: no quotes, no comments, no xN. A CR before the end "
        + "of a line is left out",
      in: lookers),
    Option(
      "null", "0", help: "names in a list end in a byte 0, as find -print0 writes them",
      in: lookers),
    Option(
      "sort", value: "KEY",
      help:
        "sorts all pictures: natural (img2 before img10), name (its bytes, without the directory), date "
        + "(modified, oldest first), taken (EXIF DateTimeOriginal, the local time as written, oldest "
        + "first; pictures without it last, by date), size (of the file, smallest first), or none (as "
        + "given; in a directory by bytes)",
      fallback: "as given; in a directory natural", in: lookers),
    Option("reverse", help: "reverses the order, whatever it is", in: lookers),
    Option(
      "limit", value: "N", help: "takes the first N of the pictures in their order, 1…10000",
      fallback: "all", in: lookers,
      variants: layouts("takes the first N of the pictures in their order, 1…1000000")),

    Option(
      "feed", value: "FILE|URL",
      help:
        "a feed whose pictures come after all others: Flickr's public feed in JSON, or a JSON Feed. May be "
        + "given again. Its pictures are fetched; one that cannot be used is left out, unless --on-error "
        + "says otherwise",
      in: sheets),
    Option(
      "feed-size", value: "SIZE",
      help:
        "of the pictures of Flickr's feeds: m (the one in the feed, 240 pixels on its longer side), z (640) "
        + "or b (1024); m where that cannot be fetched",
      fallback: "m", in: sheets),

    // MARK: geometry
    Option(
      "size", value: "PX", help: "diameter of a picture in pixels, 1…10000", fallback: "50",
      in: [.strip]),
    Option(
      "width", "w", value: "LENGTH", help: "width of the sheet, 1…100000 pixels", fallback: "1200",
      in: layouts,
      variants: [
        .grid: Variant(
          help: "width of the sheet, 1…100000 pixels; --cell and --geometry decide it instead")
      ]),
    Option(
      "spacing", "s", value: "PX",
      help: "pixels between pictures, -(size - 1)…10000; negative overlaps them",
      fallback: "-15, nearer to 0 for a small size", in: sheets,
      variants: layouts(value: "LENGTH", "between pictures, 0…10000 pixels", "8")),
    Option(
      "border", value: "PX",
      help: "width in pixels of the ring inside a picture's edge, 0…size / 2",
      fallback: "3, less for a small size", in: sheets,
      variants: layouts(
        value: "LENGTH",
        "width of the ring inside a picture's edge, 0…10000 pixels, at most half of its shorter side",
        "0")),
    Option(
      "columns", "c", value: "N", help: "pictures in a row before the next row begins, 1…10000",
      fallback: "all in one row", in: [.strip, .grid, .fitted],
      variants: [
        .grid: Variant(help: "columns, 1…10000", fallback: "3"),
        .fitted: Variant(help: "columns, 1…10000", fallback: "2"),
      ]),
    Option(
      "row-spacing", value: "PX", help: "pixels between rows, 0…10000", fallback: "8", in: [.strip]),
    Option(
      "margin", value: "PX",
      help:
        "pixels around the sheet, 0…10000: one number, vertical,horizontal, or top,right,bottom,left",
      fallback: "0", in: sheets,
      variants: Dictionary(
        uniqueKeysWithValues: layouts.map { command in
          (
            command,
            Variant(
              value: "LENGTH",
              help:
                "around the sheet, 0…100000 pixels: one length, vertical,horizontal, or "
                + "top,right,bottom,left",
              fallback: "\([.list: "0", .grid: "2"][command] ?? "6"); 10mm with --page-size")
          )
        })),
    Option(
      "fit", value: "HOW",
      help:
        "fill (a cell is filled and what is beyond it cropped), fit (the whole picture in its cell), or "
        + "natural (no cells: a picture is as high as its ratio makes it, a row as its highest picture)",
      fallback: "fill", in: [.grid]),
    Option(
      "cell", value: "WxH", help: "width and height of a cell, 1…100000 pixels each", in: [.grid]),
    Option(
      "cell-aspect", value: "W:H", help: "ratio of a cell, 1…10000 each", fallback: "1:1",
      in: [.grid]),
    Option(
      "tile", value: "CxR",
      help:
        "columns and rows of a page, as in ImageMagick's montage: 4x3; 4x for any number of rows, x3 for "
        + "as many columns as three rows need",
      in: [.grid]),
    Option(
      "geometry", value: "WxH+X+Y",
      help:
        "a cell and the gap around it, as in ImageMagick's montage, the whole picture in its cell: "
        + "300x300+4+4 is --cell 300x300 --fit fit --spacing 8 --margin 4, because each cell has its "
        + "gap on every side. X and Y must be equal. A > after it says that small pictures stay small, "
        + "as they do with --fit fit anyway",
      in: [.grid]),
    Option(
      "distribute", value: "HOW",
      help:
        "which column a picture goes to: alternate (one after the other), shortest (the one that ends "
        + "highest, the left one of two), in-order (down the first column, then the next), or balanced "
        + "(in order, with the least difference between the columns)",
      fallback: "alternate", in: [.fitted]),
    Option(
      "row-height", value: "LENGTH", help: "wanted height of a row, 1…10000 pixels",
      fallback: "320", in: [.justified]),
    Option(
      "row-tolerance", value: "PERCENT",
      help:
        "how far the height of a row may be from the wanted one, 0…100; a row that would be higher is "
        + "not stretched",
      fallback: "25", in: [.justified]),
    Option(
      "last-row", value: "HOW",
      help:
        "the last row where it is not full: left, center, right, justify (stretched, to half as high "
        + "again at most), or balance (breaks are chosen so that it is as full as the others)",
      fallback: "left", in: [.justified]),
    Option(
      "enlarge",
      help:
        "blows up pictures that are smaller than their frame, as this layout does by itself",
      in: layouts,
      variants: [
        .grid: Variant(
          help: "blows up pictures that are smaller than their frame, as happens by itself without "
            + "--fit fit")
      ]),
    Option(
      "no-enlarge",
      help: "keeps small pictures in their own size, in the middle of their place", in: layouts),
    Option(
      "scale", value: "X",
      help:
        "multiplies every length, 1…8; 2 and 3 are for dense screens. Lengths are rounded half up. With --html "
        + "also several, as in 1,2,3: name.png, name@2x.png and name@3x.png, of which the page shows the right "
        + "one; what is laid out is multiplied then",
      fallback: "1", in: sheets),
    Option(
      "axis", value: "AXIS", help: "direction of the strip: horizontal or vertical",
      fallback: "horizontal", in: [.strip]),
    Option(
      "front", value: "END", help: "which picture lies on top where two overlap: first or last",
      fallback: "first", in: [.strip]),

    // MARK: pages
    Option(
      "page-size", value: "SIZE",
      help:
        "makes pages of this size: A3, A4, A5, A6, letter, legal, tabloid, or width and height as in "
        + "200x150mm, 8x10in, 1600x1200. --width then does not apply",
      fallback: "one page, as high as needed", in: layouts),
    Option("landscape", help: "lays a page that is higher than wide on its side", in: layouts),
    Option(
      "dpi", value: "N",
      help: "pixels to the inch for lengths in mm, cm and in, and what the PNG states, 1…10000",
      fallback: "300; 72 is stated where no length needs it", in: layouts),
    Option("per-page", value: "N", help: "at most so many pictures on a page", in: layouts),
    Option(
      "rows", value: "N", help: "at most so many rows on a page", in: layouts,
      variants: [
        .list: Variant(help: "at most so many pictures on a page"),
        .fitted: Variant(help: "at most so many times as many pictures on a page as columns"),
      ]),
    Option(
      "trim-last-page", help: "lets the last page end below its last picture", in: layouts),

    // MARK: looks
    Option(
      "background", "b", value: "COLOR",
      help: "colour behind the pictures; none for a clear one", fallback: "#AAAAAA", in: sheets,
      variants: layouts(nil, "white")),
    Option(
      "border-color", value: "COLOR",
      help:
        "colour of the ring, painted over what lies there; none paints nothing. Without this option the "
        + "ring has the background's colour and replaces what lies there: on a clear background the gap "
        + "between two pictures is clear",
      in: sheets),
    Option(
      "shape", value: "SHAPE", help: "outline of a picture: circle, rounded or square",
      fallback: "circle", in: sheets,
      variants: layouts(
        "outline of a picture: square (its frame), rounded, or circle (with straight edges where the "
          + "frame is not square)", "square")),
    Option(
      "corner-radius", value: "PX",
      help: "radius in pixels of rounded corners, 0…size / 2; implies --shape rounded",
      fallback: "a quarter of the size", in: sheets,
      variants: layouts(
        value: "LENGTH",
        "radius of rounded corners, 0…10000 pixels; implies --shape rounded",
        "a quarter of the shorter side")),
    Option(
      "shadow", value: "X,Y,BLUR[,COLOR]",
      help:
        "what each picture casts on those below: moved right and down by -1000…1000 pixels, blurred over "
        + "0…1000. It takes no room. 0,2,6 is a usual one; none for nothing",
      fallback: "none; the colour #00000080", in: sheets),
    Option(
      "anchor", value: "WHERE",
      help:
        "the part of a picture that a crop keeps: center, top, bottom, left, right, top-left, top-right, "
        + "bottom-left, bottom-right, or x,y from 0,0 (top left) to 1,1",
      fallback: "center", in: sheets),
    Option(
      "filter", value: "FILTER",
      help: "resampling, from sharp to soft: lanczos3, catmull-rom, mitchell, bilinear or box",
      fallback: "lanczos3", in: sheets),
    Option(
      "compression", value: "HOW",
      help:
        "how the PNG is deflated: fast, balanced, or smallest, which takes some hundred times as long for 4 % less. "
        + "The pixels are the same",
      fallback: "balanced", in: sheets),

    // MARK: words
    Option(
      "caption", value: "TEXT",
      help:
        "words for each picture, as in '{name}', with tokens that 'contactsheet help captions' lists; \\n "
        + "begins another line. What is too long loses its middle",
      in: layouts),
    Option(
      "caption-position", value: "WHERE",
      help: "below (the picture, in room of its own) or overlay (on a dark bar at its lower edge)",
      fallback: "below", in: layouts),
    Option(
      "title", value: "TEXT",
      help: "words at the top of each page, larger and bold; with the tokens of pages",
      in: layouts),
    Option(
      "header", value: "TEXT",
      help: "words above the pictures of each page; with the tokens of pages",
      in: layouts),
    Option(
      "footer", value: "TEXT",
      help: "words below the pictures of each page, as in '{page} / {pages}'", in: layouts),
    Option(
      "font", value: "FAMILY",
      help:
        "family of fonts, by the name that fc-list knows it by; characters that it lacks come from others",
      fallback: "the system's sans-serif", in: sheets,
      variants: [.strip: Variant(help: "family of fonts of --more")]),
    Option(
      "font-size", value: "LENGTH",
      help: "of captions, headers and footers, 4…500 pixels; a line is half as high again",
      fallback: "14; 3mm with --page-size", in: layouts),
    Option(
      "text-color", value: "COLOR", help: "of all words",
      fallback: "black or white, whichever the background shows better; white on pictures",
      in: sheets, variants: [.strip: Variant(help: "of the words of --more", fallback: "white")]),
    Option(
      "text-align", value: "WHERE", help: "of all words: left, center or right",
      fallback: "center", in: layouts),
    Option(
      "more",
      help: "a last circle says how many pictures --limit leaves out, as in +12", in: [.strip]),

    // MARK: reading
    Option(
      "fail-on", value: "LEVEL",
      help:
        "damage from which on a picture counts as one that cannot be used: none (what decodes is used, "
        + "the rest is grey #808080), truncated, error, or warning",
      fallback: "none", in: sheets),
    Option(
      "on-error", value: "HOW",
      help:
        "what happens with a picture that cannot be used: fail (nothing is made), skip, or placeholder "
        + "(a grey tile with a cross)",
      fallback: "fail; skip for what a feed names", in: sheets),
    Option(
      "linear",
      help: "resamples light instead of stored values: bright detail keeps its brightness",
      in: sheets),
    Option(
      "no-color-management",
      help: "takes stored values as sRGB, whatever profile or gamma a picture has",
      in: sheets + [.diff]),
    Option(
      "no-auto-orient", help: "uses pictures as stored, whatever EXIF says", in: sheets + [.diff]),
    Option(
      "max-scans", value: "N",
      help:
        "refuses a JPEG of more scans; 0 for no limit. Above 16 megapixels fewer are allowed in "
        + "proportion, but 20 at any size",
      fallback: "100", in: readers),
    Option(
      "max-profile-size", value: "BYTES",
      help: "ignores a colour profile of more bytes, with a remark; 0 for no limit",
      fallback: "8000000", in: readers),

    // MARK: fetching
    Option(
      "offline", help: "fetches nothing: addresses stand for what the cache has, however old",
      in: lookers + [.batch]),
    Option("refresh", help: "fetches again what the cache has", in: lookers + [.batch]),
    Option(
      "allow-private-addresses",
      help: "lets a feed lead to this computer and to private networks", in: sheets + [.batch]),

    // MARK: probing
    Option(
      "verify", help: "decodes every pixel and says what is wrong, not only what headers say",
      in: [.probe]),
    Option(
      "json", help: "prints JSON instead of lines", in: [.diff, .probe, .cache]),
    Option(
      "list-damaged",
      help:
        "prints only the bare names of pictures that are damaged or cannot be opened, for other "
        + "tools; with --null each ends in a byte 0",
      in: [.probe]),

    // MARK: the cache
    Option(
      "info",
      help: "says where the cache is, how much it has and how much it may have; so does no option",
      in: [.cache]),
    Option("clear", help: "removes everything that no other process uses", in: [.cache]),

    // MARK: many sheets
    Option(
      "each-directory",
      help:
        "makes a sheet of each directory below the one that is given, with --layout and the options of "
        + "that layout, into --output. A sheet never replaces a file that is none",
      in: [.batch]),
    Option(
      "layout", value: "LAYOUT",
      help: "of --each-directory: strip, list, grid, fitted or justified", in: [.batch]),
    Option(
      "only", value: "GLOB",
      help:
        "of --each-directory: those directories whose path below it matches: *, ?, [a-z] within a name, ** "
        + "for any directories",
      in: [.batch]),
    Option(
      "sheets-from", value: "FILE",
      help:
        "reads a sheet a line, as JSON, and prints a result a line, as soon as it is done; - is standard "
        + "input. For other engines to run",
      in: [.batch]),
    Option(
      "schema", help: "prints the JSON Schema of a manifest, for editors, and makes nothing",
      in: [.batch]),
    Option(
      "force", help: "makes every sheet, also those of which nothing changed", in: [.batch]),
    Option(
      "check", help: "makes nothing: prints what is out of date, and ends with 1 if anything is",
      in: [.batch]),
    Option(
      "watch",
      help:
        "goes on until it is stopped: makes again what changes, once nothing has changed for 0.3 seconds. "
        + "On Linux",
      in: [.batch]),
    Option("fail-fast", help: "begins no other sheet once one has failed", in: [.batch]),
    Option(
      "compare-with", value: "DIR",
      help:
        "compares the sheets with those in this directory that have the same paths, beside the manifest or "
        + "below --output, pixel by pixel",
      in: [.batch]),
    Option(
      "shard", value: "K/N",
      help:
        "makes the K-th of N shares of the sheets: shares are about as long, and every sheet is in one of "
        + "them, the same whatever the order of the manifest",
      in: [.batch]),

    // MARK: comparing
    Option(
      "metric", value: "METRIC",
      help:
        "when two pixels differ: exact (a channel differs by more than --tolerance) or perceptual (they "
        + "look different, as pixelmatch 7.2.0 defines it)",
      fallback: "exact", in: [.diff]),
    Option(
      "tolerance", value: "N", help: "of the exact metric: a channel may differ by so much, 0…255",
      fallback: "0", in: [.diff]),
    Option(
      "threshold", value: "X",
      help: "of the perceptual metric, which it implies: 0 (any visible difference) … 1",
      fallback: "0.1", in: [.diff]),
    Option(
      "include-aa",
      help: "counts smoothed edges as mismatches too; implies the perceptual metric", in: [.diff]),
    Option(
      "alpha", value: "HOW",
      help:
        "what the colour of clear pixels counts in the exact metric: visible (nothing) or strict (as any)",
      fallback: "visible", in: [.diff]),
    Option(
      "size-mismatch", value: "HOW",
      help:
        "pictures of different sizes: fail (they differ; what both have is compared anyway), overlap (only "
        + "that counts), or pad (the rest is clear)",
      fallback: "fail", in: [.diff]),
    Option(
      "max-pixels", value: "N",
      help: "so many pixels may differ. Each limit that is given must hold; with none it is 0",
      in: [.diff]),
    Option(
      "max-percent", value: "P",
      help: "they may be so much of all pixels that are not ignored, 0…100, as in 0.05%",
      in: [.diff]),
    Option(
      "window", value: "N:SIDE",
      help:
        "N mismatches in any square of SIDE pixels are too many, so that a word on a long page is not "
        + "drowned: 50:32",
      in: [.diff]),
    Option(
      "ignore", value: "X,Y,W,H", help: "pixels that do not count; may be given again", in: [.diff]
    ),
    Option(
      "ignore-mask", value: "FILE",
      help: "a picture whose light, opaque pixels stand for pixels that do not count", in: [.diff]),
    Option("crop", value: "X,Y,W,H", help: "compares only this part", in: [.diff]),
    Option(
      "expected-placements", value: "FILE",
      help:
        "the placements of the expected sheet, as its command writes them: with these and those of the actual "
        + "one it is said which pictures changed, moved, are new or gone",
      fallback: "sheet.placements.json beside sheet.png, where both have one", in: [.diff]),
    Option(
      "actual-placements", value: "FILE", help: "the same of the actual sheet", in: [.diff]),
    Option(
      "style", value: "STYLE",
      help:
        "of the picture: overlay (the expected one faded, with marks), mask (marks on clear), "
        + "side-by-side (expected, actual, overlay), or heat (how much each pixel differs)",
      fallback: "overlay", in: [.diff]),
    Option("no-boxes", help: "draws no frames around the regions that changed", in: [.diff]),
    Option(
      "mismatch-color", value: "COLOR", help: "of pixels that differ", fallback: "#FF0000",
      in: [.diff]),
    Option(
      "aa-color", value: "COLOR", help: "of smoothed edges", fallback: "#FFFF00", in: [.diff]),
    Option("box-color", value: "COLOR", help: "of the frames", fallback: "#0060FF", in: [.diff]),

    // MARK: running
    Option(
      "json-report", value: "FILE",
      help: "writes what became of the sheet and of each picture that gave trouble, as JSON",
      in: sheets + [.batch, .diff],
      variants: [
        .batch: Variant(
          help:
            "writes what became of each sheet, as JSON: its state, pages, pictures, bytes, seconds, and "
            + "the pictures that gave trouble"),
        .diff: Variant(help: "writes what --json prints"),
      ]),
    Option(
      "html", value: "FILE",
      help:
        "writes a page that shows the sheet, in which every picture is a link to its file, or to the href that a "
        + "manifest says, and has an image map. It shows the PNG by its name, runs no script, and needs no "
        + "network",
      in: sheets + [.diff],
      variants: [
        .diff: Variant(
          help:
            "writes a page that shows what differs: side by side, swiped, blinking, zoomed to each change. "
            + "It holds its pictures and needs no network")
      ]),
    Option(
      "link-pictures",
      help: "the page shows pictures from where they are, and is small; --html only", in: [.diff]),
    Option(
      "junit", value: "FILE",
      help: "writes the result as JUnit XML, a test case for each picture", in: [.diff]),
    Option(
      "summary", value: "FORM",
      help:
        "github: what differs as Markdown, appended to the file that GITHUB_STEP_SUMMARY names, else "
        + "printed; and an annotation for each of the first ten",
      in: [.diff]),
    Option(
      "update", value: "WHICH",
      help:
        "copies actual pictures over the expected ones and lists them: failed (those that differ), "
        + "missing (those that nothing is expected of yet), or all (both, and those within the limits). "
        + "What is the same is not touched, what is no longer there is not removed. The exit code is "
        + "that of a second run",
      in: [.diff]),
    Option(
      "max-input-pixels", value: "N",
      help: "refuses a picture that claims more pixels; 0 for no limit", fallback: "268402689",
      in: readers),
    Option(
      "max-input-side", value: "PX",
      help: "refuses a picture that claims more pixels on a side; 0 for no limit",
      fallback: "1000000", in: readers),
    Option(
      "jobs", "j", value: "N",
      help: "pictures decoded at the same time, 1…256; the result is the same for every number",
      fallback: "the number of processors", in: runs,
      variants: [
        .batch: Variant(
          help:
            "threads that work at the same time, for all sheets together, 1…256; the result is the "
            + "same for every number"),
        .diff: Variant(
          help: "pairs compared at the same time, 1…256; the result is the same for every number"),
      ]),
    Option(
      "memory", value: "MB",
      help:
        "what the pictures being decoded may take together, 1…1000000; one that needs more is decoded "
        + "alone. The result is the same for every number",
      fallback: "256", in: sheets + [.batch, .diff],
      variants: [
        .batch: Variant(
          help:
            "what the pictures being decoded may take together, for all sheets, 1…1000000; a quarter "
            + "more is for tiles that several sheets have"),
        .diff: Variant(
          help: "what pictures that are held whole while they are compared may take together, "
            + "1…1000000; a pair that needs more is compared alone"),
      ]),
    Option(
      "progress", value: "WHEN",
      help:
        "shows how far it is: auto (on a terminal), always, never, or json (a line each half second)",
      fallback: "auto", in: sheets + [.batch, .diff]),
    Option(
      "quiet", "q", help: "prints nothing but errors and reports of damage and skipped pictures",
      in: all),
    Option("help", "h", help: "shows this help", in: all),
    Option("version", help: "shows the version", in: all),
  ]

  /// Names that users of other tools type.
  package static let synonyms: [String: String] = [
    "anchor-point": "anchor", "aspect": "cell-aspect", "aspect-ratio": "cell-aspect",
    "bg": "background", "border-colour": "border-color", "border-radius": "corner-radius",
    "border-width": "border", "cell-size": "cell", "cols": "columns", "color": "border-color",
    "colour": "border-color", "diameter": "size", "direction": "axis", "gap": "spacing",
    "density": "dpi", "gravity": "anchor", "gutter": "spacing", "interpolation": "filter",
    "kernel": "filter",
    "label": "caption", "no-upscale": "no-enlarge", "object-fit": "fit", "order": "sort",
    "orientation": "landscape", "out": "output",
    "overlap": "spacing", "padding": "margin", "paper": "page-size", "paper-size": "page-size",
    "parallel": "jobs", "position": "anchor", "radius": "corner-radius",
    "recurse": "recursive", "report": "html", "resample": "filter", "resolution": "dpi",
    "sort-by": "sort",
    "threads": "jobs", "thumbnail-size": "cell", "upscale": "enlarge", "zoom": "scale",
  ]

  package static func options(of command: Command) -> [Option] {
    table.filter { $0.commands.contains(command) }.map { $0.said(by: command) }
  }
}

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
  /// The commands that take it. None: the name is kept for a command to come.
  package let commands: [Command]

  init(
    _ name: String, _ short: Character? = nil, value: String? = nil, help: String = "",
    fallback: String? = nil, in commands: [Command] = []
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
    self.fallback = fallback
    self.commands = commands
  }
}

extension Option {
  private static let sheets: [Command] = [.strip]
  private static let readers: [Command] = [.strip, .probe]
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
      fallback: "strip.png", in: sheets),

    // MARK: which pictures
    Option(
      "recursive", "r",
      help:
        "takes the directories below a directory too. Hidden ones are passed over; a link is followed "
        + "unless it leads back to a directory on the way to it",
      in: readers),
    Option(
      "files-from", value: "FILE",
      help:
        "a list of more pictures and directories, one name a line, that come after the others; - is "
        + "standard input. A name is only a name: no quotes, no comments, no xN. A CR before the end "
        + "of a line is left out",
      in: readers),
    Option(
      "null", "0", help: "names in a list end in a byte 0, as find -print0 writes them",
      in: readers),
    Option(
      "sort", value: "KEY",
      help:
        "sorts all pictures: natural (img2 before img10), name (its bytes, without the directory), date "
        + "(modified, oldest first), taken (EXIF DateTimeOriginal, the local time as written, oldest "
        + "first; pictures without it last, by date), size (of the file, smallest first), or none (as "
        + "given; in a directory by bytes)",
      fallback: "as given; in a directory natural", in: readers),
    Option("reverse", help: "reverses the order, whatever it is", in: readers),
    Option(
      "limit", value: "N", help: "takes the first N of the pictures in their order, 1…10000",
      fallback: "all", in: readers),

    // MARK: geometry
    Option(
      "size", value: "PX", help: "diameter of a picture in pixels, 1…10000", fallback: "50",
      in: [.strip]),
    Option(
      "spacing", "s", value: "PX",
      help: "pixels between pictures, -(size - 1)…10000; negative overlaps them",
      fallback: "-15, nearer to 0 for a small size", in: sheets),
    Option(
      "border", value: "PX",
      help: "width in pixels of the ring inside a picture's edge, 0…size / 2",
      fallback: "3, less for a small size", in: sheets),
    Option(
      "columns", "c", value: "N", help: "pictures in a row before the next row begins, 1…10000",
      fallback: "all in one row", in: sheets),
    Option(
      "row-spacing", value: "PX", help: "pixels between rows, 0…10000", fallback: "8", in: [.strip]),
    Option(
      "margin", value: "PX",
      help:
        "pixels around the sheet, 0…10000: one number, vertical,horizontal, or top,right,bottom,left",
      fallback: "0", in: sheets),
    Option(
      "scale", value: "X",
      help:
        "multiplies every length, 1…8; 2 and 3 are for dense screens. Lengths are rounded half up",
      fallback: "1", in: sheets),
    Option(
      "axis", value: "AXIS", help: "direction of the strip: horizontal or vertical",
      fallback: "horizontal", in: [.strip]),
    Option(
      "front", value: "END", help: "which picture lies on top where two overlap: first or last",
      fallback: "first", in: [.strip]),

    // MARK: looks
    Option(
      "background", "b", value: "COLOR",
      help: "colour behind the pictures; none for a clear one", fallback: "#AAAAAA", in: sheets),
    Option(
      "border-color", value: "COLOR",
      help:
        "colour of the ring, painted over what lies there; none paints nothing. Without this option the "
        + "ring has the background's colour and replaces what lies there: on a clear background the gap "
        + "between two pictures is clear",
      in: sheets),
    Option(
      "shape", value: "SHAPE", help: "outline of a picture: circle, rounded or square",
      fallback: "circle", in: sheets),
    Option(
      "corner-radius", value: "PX",
      help: "radius in pixels of rounded corners, 0…size / 2; implies --shape rounded",
      fallback: "a quarter of the size", in: sheets),
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
      fallback: "fail", in: sheets),
    Option(
      "linear",
      help: "resamples light instead of stored values: bright detail keeps its brightness",
      in: sheets),
    Option(
      "no-color-management",
      help: "takes stored values as sRGB, whatever profile or gamma a picture has", in: sheets),
    Option("no-auto-orient", help: "uses pictures as stored, whatever EXIF says", in: sheets),
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

    // MARK: probing
    Option(
      "verify", help: "decodes every pixel and says what is wrong, not only what headers say",
      in: [.probe]),
    Option(
      "json", help: "prints JSON instead of lines", in: [.probe]),
    Option(
      "list-damaged",
      help:
        "prints only the bare names of pictures that are damaged or cannot be opened, for other "
        + "tools; with --null each ends in a byte 0",
      in: [.probe]),

    // MARK: running
    Option(
      "json-report", value: "FILE",
      help: "writes what became of the sheet and of each picture that gave trouble, as JSON",
      in: sheets),
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
      fallback: "the number of processors", in: readers),
    Option(
      "quiet", "q", help: "prints nothing but errors and reports of damage and skipped pictures",
      in: all),
    Option("help", "h", help: "shows this help", in: all),
    Option("version", help: "shows the version", in: all),

    // MARK: names kept for commands to come
    Option("allow-private-addresses"), Option("alpha", value: "HOW"),
    Option("caption", value: "TEXT"), Option("caption-position", value: "WHERE"),
    Option("cell", value: "WxH"), Option("cell-aspect", value: "W:H"), Option("check"),
    Option("clear"), Option("compare-with", value: "DIR"),
    Option("compression", value: "LEVEL"), Option("crop", value: "X,Y,W,H"),
    Option("distribute", value: "HOW"), Option("dpi", value: "N"),
    Option("each-directory"), Option("enlarge"), Option("fail-fast"),
    Option("feed", value: "FILE"), Option("feed-size", value: "SIZE"),
    Option("fit", value: "HOW"), Option("font", value: "FAMILY"),
    Option("font-size", value: "PX"), Option("footer", value: "TEXT"), Option("force"),
    Option("geometry", value: "WxH+X+Y"), Option("header", value: "TEXT"),
    Option("html", value: "FILE"), Option("ignore", value: "X,Y,W,H"),
    Option("ignore-mask", value: "FILE"), Option("include-aa"), Option("info"),
    Option("junit", value: "FILE"),
    Option("landscape"), Option("last-row", value: "HOW"), Option("layout", value: "LAYOUT"),
    Option("markdown"), Option("max-percent", value: "P"),
    Option("max-pixels", value: "N"), Option("memory", value: "MB"),
    Option("metric", value: "METRIC"), Option("more"), Option("offline"),
    Option("only", value: "GLOB"),
    Option("page-size", value: "SIZE"), Option("per-page", value: "N"),
    Option("placements", value: "FILE"), Option("plan"), Option("print-manifest"),
    Option("progress", value: "WHEN"), Option("refresh"),
    Option("row-height", value: "PX"), Option("row-tolerance", value: "X"),
    Option("rows", value: "N"), Option("schema"), Option("shadow", value: "SHADOW"),
    Option("shard", value: "K/N"), Option("sheets-from", value: "FILE"),
    Option("size-mismatch", value: "HOW"),
    Option("style", value: "STYLE"), Option("summary", value: "FORM"),
    Option("text-align", value: "WHERE"), Option("text-color", value: "COLOR"),
    Option("threshold", value: "X"), Option("tile", value: "CxR"),
    Option("title", value: "TEXT"), Option("tolerance", value: "N"),
    Option("trim-last-page"), Option("update", value: "WHICH"),
    Option("watch"), Option("width", "w", value: "PX"), Option("window", value: "N:SIDE"),
  ]

  /// Names that users of other tools type.
  package static let synonyms: [String: String] = [
    "anchor-point": "anchor", "bg": "background", "border-colour": "border-color",
    "border-width": "border", "cols": "columns", "color": "border-color",
    "colour": "border-color", "diameter": "size", "direction": "axis", "gap": "spacing",
    "gravity": "anchor", "gutter": "spacing", "interpolation": "filter", "kernel": "filter",
    "label": "caption", "order": "sort", "out": "output",
    "overlap": "spacing", "padding": "margin",
    "parallel": "jobs", "position": "anchor", "radius": "corner-radius",
    "recurse": "recursive", "resample": "filter", "sort-by": "sort",
    "threads": "jobs", "zoom": "scale",
  ]

  package static func options(of command: Command) -> [Option] {
    table.filter { $0.commands.contains(command) }
  }
}

import ContactSheet

/// The text of `--help`, made from the option table.
enum HelpScreen {
  private static let width = 80

  /// The help of the tool as a whole.
  static let overview: String = {
    let commands = Command.allCases.map { "  \(pad($0.rawValue, 13))\($0.summary)" }
    let topics = HelpTopic.allCases.map { "  \(pad($0.rawValue, 13))\($0.summary)" }
    return """
      contactsheet \(version): many pictures become one PNG

      USAGE
        contactsheet COMMAND IMAGE… [OPTION…]
        contactsheet IMAGE… [OPTION…]      the same as contactsheet fitted
        contactsheet help COMMAND|TOPIC
        contactsheet completions SHELL     for bash, zsh or fish
        contactsheet --version

      COMMANDS
      \(commands.joined(separator: "\n"))

      TOPICS
      \(topics.joined(separator: "\n"))

      EXAMPLES
        contactsheet strip dog.jpg x6
        contactsheet grid photos --columns 5
        contactsheet photos/ -o sheet.png

      Reads JPEG and PNG, writes PNG.
      """
  }()

  static func of(_ command: Command) -> String {
    let (start, end) = parts(command)
    let options = "OPTIONS\n" + Option.options(of: command).map(entry).joined(separator: "\n")
    return [start, options, end].joined(separator: "\n\n")
  }

  /// What stands before the options, and what stands after them.
  static func parts(_ command: Command) -> (start: String, end: String) {
    var sections: [String] = []
    switch command {
    case .list, .grid, .fitted, .justified:
      sections.append(introduction(command))
    case .strip:
      sections.append(
        """
        contactsheet strip: \(command.summary)

        USAGE
          contactsheet strip IMAGE [xN]… [OPTION…]

        IMAGE  a JPEG or PNG file, told apart by content, turned upright by its EXIF
               orientation; or a directory; or the http or https address of a picture
        xN     the picture before it N times, as in: dog.jpg x6
               (a file of that name is ./x6)

        \(optionsAndDirectories)

        n pictures of diameter d and spacing s give a PNG of n·d + (n−1)·s by d pixels:
        dog.jpg x6 gives 225 × 50.
        """)
    case .batch:
      sections.append(
        """
        contactsheet batch: \(command.summary)

        USAGE
          contactsheet batch MANIFEST [OPTION…]
          contactsheet batch TREE --each-directory --layout LAYOUT -o DIR [OPTION…]
          contactsheet batch --sheets-from FILE [OPTION…]

        MANIFEST  JSON; - is standard input:
                  {"defaults": {"layout": "fitted", "columns": 4},
                   "sheets": [{"inputs": ["march/"], "output": "out/march.png"}]}
                  Keys are layout, inputs and the long options of the layout; paths are
                  relative to the manifest. docs/batch.md has all of it.

        A sheet is made if its options or its pictures changed, or if it is not as it
        was made. What it was made from stands in a hidden file beside it, which ends in
        .contactsheet and is the lock on it as well. Everything is checked before
        anything is made; after that, a sheet that fails does not stop the others.
        """)
    case .diff:
      sections.append(
        """
        contactsheet diff: \(command.summary)

        USAGE
          contactsheet diff EXPECTED ACTUAL [-o PICTURE] [OPTION…]
          contactsheet diff EXPECTED/ ACTUAL/ [-o DIRECTORY/] [OPTION…]

        EXPECTED, ACTUAL  JPEG or PNG, turned upright and converted to sRGB; compared
                          with 16 bits a channel where one of them has them

        Prints how many pixels differ, of how many, by how much at most, and where: the
        regions that changed. Alpha is a channel: white and clear differ. A damaged
        picture is not compared. Rows are compared as they are decoded; only interlaced
        PNGs, progressive JPEGs and pictures that lie on their side are held whole.

        Of two directories the pictures are paired by their paths below them, hidden
        files left out. A picture that only one has is new, or missing, and counts as
        different. Those of another format are only compared byte by byte. Every limit
        is one for each pair.
        """)
    case .probe:
      sections.append(
        """
        contactsheet probe: \(command.summary)

        USAGE
          contactsheet probe IMAGE… [OPTION…]

        IMAGE  a file, an address or a directory; of a directory every picture is named,
               also those that cannot be opened

        A line each: format, size as stored, size and orientation once upright, bits and
        colour of the samples, progressive or interlaced, the profile's name, damage.
        Only headers are read, unless --verify decodes everything.
        """)
    case .cache:
      sections.append(
        """
        contactsheet cache: \(command.summary)

        USAGE
          contactsheet cache [--info]
          contactsheet cache --clear

        Pictures and feeds that are fetched are kept in contactsheet/ below
        XDG_CACHE_HOME (default: ~/.cache, on macOS ~/Library/Caches), for as long as
        their servers allow, and asked about after that. The cache has at most 1 GB, or
        as many MB as CONTACTSHEET_CACHE_MB says; what was not used for longest goes
        first. What another process uses at the moment stays. It may be deleted as a
        whole at any time. docs/remote.md has all of it.
        """)
    }
    let start = sections.joined(separator: "\n\n")
    sections = []
    switch command {
    case .strip:
      sections.append(
        """
        COLOURS
          #RGB, #RGBA, #RRGGBB, #RRGGBBAA (the # may be left out), the names of CSS, or
          none. lightgray is CSS's #D3D3D3; the default background #AAAAAA has no name.

        EXAMPLES
          contactsheet strip dog.jpg x6
          contactsheet strip *.jpg --background none --scale 2 -o team.png
          contactsheet strip photos --recursive --sort taken --limit 12
          find . -name '*.jpg' -print0 | contactsheet strip --files-from - -0
          contactsheet strip a.jpg b.png x2 --size 64 --spacing -20 --border 4
        """)
    case .list, .grid, .fitted, .justified:
      sections.append(lengthsAndColors)
      sections.append("EXAMPLES\n" + examples(command))
    case .batch:
      sections.append(
        """
        EXAMPLES
          contactsheet batch sheets.json
          contactsheet batch sheets.json --check
          contactsheet batch sheets.json --shard 2/8 --json-report part2.json
          contactsheet batch shoots --each-directory --layout fitted -o out
        """)
    case .diff:
      sections.append(
        """
        EXAMPLES
          contactsheet diff expected.png actual.png
          contactsheet diff old.png new.png -o diff.png --style side-by-side
          contactsheet diff a.png b.png --threshold 0.1 --max-percent 0.05%
          contactsheet diff a.png b.png --ignore 0,0,200,24 --json
          contactsheet diff expected/ actual/ --junit result.xml
          contactsheet diff expected/ actual/ --update failed
        """)
    case .probe:
      sections.append(
        """
        EXAMPLES
          contactsheet probe dog.jpg
          contactsheet probe -r photos/ --verify
          contactsheet probe -r photos/ --verify --list-damaged -0 | xargs -0 ls -l
        """)
    case .cache:
      sections.append(
        """
        EXAMPLES
          contactsheet cache
          contactsheet cache --info --json
          contactsheet cache --clear
        """)
    }
    let possible: [ExitCode] =
      switch command {
      case .batch: [.done, .differs, .notMade, .madeWithDamage, .usage]
      case .diff: [.done, .differs, .notMade, .usage]
      case .cache: [.done, .notMade, .usage]
      default: [.done, .notMade, .madeWithDamage, .usage]
      }
    let codes =
      possible
      .map { "  \(pad(String($0.rawValue), 4))\($0.meaning(of: command))" }
    sections.append("EXIT CODES\n" + codes.joined(separator: "\n"))
    return (start, sections.joined(separator: "\n\n"))
  }

  // MARK: sheets

  private static func introduction(_ command: Command) -> String {
    let layout =
      switch command {
      case .grid:
        """
        Columns of equal width in rows of cells. By default cells are square and filled,
        as on a contact sheet: what is beyond a cell is cropped. --fit fit shows every
        picture whole in its cell; --fit natural keeps each ratio, a row being as high
        as its highest picture, which with --margin 0,2 is the grid of a photo feed.
        """
      case .fitted:
        """
        Columns of equal width in which every picture keeps its ratio, dealt one after
        the other, top aligned: a masonry, which is another name of this command.
        """
      case .justified:
        """
        Rows that fill the width exactly, every picture whole; where rows break is
        chosen so that their heights are as near to --row-height as can be. Another
        name of this command is rows.
        """
      default:
        """
        One column of pictures, each as wide as the sheet and as high as its ratio makes
        it.
        """
      }
    return """
      contactsheet \(command.rawValue): \(command.summary)

      USAGE
        contactsheet \(command.rawValue) IMAGE [xN]… [OPTION…]

      IMAGE  a JPEG or PNG file, told apart by content, turned upright by its EXIF
             orientation; or a directory; or the http or https address of a picture
      xN     the picture before it N times (a file of that name is ./x6)

      \(layout)

      \(optionsAndDirectories)
      """
  }

  private static let optionsAndDirectories = """
    Options may stand anywhere; -- ends them. An option given twice counts as the
    last one says.

    Of a directory the pictures are taken in natural order: runs of digits count as
    numbers, A…Z as a…z, other bytes as bytes. Hidden files, files that are no
    pictures, and earlier contact sheets are left out. Pictures that cannot be
    opened are skipped and counted; a picture named by itself has to open.
    """

  private static let lengthsAndColors = """
    LENGTHS
      Pixels, or a number with mm, cm or in: 10mm is 118 pixels at 300 dpi.

    COLOURS
      #RGB, #RGBA, #RRGGBB, #RRGGBBAA (the # may be left out), the names of CSS, or
      none.
    """

  private static func examples(_ command: Command) -> String {
    let lines =
      switch command {
      case .grid:
        [
          "grid photos", "grid photos --columns 6 --width 1800 --fit fit",
          "grid photos --cell-aspect 3:2 --page-size A4 -o sheet-{page}.png",
          "grid *.jpg --shape circle --spacing 12 --shadow 0,2,6",
          "grid photos --tile 4x3 --geometry 300x300+4+4",
          "grid --feed feed.json --feed-size z --columns 4",
        ]
      case .fitted:
        [
          "fitted photos", "fitted photos --columns 4 --width 1600 --distribute shortest",
          "fitted -r shoots --sort taken --page-size A4 --margin 12mm",
          "fitted photos --columns 3 --plan",
        ]
      case .justified:
        [
          "justified photos", "justified photos --row-height 200 --last-row center",
          "justified photos --width 1600 --rows 6 -o page-{page}.png",
        ]
      default:
        ["list photos", "list a.jpg b.png --width 800 --spacing 0", "list photos --per-page 10"]
      }
    return lines.map { "  contactsheet \($0)" }.joined(separator: "\n")
  }

  /// An option with its explanation, wrapped.
  private static func entry(_ option: Option) -> String {
    var head = option.short.map { "  -\($0), " } ?? "      "
    head += "--\(option.name)"
    if let value = option.value { head += " \(value)" }
    var text = option.help
    if let fallback = option.fallback { text += " (default: \(fallback))" }
    let indent = 30
    let lines = wrap(text, width: width - indent)
    let blank = String(repeating: " ", count: indent)
    var rows: [String]
    if head.count + 2 > indent {
      rows = [head] + lines.map { blank + $0 }
    } else {
      rows = [pad(head, indent) + (lines.first ?? "")] + lines.dropFirst().map { blank + $0 }
    }
    rows = rows.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    return rows.joined(separator: "\n")
  }

  static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

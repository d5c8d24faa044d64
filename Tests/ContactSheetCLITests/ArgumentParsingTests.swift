import ContactSheet
import ContactSheetCLI
import ImageCodecs
import TestSupport
import Testing

/// Words, options and commands; the values of options are in `OptionValueTests`.
struct ArgumentParsingTests {
  // MARK: pictures and their counts

  @Test(arguments: [
    ("a.jpg x6", "a a a a a a"), ("a.jpg b.png x2", "a b b"), ("a.jpg x2 b.png", "a a b"),
    ("a.jpg x1", "a"), ("a.jpg x03", "a a a"), ("a.jpg x2 a.jpg x2", "a a a a"),
  ])
  func `xN repeats the picture before it`(_ line: String, _ expected: String) throws {
    let names = try pictureNames(line).map { $0.prefix { $0 != "." } }
    #expect(names.joined(separator: " ") == expected)
  }

  @Test(arguments: ["./x6", "X6", "x", "x6a", "x-6", "x6.jpg", "xx6", "x6/", "6", "×6"])
  func `a word that is not quite xN is a file`(_ word: String) throws {
    #expect(try pictureNames("a.jpg \(word)") == ["a.jpg", word])
  }

  @Test(arguments: [
    (
      "a.jpg x2 x3",
      "'x3' follows 'x2': a picture takes one count. A file of that name is './x3'."
    ),
    ("x6", "'x6' has no picture before it. A file of that name is './x6'."),
    ("x6 a.jpg", "'x6' has no picture before it. A file of that name is './x6'."),
    ("a.jpg x0", "'x0' is out of range: x1…x10000."),
    ("a.jpg x10001", "'x10001' is out of range: x1…x10000."),
    (
      "a.jpg x99999999999999999999",
      "'x99999999999999999999' is out of range: x1…x10000."
    ),
    ("a.jpg x10000 b.jpg", "10001 pictures are too many: 1…10000."),
    ("", "No picture given."),
    ("--size 64", "No picture given."),
    ("-", noStandardInput), ("a.jpg - b.jpg", noStandardInput),
  ])
  func `a wrong count or list is refused in words`(_ line: String, _ expected: String) {
    #expect(refusal(line) == expected)
  }

  @Test func `a strip holds 10,000 pictures`() throws {
    #expect(try stripCommand("a.jpg x10000").strip.pictures.count == 10_000)
    #expect(try stripCommand("a.jpg x9999 b.jpg").strip.pictures.count == 10_000)
  }

  @Test func `a picture with an empty name is refused`() {
    #expect(refusal([[]]) == "A picture's name is empty.")
  }

  @Test func `names that are not UTF-8 reach the strip as they are`() throws {
    let name: [UInt8] = [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x6A, 0x70, 0x67]
    let command = try stripCommand([name, Array("x2".utf8), Array("-o".utf8), [0x6F, 0xFF]])
    let path = try #require(RawPath(bytes: name))
    #expect(command.strip.pictures == [.file(path), .file(path)])
    #expect(command.output.destination == .file(try #require(RawPath(bytes: [0x6F, 0xFF]))))
  }

  // MARK: where options may stand

  @Test(arguments: [
    "--size 64 -q a.jpg x2 b.jpg", "a.jpg --size 64 x2 -q b.jpg", "a.jpg x2 b.jpg -q --size 64",
    "a.jpg x2 --size=64 b.jpg -q", "--size 64 -q -- a.jpg x2 b.jpg",
    "a.jpg --quiet x2 --size 64 -- b.jpg",
  ])
  func `options stand before, between and after pictures`(_ line: String) throws {
    let command = try stripCommand(line)
    #expect(command.strip == Strip(["a.jpg", "a.jpg", "b.jpg"], size: 64))
    #expect(command.output.isQuiet)
  }

  @Test func `after -- every word is a picture or a count`() throws {
    #expect(
      try pictureNames("-- -o --size x2 -15 -- -h")
        == ["-o", "--size", "--size", "-15", "--", "-h"])
    #expect(
      refusal("-- -") == "Pictures are not read from standard input. "
        + "A file of that name is './-'; a list of names is '--files-from -'.")
    #expect(
      refusal("a.jpg x2 -- x3") == "'x3' follows 'x2': a picture takes one count. "
        + "A file of that name is './x3'.")
  }

  // MARK: an option and its value

  @Test(arguments: [
    "--spacing -15", "--spacing=-15", "-s -15", "-s-15", "-qs-15", "-qs -15", "--spacing −15",
    "--spacing 3 --spacing -15", "-s 3 --spacing=-15", "--spacing=3 -s-15",
  ])
  func `a value follows as a word, after = or at once, and the last one wins`(
    _ options: String
  ) throws {
    let command = try stripCommand("a.jpg \(options) --size 40")
    #expect(command.strip.spacing == -15)
    #expect(command.strip.size == 40)
  }

  @Test(arguments: [
    "-qj4", "-j4 -q", "-qj 4", "-q -j 4", "--jobs=4 --quiet", "-qqj4", "-j 8 -qj4",
  ])
  func `letters may be joined`(_ options: String) throws {
    let command = try stripCommand("a.jpg \(options)")
    #expect(command.output.isQuiet)
    #expect(command.strip.jobs == 4)
  }

  @Test(arguments: [
    "-o out.png", "-oout.png", "-qo out.png", "-qoout.png", "--output out.png",
    "--output=out.png", "-o one.png -o out.png",
  ])
  func `the output is the last one named`(_ options: String) throws {
    #expect(try stripCommand("a.jpg \(options)").output.destination == .file("out.png"))
  }

  @Test func `without a name the output is strip.png, if that is ours`() throws {
    #expect(
      try stripCommand("a.jpg").output.destination == .file("strip.png", mustBeOurs: true))
    #expect(
      try stripCommand("a.jpg -o strip.png").output.destination == .file("strip.png"))
    #expect(try stripCommand("a.jpg -o -").output.destination == .standardOutput)
    #expect(try stripCommand("a.jpg -o ./-").output.destination == .file("./-"))
    #expect(try stripCommand("a.jpg -o=b").output.destination == .file("=b"))
  }

  @Test(arguments: [
    ("a.jpg --size", "Missing value for '--size PX'."),
    ("a.jpg -s", "Missing value for '-s PX'."),
    ("a.jpg -qo", "Missing value for '-o FILE'."),
    ("a.jpg --output --quiet", "Missing value for '--output FILE' before '--quiet'."),
    ("a.jpg -o --size 64", "Missing value for '-o FILE' before '--size'."),
    ("--size --jobs 4 a.jpg", "Missing value for '--size PX' before '--jobs'."),
    ("a.jpg --output --size=64", "Missing value for '--output FILE' before '--size'."),
    ("a.jpg -o -q", "Missing value for '-o FILE' before '-q'."),
    (
      "a.jpg --background",
      "Missing value for '--background COLOR'. "
        + "In a shell a colour with '#' needs quotes: '--background \"#AAAAAA\"'."
    ),
    (
      "a.jpg -b",
      "Missing value for '-b COLOR'. "
        + "In a shell a colour with '#' needs quotes: '-b \"#AAAAAA\"'."
    ),
    ("a.jpg --output=", "The value of '--output' is empty."),
    ("a.jpg --quiet=1", "Option '--quiet' takes no value."),
    ("a.jpg --quiet=", "Option '--quiet' takes no value."),
  ])
  func `a forgotten or needless value is refused in words`(
    _ line: String, _ expected: String
  ) {
    #expect(refusal(line) == expected)
  }

  @Test(arguments: [
    "avif", "bmp", "gif", "heic", "heif", "jpe", "jpeg", "jpg", "jxl", "pdf", "svg", "tif",
    "tiff", "webp",
  ])
  func `an output named as another format is refused`(_ kind: String) {
    let words = "asks for .\(kind), and contactsheet writes PNG: name the output .png."
    #expect(refusal("a.jpg -o x.\(kind)") == "'x.\(kind)' \(words)")
    #expect(refusal("a.jpg -o d/x.\(kind)") == "'d/x.\(kind)' \(words)")
    let loud = "X.\(kind.uppercased())"
    #expect(refusal("a.jpg -o \(loud)") == "'\(loud)' \(words)")
  }

  @Test(arguments: ["x", "x.PNG", "x.jpg.png", "jpg", "photos.jpg/x", "x.jpg2", ".png"])
  func `any other output is taken`(_ name: String) throws {
    #expect(try stripCommand("a.jpg -o \(name)").output.destination == .file(RawPath(name)))
  }

  @Test func `a PNG is not sent to a terminal`() throws {
    let line = words("a.jpg -o -")
    #expect(throws: UsageError.self) { try stripCommand(line, outputIsTerminal: true) }
    do throws(UsageError) {
      _ = try stripCommand(line, outputIsTerminal: true)
    } catch {
      #expect(
        error.message
          == "A PNG is not written to a terminal; send standard output elsewhere.")
    }
    #expect(
      try stripCommand(words("a.jpg -o b"), outputIsTerminal: true).output.destination == .file("b")
    )
  }

  // MARK: unknown options

  @Test(arguments: [
    ("--colums", "columns"), ("--colmuns", "columns"), ("--sise", "size"), ("--sizes", "size"),
    ("--ouput", "output"), ("--spaceing", "spacing"), ("--backgroud", "background"),
    ("--bordercolor", "border-color"), ("--marign", "margin"), ("--fliter", "filter"),
    ("--quite", "quiet"), ("--shap", "shape"), ("--job", "jobs"), ("--rowspacing", "row-spacing"),
  ])
  func `a mistyped option names the nearest one`(_ typed: String, _ meant: String) {
    #expect(refusal("a.jpg \(typed) 5") == "Unknown option '\(typed)'. Did you mean '--\(meant)'?")
    #expect(refusal("a.jpg \(typed)=5") == "Unknown option '\(typed)'. Did you mean '--\(meant)'?")
  }

  @Test(arguments: [
    ("gap", "spacing"), ("gutter", "spacing"), ("overlap", "spacing"), ("padding", "margin"),
    ("cols", "columns"), ("diameter", "size"), ("bg", "background"), ("border-width", "border"),
    ("border-colour", "border-color"), ("color", "border-color"), ("direction", "axis"),
    ("gravity", "anchor"), ("position", "anchor"), ("interpolation", "filter"),
    ("out", "output"), ("radius", "corner-radius"), ("threads", "jobs"), ("parallel", "jobs"),
    ("zoom", "scale"),
  ])
  func `words of other tools name ours`(_ theirs: String, _ ours: String) {
    #expect(
      refusal("a.jpg --\(theirs) 5") == "Unknown option '--\(theirs)'. Did you mean '--\(ours)'?")
  }

  @Test(arguments: [
    ("--frobnicate", "Unknown option '--frobnicate'."),
    ("--label x", "Unknown option '--label'."),  // its option is kept for later
    ("-x", "Unknown option '-x'."),
    ("-z9", "Unknown option '-z' in '-z9'. A file of that name is './-z9'."),
    ("-15", "Unknown option '-1' in '-15'. A file of that name is './-15'."),
    ("-qz", "Unknown option '-z' in '-qz'. A file of that name is './-qz'."),
    ("-é", "Unknown option '-é'."),
  ])
  func `an option like no other is refused`(_ options: String, _ expected: String) {
    #expect(refusal("a.jpg \(options)") == expected)
  }

  // MARK: commands

  @Test(arguments: [
    ("", "No command. See 'contactsheet --help'."),
    ("stirp a.jpg", "Unknown command 'stirp'. Did you mean 'strip'?"),
    ("stripe a.jpg", "Unknown command 'stripe'. Did you mean 'strip'?"),
    ("Strip a.jpg", "Unknown command 'Strip'. Did you mean 'strip'?"),
    ("STRIP a.jpg", "Unknown command 'STRIP'. Did you mean 'strip'?"),
    ("avatars a.jpg", "Unknown command 'avatars'. Did you mean 'strip'?"),
    ("facepile a.jpg", "Unknown command 'facepile'. Did you mean 'strip'?"),
    ("row a.jpg", "Unknown command 'row'. Did you mean 'strip'?"),
    ("montage a.jpg", "Unknown command 'montage'. Did you mean 'grid'?"),
    ("masonri a.jpg", "Unknown command 'masonri'. Did you mean 'fitted'?"),
    ("gird a.jpg", "Unknown command 'gird'. Did you mean 'grid'?"),
    ("frobnicate", "Unknown command 'frobnicate'. See 'contactsheet --help'."),
    ("help stirp", "Unknown command 'stirp'. Did you mean 'strip'?"),
    ("help frobnicate", "Unknown command 'frobnicate'. See 'contactsheet --help'."),
    (
      "--size 64",
      "The command comes first, then its options: 'contactsheet fitted IMAGE… --size'. "
        + "See 'contactsheet --help'."
    ),
    ("strip", "No picture given. See 'contactsheet strip --help'."),
    ("strip a.jpg x0", "'x0' is out of range: x1…x10000. See 'contactsheet strip --help'."),
    (
      "strip a.jpg --gap 5",
      "Unknown option '--gap'. Did you mean '--spacing'? See 'contactsheet strip --help'."
    ),
  ])
  func `a wrong command line is one line on standard error and exit 64`(
    _ line: String, _ expected: String
  ) {
    let run = CommandLineRun(line)
    #expect(run.errors == "contactsheet: \(expected)\n")
    #expect(run.output == "")
    #expect(run.code == .usage)
  }

  @Test func `pictures without a command make a fitted sheet`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Pictures.dog, "dog.jpg")
    let run = CommandLineRun("\(path) x6 --width 90 -q -o \(directory.path("sheet.png"))")
    #expect(run.errors == "")
    #expect(run.code == .done)
    #expect(try directory.names() == ["dog.jpg", "sheet.png"])
    let missing = CommandLineRun("\(path)x x6")
    #expect(
      missing.errors
        == "contactsheet: '\(path)x' is neither a command nor a file. "
        + "See 'contactsheet --help'.\n")
    #expect(missing.code == .usage)
  }

  @Test(arguments: ["--help", "-h", "help", "--version"])
  func `what is asked for goes to standard output`(_ line: String) {
    let run = CommandLineRun(line)
    #expect(run.output.hasPrefix("contactsheet "))
    #expect(run.errors == "")
    #expect(run.code == .done)
  }
}

private let noStandardInput =
  "Pictures are not read from standard input. A file of that name is './-'; a list of names is "
  + "'--files-from -'."

import ContactSheetCLI
import ContactSheetLayout
import PixelGeometry
import TestSupport
import Testing

/// `contactsheet help layouts`: what is drawn is what the layouts do.
@Suite struct LayoutDrawingsTests {
  @Test func `the layouts are drawn as recorded, and fit a terminal`() throws {
    let run = CommandLineRun("help layouts")
    #expect(run.code == .done && run.errors == "")
    #expect(try textGoldenMismatch(run.output, "help-layouts") == nil)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.filter { $0.count > 80 || $0.hasSuffix(" ") } == [])
  }

  @Test func `every layout is drawn once, with a command of its own that is understood`() throws {
    let names = LayoutDrawings.all.map { $0.command.split(separator: " ")[0] }
    #expect(names == ["strip", "list", "grid", "fitted", "justified"])
    let text = CommandLineRun("help layouts").output
    let folder = try TemporaryDirectory()
    for drawing in LayoutDrawings.all {
      #expect(text.contains(drawing.words) && text.contains("contactsheet \(drawing.command)\n"))
      // No such picture is there: it is understood, and nothing is made.
      let words = drawing.command.split(separator: " ").map(String.init)
      #expect(try Tool.run(words, in: folder.url).code == 2)
    }
  }

  @Test func `every frame has its box, where and as large as the layout says`() {
    for drawing in LayoutDrawings.all {
      let rows = LayoutDrawings.drawn(drawing).map { Array($0) }
      func character(_ x: Int, _ y: Int) -> Character { x < rows[y].count ? rows[y][x] : " " }
      for (index, frame) in drawing.arrangement.frames.enumerated() {
        let box = LayoutDrawings.box(frame)
        // Rounded to half a character on each side.
        #expect(abs(4 * box.left - frame.left) <= 2 && abs(4 * box.right - frame.right) <= 2)
        #expect(abs(8 * box.top - frame.top) <= 4 && abs(8 * box.bottom - frame.bottom) <= 4)
        #expect(box.width >= 4 && box.height >= 3, "\(drawing.command): picture \(index + 1)")
        let corners = drawing.isRound ? [".", "'"] : ["+", "+"]
        // What a neighbour hides of a disc is on its left.
        #expect(character(box.right - 1, box.top) == Character(corners[0]))
        #expect(character(box.right - 1, box.bottom - 1) == Character(corners[1]))
        let numbers = box.rows.flatMap { y in box.columns.map { character($0, y) } }.filter(
          \.isNumber)
        #expect(
          numbers.contains(Character("\(index + 1)")), "\(drawing.command): picture \(index + 1)")
      }
      let drawn = rows.joined().filter(\.isNumber)
      #expect(drawn.count == drawing.arrangement.frames.count)
    }
  }
}

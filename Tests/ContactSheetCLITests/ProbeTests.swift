import Foundation
import TestSupport
import Testing

@Suite struct ProbeTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    var lying = JPEGFixture(width: 96, height: 64) { x, y in (UInt8(2 * x), UInt8(3 * y), 9) }
    lying.exif = ExifFixture.orientation(6)
    lying.progressive = true
    try directory.write(lying.bytes, "lying.jpg")
    try directory.write(Pictures.dog, "dog.jpg")
    try directory.write(Pictures.cutDog, "cut.jpg")
    let gray = PNGFixture.bytes(
      width: 3, height: 2, .gray, bitDepth: 16, samples: [0, 1, 2, 3, 4, 5], interlaced: true)
    let gamma = PNGFixture.chunk("gAMA", PNGFixture.bigEndian(55_100))
    try directory.write(PNGFixture.inserting(gamma, into: gray), "gray.png")
    try directory.write(Array("<!DOCTYPE html>".utf8), "page.jpg")
    try directory.write(Array(Pictures.dog.prefix(100)), "broken.jpg")
  }

  private func probe(_ line: String) throws -> Tool.Outcome {
    try Tool.run(["probe"] + line.split(separator: " ").map(String.init), in: directory.url)
  }

  @Test func `a line says what each picture is, from its header`() throws {
    let outcome = try probe("lying.jpg gray.png cut.jpg")
    #expect(
      outcome.outputText == """
        lying.jpg: JPEG, 96 × 64, upright 64 × 96 (orientation 6), 8-bit colour, progressive
        gray.png: PNG, 3 × 2, 16-bit grey, interlaced, gamma 0.55100
        cut.jpg: JPEG, 96 × 64, 8-bit colour

        """)
    // What a header does not show is not damage yet.
    #expect(outcome.code == 0)
    #expect(outcome.errorText == "")
  }

  @Test func `verified, damage is said and sets the exit code`() throws {
    let outcome = try probe("dog.jpg cut.jpg --verify")
    #expect(
      outcome.outputText == """
        dog.jpg: JPEG, 96 × 64, 8-bit colour
        cut.jpg: JPEG, 96 × 64, 8-bit colour; damaged JPEG: premature end of JPEG file; what is \
        missing is filled with grey #808080

        """)
    #expect(outcome.code == 3)
  }

  @Test func `what is no picture of ours, or not there, is 2, and the rest is said all the same`()
    throws
  {
    let outcome = try probe("nowhere.jpg page.jpg dog.jpg --verify")
    #expect(outcome.code == 2)
    #expect(
      outcome.outputText == """
        nowhere.jpg: no such file
        page.jpg: is an HTML page; contactsheet reads JPEG and PNG
        dog.jpg: JPEG, 96 × 64, 8-bit colour

        """)
    #expect(try probe("broken.jpg").code == 3)
  }

  @Test func `of a directory every picture is named, also those that cannot be opened`() throws {
    let outcome = try probe(". --verify")
    let names = outcome.outputText.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    #expect(names == ["./cut.jpg", "./dog.jpg", "./gray.png", "./lying.jpg", "./broken.jpg"])
    #expect(outcome.code == 3)
  }

  @Test func `bare names of the damaged go to other tools`() throws {
    try directory.write(Pictures.cutDog, "a\nb.jpg")
    let outcome = try probe(". --verify --list-damaged --null")
    let names = outcome.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    #expect(Set(names) == ["./cut.jpg", "./a\nb.jpg", "./broken.jpg"])
    #expect(outcome.output.last == 0)
    #expect(try probe("dog.jpg cut.jpg --verify --list-damaged").outputText == "cut.jpg\n")
    #expect(try probe("dog.jpg --verify --list-damaged").outputText == "")
    #expect(try probe("dog.jpg --list-damaged --json").code == 64)
  }

  @Test func `JSON says the same to programs`() throws {
    let outcome = try probe("lying.jpg cut.jpg nowhere.jpg --verify --json")
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    #expect(root["version"] as? Int == 1)
    let pictures = try #require(root["pictures"] as? [[String: Any]])
    #expect(pictures.map { $0["file"] as? String } == ["lying.jpg", "cut.jpg", "nowhere.jpg"])
    #expect(pictures[0]["upright_width"] as? Int == 64)
    #expect(pictures[0]["orientation"] as? Int == 6)
    #expect(pictures[0]["progressive"] as? Bool == true)
    #expect(pictures[0]["damaged"] as? Bool == false)
    #expect(pictures[1]["damaged"] as? Bool == true)
    #expect(
      (pictures[1]["remarks"] as? [[String: Any]])?.first?["severity"] as? String == "truncated")
    #expect(pictures[2]["fault"] as? String == "missing")
  }

  @Test func `what follows the last row is verified too`() throws {
    let png = PNGFixture.bytes(width: 3, height: 2, .gray, samples: [0, 1, 2, 3, 4, 5])
    try directory.write(Array(png.dropLast(12)), "endless.png")
    let outcome = try probe("endless.png --verify")
    #expect(
      outcome.outputText
        == "endless.png: PNG, 3 × 2, 8-bit grey; PNG remark: premature end of PNG file\n")
    #expect(outcome.code == 0)
  }

  @Test func `the report of a strip names omissions for programs`() throws {
    let run = try Tool.run(
      [
        "strip", "dog.jpg", "page.jpg", "cut.jpg", "--on-error", "placeholder", "-q",
        "--json-report", "r.json",
      ], in: directory.url)
    #expect(run.code == 3)
    #expect(
      run.errorLines == [
        "contactsheet: cut.jpg: damaged JPEG: premature end of JPEG file; what is missing is filled "
          + "with grey #808080",
        "contactsheet: page.jpg: replaced: is an HTML page; contactsheet reads JPEG and PNG",
      ])
    let bytes = try directory.url.appendingPathComponent("r.json").contents()
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let omissions = try #require(root["omissions"] as? [[String: Any]])
    #expect(omissions.map { $0["file"] as? String } == ["page.jpg"])
    #expect(omissions.map { $0["stage"] as? String } == ["probe"])
    #expect(omissions.map { $0["fault"] as? String } == ["foreign-format"])
    #expect(root["width"] as? Int == 120)
    let remarks = try #require(root["remarks"] as? [[String: Any]])
    #expect(remarks.map { $0["severity"] as? String } == ["truncated"])

    // Nothing made: the report says why.
    let failed = try Tool.run(
      ["strip", "page.jpg", "-o", "x.png", "--json-report", "f.json"], in: directory.url)
    #expect(failed.code == 2)
    let report = try directory.url.appendingPathComponent("f.json").contents()
    let failure = try #require(
      JSONSerialization.jsonObject(with: Data(report)) as? [String: Any])
    #expect(failure["output"] is NSNull)
    #expect(failure["error"] is String)
  }
}

import Foundation
import ImageCodecs
import TestSupport
import Testing

/// A batch that is killed, and what it takes.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct BatchDeathTests {
  @Test func `killed at random moments, every sheet is whole, and the next run finishes the rest`()
    throws
  {
    let batch = try BatchFolder(shoots: 24, pictures: 6)
    try batch.writeManifest(shoots: 24, more: ", \"scale\": 4")
    try batch.batch("m.json -q")
    var whole: [String: [UInt8]] = [:]
    for name in batch.sheets { whole[name] = try batch.folder.contents("out/\(name)") }
    #expect(whole.count == 24)
    var random = SeededGenerator(seed: SeededGenerator.seed("killed batches"))
    var sawRest = false
    for round in 0..<20 {
      _ = try batch.folder.shell("rm -rf out")
      let run = try RunningTool(["batch", "m.json", "-q"], in: batch.folder.url)
      usleep(UInt32.random(in: 5_000...400_000, using: &random))
      run.send(SIGKILL)
      _ = run.end()
      let made = batch.sheets
      for name in made { #expect(try batch.folder.contents("out/\(name)") == whole[name]) }
      if (1..<24).contains(made.count) { sawRest = true }
      let rest = try batch.batch("m.json --json-report report.json -q")
      #expect(rest.code == 0, "round \(round): \(rest.errorText)")
      for name in batch.sheets { #expect(try batch.folder.contents("out/\(name)") == whole[name]) }
      #expect(batch.sheets.count == 24)
      // What it had made stands, but for the one whose state it had not written yet.
      let unchanged = try batch.report().count { $0["state"] as? String == "unchanged" }
      #expect(unchanged <= made.count)
      #expect(try batch.decoded() == 0)
    }
    #expect(sawRest, "never killed between the first sheet and the last")
  }

  @Test(.disabled(if: Sanitizer.isAnyOn, "a sanitizer takes memory of its own"))
  func `memory does not grow with the number of sheets`() throws {
    let batch = try BatchFolder(shoots: 10)
    let sheets = (0..<1000).map {
      "{\"layout\": \"grid\", \"inputs\": [\"shoots/s\($0 % 10)/\"], \"output\": \"out/\($0).png\"}"
    }
    var peaks: [Double] = []
    for count in [50, 1000] {
      try batch.write("{\"sheets\": [\(sheets.prefix(count).joined(separator: ","))]}")
      let (code, cost) = try Tool.measure(
        ["batch", "m.json", "-q", "--force"], in: batch.folder.url)
      #expect(code == 0)
      peaks.append(cost.megabytes)
    }
    // A sheet that waits takes a few kilobytes.
    #expect(peaks[1] < peaks[0] + 12, "\(peaks)")
  }
}

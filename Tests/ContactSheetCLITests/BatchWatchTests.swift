import Foundation
import ImageCodecs
import TestSupport
import Testing

#if os(Linux)
  /// `contactsheet batch --watch` with the real tool.
  @Suite(.serialized, .timeLimit(.minutes(15)))
  struct BatchWatchTests {
    /// Waits until something is so; false after a long time.
    private func comes(_ condition: () throws -> Bool) rethrows -> Bool {
      for _ in 0..<1200 {
        if try condition() { return true }
        usleep(50_000)
      }
      return false
    }

    @Test func `what changes is made again, until it is stopped`() throws {
      let batch = try BatchFolder(shoots: 2)
      let run = try RunningTool(["batch", "m.json", "--watch", "-q"], in: batch.folder.url)
      defer { run.send(SIGKILL) }
      #expect(comes { batch.sheets.count == 2 })
      let before = try batch.folder.contents("out/s0.png")
      let other = try batch.folder.contents("out/s1.png")

      // A picture, a new picture, the manifest with a mistake, and the manifest without it.
      try batch.folder.picture("shoots/s0/2.png", 22, 15, level: 200)
      #expect(try comes { try batch.folder.contents("out/s0.png") != before })
      let second = try batch.folder.contents("out/s0.png")
      try batch.folder.picture("shoots/s0/more.png", 30, 30)
      #expect(try comes { try batch.folder.contents("out/s0.png") != second })
      #expect(try batch.folder.contents("out/s1.png") == other)
      try batch.write("{")
      usleep(600_000)
      try batch.writeManifest(shoots: 2, layout: "grid")
      #expect(try comes { try batch.folder.contents("out/s1.png") != other })
      #expect(run.isRunning)
      // What is removed is made again, and then it rests.
      let third = try batch.folder.contents("out/s1.png")
      try FileManager.default.removeItem(atPath: batch.folder.directory.path("out/s1.png"))
      #expect(comes { (try? batch.folder.contents("out/s1.png")) == third })
      run.send(SIGTERM)
      let end = run.end()
      #expect(end.code == 128 + SIGTERM)
      #expect(end.errorText.contains("m.json: line 1, column 2: "))
    }
  }
#endif

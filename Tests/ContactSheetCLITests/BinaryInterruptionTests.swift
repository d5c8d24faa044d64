import ContactSheet
import Foundation
import TestSupport
import Testing

/// The real binary: signals, sudden death, and several at once.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct BinaryInterruptionTests {
  private let directory: TemporaryDirectory

  // Some seconds of work, and a good part of one.
  private let long = "strip noise.png x40 --size 1000 --spacing 0 --columns 4 -q"
  private let medium = "strip noise.png x4 --size 1000 --spacing 0 --columns 2 -q"

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Pictures.noise, "noise.png")
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  private func start(_ line: String, after prelude: String = ":") throws -> RunningTool {
    try RunningTool(words(line), in: directory.url, after: prelude)
  }

  private func tool(_ line: String) throws -> Tool.Outcome {
    try Tool.run(words(line), in: directory.url)
  }

  private func contents(_ name: String) throws -> [UInt8] {
    try directory.url.appendingPathComponent(name).contents()
  }

  private var names: [String] { (try? directory.names()) ?? [] }

  private var temporaries: [String] { names.filter(Pictures.isTemporary) }

  /// A run that is in the midst of writing its temporary file.
  private func startWriting(_ line: String, after prelude: String = ":") throws -> RunningTool {
    // On a busy machine it may be done before it is seen at work.
    for _ in 0..<10 {
      let run = try start(line, after: prelude)
      while run.isRunning {
        for name in temporaries {
          let size = try? FileManager.default.attributesOfItem(atPath: directory.path(name))[.size]
          if let size = size as? Int, size > 0 { return run }
        }
        usleep(500)
      }
      _ = run.end()
    }
    throw NeverSeenAtWork()
  }

  private struct NeverSeenAtWork: Error {}

  // MARK: signals

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it as signals do, and leaves nothing behind`(_ signal: Int32) throws {
    let run = try startWriting(long)
    run.send(signal)
    let outcome = run.end()
    #expect(outcome.code == 128 + signal)
    #expect(outcome.errorText == "")
    #expect(names == ["noise.png"])
  }

  @Test(.disabled(if: Sanitizer.thread.isOn, "300 runs take longer than the limit"))
  func `a signal at any moment leaves the old or the new file and nothing else`() throws {
    let line = "strip noise.png x6 -qo a.png"
    let began = ContinuousClock.now
    for _ in 0..<5 { _ = try start(line).end() }
    let each = (ContinuousClock.now - began) / 5
    let sheet = try contents("a.png")
    var random = SeededGenerator(seed: SeededGenerator.seed("a signal at any moment"))
    var outcomes: [Int32: Int] = [:]
    for round in 0..<300 {
      let run = try start(line)
      let wait = each * Double.random(in: 0..<1.1, using: &random)
      usleep(UInt32(wait / .microseconds(1)))
      let signal = [SIGINT, SIGTERM, SIGHUP][round % 3]
      run.send(signal)
      let outcome = run.end()
      outcomes[outcome.code, default: 0] += 1
      #expect([0, 128 + signal].contains(outcome.code), "round \(round)")
      #expect(outcome.errorText == "", "round \(round)")
      #expect(try contents("a.png") == sheet, "round \(round)")
      #expect(names == ["a.png", "noise.png"], "round \(round)")
    }
    print("a signal at any moment: \(outcomes)")
    #expect(outcomes.keys.contains { $0 > 128 })
  }

  @Test(arguments: [(SIGINT, "INT"), (SIGTERM, "TERM"), (SIGHUP, "HUP")])
  func `a signal that was ignored from the start stays ignored`(
    _ signal: Int32, _ name: String
  ) throws {
    let run = try startWriting("\(medium) -o a.png", after: "trap '' \(name)")
    run.send(signal)
    #expect(run.end().code == 0)
    #expect(names == ["a.png", "noise.png"])
    #expect(try decodedBitmap(contents("a.png")).size.width == 2000)
  }

  // MARK: sudden death

  @Test func `after a sudden death the output is the old one or the new one, whole`() throws {
    // Two strips of the same length of work; every run replaces one by the other.
    let line = "strip noise.png x4 --size 500 --spacing 0 -q"
    let lines = ["\(line) -b white", "\(line) -b black"]
    let began = ContinuousClock.now
    let sheets = try lines.map { try tool("\($0) -o -").output }
    let each = (ContinuousClock.now - began) / 2
    for sheet in sheets { #expect(try decodedBitmap(sheet).size.width == 2000) }
    #expect(sheets[0] != sheets[1])

    #expect(try tool("\(lines[1]) -o a.png").code == 0)
    var random = SeededGenerator(seed: SeededGenerator.seed("sudden death"))
    var (killed, replaced) = (0, 0)
    var current = 1
    for round in 0..<20 {
      let next = 1 - current
      let run = try start("\(lines[next]) -o a.png")
      let wait = each * Double.random(in: 0..<2, using: &random)
      usleep(UInt32(wait / .microseconds(1)))
      run.send(SIGKILL)
      let code = run.end().code
      current = try #require(
        sheets.firstIndex(of: try contents("a.png")), "neither old nor new in round \(round)")
      if code == 128 + SIGKILL { killed += 1 } else { #expect(code == 0 && current == next) }
      if current == next { replaced += 1 }
      #expect(temporaries.count <= 1)
    }
    print("sudden death: \(killed) of 20 runs killed, \(replaced) had replaced the file")
    #expect(killed > 0)

    #expect(try tool("\(lines[0]) -o a.png").code == 0)
    #expect(try contents("a.png") == sheets[0])
    #expect(names == ["a.png", "noise.png"])
  }

  @Test func `the next run removes what a killed one left`() throws {
    let run = try startWriting(long)
    run.send(SIGKILL)
    #expect(run.end().code == 128 + SIGKILL)
    #expect(temporaries.count == 1)
    #expect(try tool("strip noise.png -qo b.png").code == 0)
    #expect(names == ["b.png", "noise.png"])
  }

  @Test func `the next run leaves other hidden files alone`() throws {
    for name in [".contactsheet-1.tmp.png", ".contactsheet", "contactsheet-1.tmp", ".x.tmp"] {
      try directory.write([1], name)
    }
    let before = names
    #expect(try tool("strip noise.png -qo b.png").code == 0)
    #expect(names == (before + ["b.png"]).sorted())
  }

  // MARK: several at once

  @Test func `what a live run is writing is not removed`() throws {
    let run = try startWriting("\(medium) -o a.png")
    run.send(SIGSTOP)
    let its = temporaries
    #expect(its.count == 1)
    #expect(try tool("strip noise.png -qo b.png").code == 0)
    #expect(temporaries == its)
    run.send(SIGCONT)
    let outcome = run.end()
    #expect(outcome.code == 0, "\(outcome.errorText)")
    #expect(names == ["a.png", "b.png", "noise.png"])
    #expect(try decodedBitmap(contents("a.png")).size.width == 2000)
  }

  @Test func `runs with the same output at once all succeed, and one of them wins`() throws {
    let lines = ["white", "black", "red", "blue"].map {
      "strip noise.png x2 --size 300 -q -b \($0)"
    }
    let sheets = try lines.map { try tool("\($0) -o -").output }
    for _ in 0..<4 {
      let runs = try lines.map { try start("\($0) -o a.png") }
      for run in runs {
        let outcome = run.end()
        #expect(outcome.code == 0, "\(outcome.errorText)")
      }
      #expect(try sheets.contains(contents("a.png")))
      #expect(names == ["a.png", "noise.png"])
    }
  }
}

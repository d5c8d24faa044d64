import Foundation
import TestSupport
import Testing

/// The real binary: what it writes to, and what it leaves alone.
struct BinaryOutputTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Pictures.dog, "dog.jpg")
    try directory.write(Pictures.noise, "noise.png")
  }

  private var names: [String] { (try? directory.names()) ?? [] }

  private func tool(_ line: String) throws -> Tool.Outcome {
    try Tool.run(line.split(separator: " ").map(String.init), in: directory.url)
  }

  private func shell(_ script: String) throws -> Tool.Outcome {
    try Tool.shell(script, in: directory.url)
  }

  private func contents(_ name: String) throws -> [UInt8] {
    try directory.url.appendingPathComponent(name).contents()
  }

  private func expectRefusal(_ line: String, _ words: String) throws {
    let before = names
    let outcome = try tool(line)
    #expect(outcome.errorText == "contactsheet: \(words)\n")
    #expect(outcome.code == 2)
    #expect(outcome.output == [])
    #expect(names == before)
  }

  // MARK: what is refused

  @Test(arguments: [
    ("noise.png", "noise.png"), ("./noise.png", "noise.png"), ("noise.png", "./noise.png"),
    ("soft.png", "noise.png"), ("hard.png", "noise.png"), ("noise.png", "soft.png"),
    ("noise.png", "hard.png"), ("d/../noise.png", "noise.png"), ("link/noise.png", "noise.png"),
  ])
  func `an output that is one of the pictures is refused, whatever it is called`(
    _ output: String, _ picture: String
  ) throws {
    try #require(
      shell("ln -s noise.png soft.png; ln noise.png hard.png; mkdir d; ln -s . link").code == 0)
    try expectRefusal(
      "strip dog.jpg \(picture) -o \(output)",
      "\(output): is one of the pictures (\(picture)); choose another name for the output")
    #expect(try contents("noise.png") == Pictures.noise)
  }

  @Test func `the default output is refused as a picture too`() throws {
    #expect(try tool("strip dog.jpg -q").code == 0)
    let ours = try contents("strip.png")
    try expectRefusal(
      "strip strip.png dog.jpg",
      "strip.png: is one of the pictures (strip.png); choose another name for the output")
    #expect(try contents("strip.png") == ours)
  }

  @Test func `a strip.png of ours is replaced, another one only when it is named`() throws {
    #expect(try tool("strip dog.jpg -q").code == 0)
    let first = try contents("strip.png")
    #expect(try tool("strip dog.jpg x2 -q").code == 0)
    let second = try contents("strip.png")
    #expect(second != first)

    let foreign = [
      Pictures.noise, Pictures.dog, Array("notes".utf8), [], Array(second.prefix(30)),
    ]
    for bytes in foreign {
      try directory.write(bytes, "strip.png")
      try expectRefusal(
        "strip dog.jpg",
        "strip.png: exists and is not a contact sheet; name it with -o to replace it")
      #expect(try contents("strip.png") == bytes)
    }
    #expect(try tool("strip dog.jpg x2 -qo strip.png").code == 0)
    #expect(try contents("strip.png") == second)
  }

  @Test(arguments: ["", " -o strip.png"])
  func `a directory is not replaced`(_ options: String) throws {
    try #require(shell("mkdir strip.png").code == 0)
    try expectRefusal(
      "strip dog.jpg\(options)", "strip.png: is a directory, not a file to write to")
  }

  @Test func `a directory that is not there is not made`() throws {
    try expectRefusal(
      "strip dog.jpg -o gone/a.png", "gone/a.png: cannot be created: No such file or directory")
    try expectRefusal(
      "strip dog.jpg -o gone/", "gone/: cannot be created: No such file or directory")
    try expectRefusal("strip dog.jpg -o dog.jpg/a", "dog.jpg/a: cannot be created: Not a directory")
  }

  @Test func `links in a circle are named as the user named them`() throws {
    try #require(shell("ln -s b.png a.png; ln -s a.png b.png").code == 0)
    try expectRefusal(
      "strip dog.jpg -o a.png", "a.png: cannot be followed: Too many levels of symbolic links")
  }

  @Test func `a protected directory or file is not written to`() throws {
    guard let unprivileged = Unprivileged.prefix(in: directory.url) else { return }
    let script = """
      mkdir closed; echo mine > kept.png; chmod 444 kept.png; chmod 555 closed
      \(unprivileged) "$TOOL" strip dog.jpg -o closed/a.png; echo $?
      \(unprivileged) "$TOOL" strip dog.jpg -o kept.png; echo $?
      ls -A closed; cat kept.png; chmod 755 closed
      """
    let outcome = try shell(script)
    #expect(
      outcome.errorText == """
        contactsheet: closed/a.png: cannot be created: Permission denied
        contactsheet: kept.png: is write-protected

        """)
    #expect(outcome.outputText == "2\n2\nmine\n")
    #expect(names == ["closed", "dog.jpg", "kept.png", "noise.png"])
  }

  // MARK: what is written through, followed or kept

  @Test func `a device is written to and stays`() throws {
    #expect(try tool("strip dog.jpg -o /dev/null").code == 0)
    #expect(try shell("test -c /dev/null").code == 0)
    #expect(names == ["dog.jpg", "noise.png"])
  }

  @Test func `a full device is an error`() throws {
    guard try shell("test -c /dev/full").code == 0 else {
      print("SKIPPED: a full device; there is no /dev/full")
      return
    }
    try expectRefusal(
      "strip dog.jpg -o /dev/full", "/dev/full: cannot be written: No space left on device")
    let outcome = try shell("\"$TOOL\" strip dog.jpg -o - >/dev/full")
    #expect(
      outcome.errorText
        == "contactsheet: standard output: cannot be written: No space left on device\n")
    #expect(outcome.code == 2)
  }

  @Test func `a named pipe is written to and stays one`() throws {
    let outcome = try shell(
      """
      mkfifo pipe; cat pipe > got & "$TOOL" strip dog.jpg x6 -qo pipe; code=$?; wait
      test -p pipe && exit $code
      """)
    #expect(outcome.code == 0)
    #expect(try contents("got") == tool("strip dog.jpg x6 -qo -").output)
  }

  @Test func `a link is followed and stays`() throws {
    try #require(
      shell("mkdir d; ln -s d/a.png a.png; ln -s a.png b.png; echo old > d/a.png").code == 0)
    #expect(try tool("strip dog.jpg -qo b.png").code == 0)
    let expected = try tool("strip dog.jpg -qo -").output
    #expect(try contents("d/a.png") == expected)
    #expect(try shell("readlink a.png b.png").outputText == "d/a.png\na.png\n")
    #expect(try shell("ls -A d").outputText == "a.png\n")

    try #require(shell("rm d/a.png").code == 0)
    #expect(try tool("strip dog.jpg -qo b.png").code == 0)
    #expect(try contents("d/a.png") == expected)
    #expect(try shell("readlink a.png b.png").outputText == "d/a.png\na.png\n")
  }

  @Test func `modes are the earlier file's, or the umask's`() throws {
    let outcome = try shell(
      """
      echo old > kept.png; chmod 0600 kept.png; echo old > open.png; chmod 0666 open.png
      umask 027
      for name in kept open new; do "$TOOL" strip dog.jpg -qo $name.png; done
      ls -l kept.png open.png new.png | cut -c 1-10
      """)
    #expect(outcome.outputText == "-rw-------\n-rw-r-----\n-rw-rw-rw-\n")
  }

  @Test func `an earlier hard link keeps the earlier file`() throws {
    try #require(shell("echo old > a.png; ln a.png b.png").code == 0)
    #expect(try tool("strip dog.jpg -qo a.png").code == 0)
    #expect(try contents("b.png") == Array("old\n".utf8))
  }

  // MARK: what stops it

  @Test func `a reader that goes away is exit 2 without a word`() throws {
    let outcome = try shell(
      """
      { "$TOOL" strip noise.png x9 --size 200 -o -; echo $? > code; } | head -c 10 > start
      cat code
      """)
    #expect(outcome.outputText == "2\n")
    #expect(outcome.errorText == "")
    #expect(try contents("start") == Array(tool("strip dog.jpg -qo -").output.prefix(10)))
  }

  @Test func `a reader of a named pipe that goes away is exit 2 without a word`() throws {
    let outcome = try shell(
      """
      mkfifo pipe; head -c 10 pipe > start & "$TOOL" strip noise.png x9 --size 200 -o pipe
      echo $?; wait; test -p pipe && wc -c < start
      """)
    #expect(outcome.outputText.split { " \n".contains($0) } == ["2", "10"])
    #expect(outcome.errorText == "")
  }

  @Test(.disabled(if: Sanitizer.thread.isOn, "the sanitizer maps a file of its own at start"))
  func `a limit of file sizes keeps the earlier output and leaves nothing behind`() throws {
    #expect(try tool("strip dog.jpg -qo a.png").code == 0)
    let before = try contents("a.png")
    let outcome = try shell(
      "ulimit -f 8; \"$TOOL\" strip noise.png x9 --size 200 -o a.png")
    #expect(outcome.code == 2)
    #expect(outcome.errorText == "contactsheet: a.png: cannot be written: File too large\n")
    #expect(try contents("a.png") == before)
    #expect(names == ["a.png", "dog.jpg", "noise.png"])
  }

  @Test func `a full disk keeps the earlier output and leaves nothing behind`() throws {
    // The mount is seen by this shell alone and goes away with it.
    let unshare = geteuid() == 0 ? "unshare -m" : "unshare -rm"
    let mount = "mkdir -p disk && mount -t tmpfs -o size=64k tmpfs disk"
    guard try shell("\(unshare) sh -c '\(mount)'").code == 0 else {
      print("SKIPPED: a full disk as a small tmpfs; only /dev/full is tried")
      return
    }
    print("A full disk is tried on a tmpfs of 64 KB.")
    let outcome = try shell(
      """
      \(unshare) sh -c '\(mount)
        "$TOOL" strip dog.jpg -qo disk/a.png && cp disk/a.png before.png
        "$TOOL" strip noise.png x9 --size 200 -o disk/a.png; echo $?
        cmp disk/a.png before.png && ls -A disk'
      """)
    #expect(outcome.outputText == "2\na.png\n")
    #expect(
      outcome.errorText
        == "contactsheet: disk/a.png: cannot be written: No space left on device\n")
  }
}

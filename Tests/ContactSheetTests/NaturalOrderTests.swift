import ContactSheet
import ImageCodecs
import TestSupport
import Testing

@Suite struct NaturalOrderTests {
  private static func sorted(_ names: [String]) -> [String] {
    names.sorted { NaturalOrder.precedes(name: Array($0.utf8), Array($1.utf8)) }
  }

  @Test func `a directory of every kind of name`() {
    let expected = [
      "999",  // a digit, 0x30…0x39, comes before _ and letters
      "_001",  // _ is 0x5F, letters are compared as a…z, 0x61…0x7A
      "img1", "img2",
      "IMG3",  // as img3
      "img10",  // 10 is more than 3
      "img010",  // also 10, with one more zero
      "img_4",  // at the place of the digits stands _, which is more
      "①",  // no digit but E2 91 A0, beyond ASCII
    ]
    for names in [expected, expected.reversed(), expected.sorted()] {
      #expect(Self.sorted(names) == expected)
    }
  }

  @Test(arguments: [
    ["", "a"], ["a", "b"], ["a", "ab"], ["a1", "a1b"], ["A", "b"], ["a", "B"], ["A", "a"],
    ["IMG3", "img3"], ["IMG3", "img4"], ["img3", "IMG4"],
    ["a.jpg", "a1.jpg"], ["a 2.jpg", "a.jpg"], ["a-1.jpg", "a.jpg"], ["a1.jpg", "a_1.jpg"],
    ["1.2", "1.10"], ["1.9.9", "1.10.0"], ["2", "10"], ["02", "10"], ["9", "010"],
    ["0", "00", "000"], ["00", "1"], ["0a", "00a"], ["00a", "0b"], ["a0", "a00", "a1"],
    ["1", "01", "001", "2"],
    // The first run with another count of zeros decides, before letters of another case do.
    ["a1b01", "a01b1"], ["b1c", "B01C"], ["x01y2", "x1y3"],
    // Zeros within a number count.
    ["1001", "10001"],
    ["z", "{"], ["Z", "z"], ["z", "é"],
  ])
  func `names in their order`(names: [String]) {
    #expect(Self.sorted(names.reversed()) == names)
    #expect(Self.sorted(names) == names)
  }

  @Test func `numbers of any length are compared by value`() {
    let nines = String(repeating: "9", count: 1000)
    let zeros = String(repeating: "0", count: 1000)
    let names = ["a1", "a\(zeros)1", "a2", "a\(nines)", "a0\(nines)", "a1\(zeros)"]
    #expect(Self.sorted(names.reversed()) == names)
  }

  @Test func `bytes that are no text have their place`() {
    let names: [[UInt8]] = [
      [0x01], [0x61], [0x61, 0xFF], [0x62], [0x80], [0xC3, 0xA9], [0xFF], [0xFF, 0x31],
      [0xFF, 0x31, 0x30], [0xFF, 0xFE],
    ]
    #expect(
      names.reversed().sorted { NaturalOrder.precedes(name: $0, $1) } == names)
  }

  @Test(arguments: [
    ["a/a/b", "a/z", "ab/a", "b"], ["1/9", "1/10", "2/1", "10/1"],
    ["a/b.jpg", "a-b/a.jpg"], ["A/3", "a/1", "a/2"], ["A/9", "a/1"],
    ["1/b", "01/a"], ["/a", "a"], ["a", "a/b"], ["./2", "./10", "2"],
  ])
  func `paths are compared name by name`(paths: [String]) {
    let sorted = paths.reversed().map { RawPath($0) }.sorted(by: NaturalOrder.precedes)
    #expect(sorted == paths.map { RawPath($0) })
  }

  // MARK: against a slower way to say it

  /// Runs of digits as numbers of a fixed width, and what decides where they are equal.
  private struct Judge {
    var key: [UInt8] = []
    var runs: [Int] = []
    var raw: [UInt8]

    init(_ name: [UInt8], width: Int = 40) {
      raw = name
      var run: [UInt8] = []
      for byte in name + [0] {
        if (0x30...0x39).contains(byte) {
          run.append(byte)
          continue
        }
        if !run.isEmpty {
          key += [UInt8](repeating: 0x30, count: width - run.count) + run
          runs.append(run.count)
          run = []
        }
        key.append((0x41...0x5A).contains(byte) ? byte + 32 : byte)
      }
      key.removeLast()
    }

    func precedes(_ other: Judge) -> Bool {
      if key != other.key { return key.lexicographicallyPrecedes(other.key) }
      if runs != other.runs { return runs.lexicographicallyPrecedes(other.runs) }
      return raw.lexicographicallyPrecedes(other.raw)
    }
  }

  @Test func `random names have one order, the judge's`() {
    var random = SeededGenerator(seed: SeededGenerator.seed("natural order"))
    let alphabet = Array("00129aAbB_. -".utf8) + [0x01, 0xC3, 0xFF]
    func name() -> [UInt8] {
      (0..<Int.random(in: 0...7, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
    }
    /// The same but for zeros before numbers and the case of letters, or nearly.
    func varied(_ name: [UInt8]) -> [UInt8] {
      name.flatMap { byte -> [UInt8] in
        switch byte {
        case 0x30...0x39 where Bool.random(using: &random): [0x30, byte]
        case 0x41...0x5A, 0x61...0x7A: [Bool.random(using: &random) ? byte ^ 0x20 : byte]
        default: [byte]
        }
      }
    }
    func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool { NaturalOrder.precedes(name: a, b) }
    var ordered = 0
    for round in 0..<40_000 {
      let a = name()
      let (b, c) = round % 2 == 0 ? (name(), name()) : (varied(a), varied(a))
      #expect(!precedes(a, a))
      // Only equal names are equal, and of two others exactly one comes first.
      #expect((precedes(a, b) != precedes(b, a)) == (a != b), "\(a) \(b)")
      if precedes(a, b), precedes(b, c) {
        ordered += 1
        #expect(precedes(a, c), "\(a) \(b) \(c)")
      }
      for (one, other) in [(a, b), (b, c)] {
        #expect(
          precedes(one, other) == Judge(one).precedes(Judge(other)), "\(one) \(other)")
      }
    }
    #expect(ordered > 4_000)
  }
}

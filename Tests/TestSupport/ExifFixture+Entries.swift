extension ExifFixture {
  /// A tag and its value.
  package struct Entry: Sendable {
    var tag: Int
    var kind: Int
    var count: Int
    /// Numbers of how many bytes each.
    var numbers: [(value: Int, size: Int)]

    package static func text(_ tag: Int, _ text: String) -> Entry {
      bytes(tag, Array(text.utf8) + [0])
    }

    package static func bytes(_ tag: Int, _ bytes: [UInt8], kind: Int = 2) -> Entry {
      Entry(tag: tag, kind: kind, count: bytes.count, numbers: bytes.map { (Int($0), 1) })
    }

    package static func short(_ tag: Int, _ value: Int) -> Entry {
      Entry(tag: tag, kind: 3, count: 1, numbers: [(value, 2)])
    }

    /// - Parameter kind: 5, or 10 for signed ones.
    package static func ratio(_ tag: Int, _ numerator: Int, _ denominator: Int, kind: Int = 5)
      -> Entry
    {
      Entry(tag: tag, kind: kind, count: 1, numbers: [(numerator, 4), (denominator, 4)])
    }

    /// The same, claiming another count than it has.
    package func claiming(_ count: Int) -> Entry {
      var entry = self
      entry.count = count
      return entry
    }
  }

  /// A TIFF block with tags in IFD 0 and in the EXIF IFD.
  package static func block(
    main: [Entry] = [], exif: [Entry] = [], _ order: ByteOrder = .little
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return order == .little ? little : little.reversed()
    }
    func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
      let behindStart = start + 2 + 12 * entries.count + 4
      var (table, behind) = (number(entries.count, 2), [UInt8]())
      for entry in entries {
        let value = entry.numbers.flatMap { number($0.value, $0.size) }
        table += number(entry.tag, 2) + number(entry.kind, 2) + number(entry.count, 4)
        if value.count <= 4 {
          table += value + [UInt8](repeating: 0, count: 4 - value.count)
        } else {
          table += number(behindStart + behind.count, 4)
          behind += value + (value.count % 2 == 0 ? [] : [0])
        }
      }
      return table + number(0, 4) + behind
    }
    let pointer = { Entry(tag: 0x8769, kind: 4, count: 1, numbers: [($0, 4)]) }
    let first = directory(main + [pointer(0)], at: 8)
    let second = 8 + first.count
    return Array((order == .little ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
      + directory(main + [pointer(second)], at: 8) + directory(exif, at: second)
  }
}

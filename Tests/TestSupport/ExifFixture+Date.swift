extension ExifFixture {
  /// A TIFF block whose EXIF IFD states when the picture was taken, and at which offset from UTC.
  package static func dateTimeOriginal(
    _ text: String, offset: String? = nil, _ order: ByteOrder = .little
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return order == .little ? little : little.reversed()
    }
    // Tag, text; a text longer than four bytes stands behind the directory.
    let texts = [(0x9003, text), (0x9011, offset)].compactMap { tag, text in
      text.map { (tag, Array($0.utf8) + [0]) }
    }
    var behind: [UInt8] = []
    let directory = 8 + 2 + 12 + 4
    let behindStart = directory + 2 + 12 * texts.count + 4
    var entries: [UInt8] = []
    for (tag, text) in texts {
      precondition(text.count > 4)
      entries += number(tag, 2) + number(2, 2) + number(text.count, 4)
      entries += number(behindStart + behind.count, 4)
      behind += text + (text.count % 2 == 0 ? [] : [0])
    }
    let pointer = number(0x8769, 2) + number(4, 2) + number(1, 4) + number(directory, 4)
    return Array((order == .little ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
      + number(1, 2) + pointer + number(0, 4)
      + number(texts.count, 2) + entries + number(0, 4) + behind
  }
}

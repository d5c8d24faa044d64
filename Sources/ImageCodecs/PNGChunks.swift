/// Finds a chunk of a PNG by walking from chunk to chunk, past the pixels without decoding them.
enum PNGChunks {
  /// The contents of the first chunk of a type, wherever it stands; nil where there is none, or the file
  /// ends or breaks before it.
  ///
  /// - Parameters:
  ///   - type: four letters.
  ///   - limit: a longer chunk counts as none.
  ///   - read: up to a count of bytes from an offset, fewer at the end of the file.
  static func first(
    _ type: String, limit: Int, read: (_ offset: Int, _ count: Int) throws(PictureFault) -> [UInt8]
  ) throws(PictureFault) -> [UInt8]? {
    // Small blocks: most of a file is pixel data that is passed over, but many small chunks should not
    // each cost a call.
    let blockCount = 512
    var block: [UInt8] = []
    var blockStart = 0
    var position = 8  // after the signature
    while true {
      if position < blockStart || position + 8 > blockStart + block.count {
        block = try read(position, blockCount)
        blockStart = position
        if block.count < 8 { return nil }
      }
      let head = block[(position - blockStart)..<(position - blockStart + 8)]
      let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length <= 0x7FFF_FFFF else { return nil }
      let name = head.suffix(4)
      if name.elementsEqual(type.utf8) {
        guard length <= limit else { return nil }
        let contents = try read(position + 8, length)
        return contents.count == length ? contents : nil
      }
      if name.elementsEqual("IEND".utf8) { return nil }
      position += 12 + length
    }
  }
}

extension InputFile {
  /// The file is a PNG that says before its pixels that contactsheet wrote it.
  package var isContactSheet: Bool {
    guard let head = try? bytes(at: 0, count: 4096), FileKind(head: head) == .png else {
      return false
    }
    let mark = Array("tEXtSoftware\0\(PNGEncoder.software)".utf8)
    var position = 8
    while position + 8 <= head.count {
      let length = head[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      let name = head[(position + 4)...].prefix(4)
      if name.elementsEqual("IDAT".utf8) { return false }
      if length == mark.count - 4, head[(position + 4)...].starts(with: mark) { return true }
      position += 12 + length
    }
    return false
  }
}

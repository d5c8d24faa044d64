/// Chunks of a PNG, found by walking from one to the next, past the pixels without decoding them.
enum PNGChunks {
  /// The contents of the first chunk of each type, wherever it stands; none for a type that is not there,
  /// or where the file ends or breaks before it.
  ///
  /// - Parameters:
  ///   - types: four letters each.
  ///   - beforePixels: only what stands before the first pixel chunk counts.
  ///   - limit: a longer chunk counts as empty.
  ///   - read: up to a count of bytes from an offset, fewer at the end of the file.
  static func firsts(
    of types: Set<String>, beforePixels: Bool, limit: Int,
    read: (_ offset: Int, _ count: Int) throws(PictureFault) -> [UInt8]
  ) throws(PictureFault) -> [String: [UInt8]] {
    // Small blocks: most of a file is pixel data that is passed over, but many small chunks should not
    // each cost a call.
    let blockCount = 512
    var found: [String: [UInt8]] = [:]
    var block: [UInt8] = []
    var blockStart = 0
    var position = 8  // after the signature
    while found.count < types.count {
      if position + 8 > blockStart + block.count {
        block = try read(position, blockCount)
        blockStart = position
        if block.count < 8 { break }
      }
      let head = block[(position - blockStart)..<(position - blockStart + 8)]
      let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length <= 0x7FFF_FFFF else { break }
      let name = String(decoding: head.suffix(4), as: UTF8.self)
      if name == "IEND" || beforePixels && name == "IDAT" { break }
      if types.contains(name), found[name] == nil {
        found[name] = length <= limit ? try read(position + 8, length) : []
      }
      position += 12 + length
    }
    return found
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

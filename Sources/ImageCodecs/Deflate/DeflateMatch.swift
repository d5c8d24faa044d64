/// Bytes that are not written because they stand there already, some bytes before.
struct DeflateMatch {
  /// From the start of what is deflated.
  var position: UInt32
  /// 3…258.
  var length: UInt16
  /// 1…32,768, less 1.
  var offset: UInt16

  init(position: Int, length: Int, distance: Int) {
    self.position = UInt32(truncatingIfNeeded: position)
    self.length = UInt16(truncatingIfNeeded: length)
    offset = UInt16(truncatingIfNeeded: distance &- 1)
  }

  var start: Int { Int(position) }
  var count: Int { Int(length) }
  var distance: Int { Int(offset) + 1 }
}

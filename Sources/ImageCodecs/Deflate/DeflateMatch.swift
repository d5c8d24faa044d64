/// Bytes that are not written because they stand there already, some bytes before.
package struct DeflateMatch: Sendable {
  /// From the start of what is deflated.
  private let position: UInt32
  /// 3…258.
  private let length: UInt16
  /// 1…32,768, less 1.
  let offset: UInt16

  package init(position: Int, length: Int, distance: Int) {
    self.position = UInt32(truncatingIfNeeded: position)
    self.length = UInt16(truncatingIfNeeded: length)
    offset = UInt16(truncatingIfNeeded: distance &- 1)
  }

  package var start: Int { Int(position) }
  package var count: Int { Int(length) }
  package var distance: Int { Int(offset) + 1 }
}

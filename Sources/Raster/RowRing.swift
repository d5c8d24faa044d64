import CKernels

/// The last rows of a picture, each in the place of one that is not needed any more.
struct RowRing<Sample: FixedWidthInteger & Sendable>: Sendable {
  /// Samples of a row go to loops in blocks of this many.
  static var block: Int { Int(CK_BLOCK) }

  /// Samples from one row to the next: a whole number of blocks, zero beyond the width.
  let stride: Int
  /// Rows that there is room for.
  let capacity: Int
  private(set) var samples: [Sample]

  init(width: Int, capacity: Int) {
    stride = (width + RowRing.block - 1) / RowRing.block * RowRing.block
    self.capacity = capacity
    samples = [Sample](repeating: 0, count: stride * capacity)
  }

  /// Puts a row in the place of the one `capacity` before it.
  mutating func put(_ row: Span<Sample>, at index: Int) {
    let start = index % capacity * stride
    precondition(row.count <= stride)
    unsafe samples.withUnsafeMutableBufferPointer { samples in
      unsafe row.withUnsafeBufferPointer { row in
        guard let first = row.baseAddress else { return }
        unsafe (samples.baseAddress! + start).update(from: first, count: row.count)
      }
    }
  }
}

/// How many threads may decode one picture.
package struct DecodeThreads: Sendable {
  package var count: Int
  /// Bytes of coded data that each has to have: less would not be worth a thread.
  package var leastBytes: Int

  package init(_ count: Int, leastBytes: Int = 524_288) {
    self.count = count
    self.leastBytes = leastBytes
  }
}

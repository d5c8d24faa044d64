/// The bytes that a fuzzer made up.
struct Input {
  let bytes: [UInt8]

  init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// A choice below `limit`, the same for the same bytes.
  ///
  /// It is made from the last bytes of a picture, which no decoder misses, so that every input and every
  /// finding is a picture as it stands.
  func choice(_ index: Int, below limit: Int) -> Int {
    guard index < bytes.count else { return 0 }
    return Int(bytes[bytes.count - 1 - index]) % limit
  }
}

/// Ends the process, which the fuzzer takes for a finding.
func require(_ condition: Bool, _ words: @autoclosure () -> String) {
  if !condition { fatalError(words()) }
}

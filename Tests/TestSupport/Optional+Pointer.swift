extension Optional {
  /// The elements of an optional array as C wants them.
  func withPointer<Element, Result>(
    _ body: ((start: UnsafePointer<Element>?, count: Int)) -> Result
  ) -> Result where Wrapped == [Element] {
    guard let array = self else { return unsafe body((nil, 0)) }
    return unsafe array.withUnsafeBufferPointer { unsafe body(($0.baseAddress, $0.count)) }
  }
}

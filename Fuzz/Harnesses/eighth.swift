// libFuzzer: -max_len=8192
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkFastPaths(unsafe Input(start, count))
  return 0
}

// libFuzzer: -max_len=16384
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkPicture(unsafe Input(start, count))
  return 0
}

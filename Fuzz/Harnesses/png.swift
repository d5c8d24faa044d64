// libFuzzer: -max_len=16384
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  checkPicture(unsafe Input(start, count))
  return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func mutated(
  _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int, _ seed: UInt32
) -> Int {
  unsafe mutatedPNG(bytes, count, most, seed)
}

// libFuzzer: -max_len=16384
import ImageCodecs

/// Reads a PNG with and without libpng, few rows at a time: both come to the same rows, remarks and faults.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Input(start, count)
  let rowCount = input.choice(0, below: 4) == 0 ? input.choice(1, below: 64) : nil
  let chunkBytes = input.choice(2, below: 2) == 0 ? 1 : 2000
  func reading(itself: Bool) -> PNGReading {
    PNGReading(
      .bytes(input.bytes), itself: itself, rowCount: rowCount, chunkBytes: chunkBytes,
      limits: limits)
  }
  let (plain, own) = (reading(itself: false), reading(itself: true))
  require(own.fault == plain.fault, "\(own.fault as Any), by libpng \(plain.fault as Any)")
  require(own.remarks == plain.remarks, "\(own.remarks), by libpng \(plain.remarks)")
  require(own.pixels == plain.pixels, "other pixels than libpng's")
  return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func mutated(
  _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int, _ seed: UInt32
) -> Int {
  unsafe mutatedPNG(bytes, count, most, seed)
}

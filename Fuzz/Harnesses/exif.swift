// libFuzzer: -max_len=4096
import ImageCodecs
import Raster

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let block = unsafe Input(start, count).bytes
  let orientation = Orientation(exif: block)
  require(Orientation(exif: block) == orientation, "read again, it is another orientation")
  return 0
}

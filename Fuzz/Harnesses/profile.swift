// libFuzzer: -max_len=8192
import ImageCodecs

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let profile = unsafe Input(start, count).bytes
  if case .transform(let transform) = ColorTransform.of(profile: profile) {
    // The ends and the middle of every channel.
    let levels: [UInt16] = [0, 1, 32_767, 65_534, 65_535]
    let samples = levels.flatMap { level in
      [UInt16](repeating: level, count: transform.channels.count)
    }
    var (first, second) = ([UInt16](repeating: 0, count: 15), [UInt16](repeating: 1, count: 15))
    transform.convert(samples, to: &first)
    transform.convert(samples, to: &second)
    require(first == second, "converted again, the colours are others")
  }
  return 0
}

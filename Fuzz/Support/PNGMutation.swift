/// The fuzzer's own way to change an input.
@_extern(c, "LLVMFuzzerMutate")
private func mutate(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int) -> Int

/// Changes a PNG and, mostly, puts its checksums right: a wrong one would keep nearly everything from
/// the decoder.
func mutatedPNG(
  _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int, _ seed: UInt32
) -> Int {
  let count = unsafe mutate(bytes, count, most)
  if seed % 8 != 0 {
    unsafe putChecksumsRight(UnsafeMutableBufferPointer(start: bytes, count: count))
  }
  return count
}

private func putChecksumsRight(_ png: UnsafeMutableBufferPointer<UInt8>) {
  var position = 8
  while position + 12 <= png.count {
    let length = unsafe png[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    let end = position + 8 + length
    guard end + 4 <= png.count else { return }
    let sum = unsafe checksum(png[(position + 4)..<end])
    for index in 0..<4 {
      unsafe png[end + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index))
    }
    position = end + 4
  }
}

/// The CRC of the PNG specification, appendix D.
private func checksum(_ bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) -> UInt32 {
  var sum: UInt32 = 0xFFFF_FFFF
  for index in unsafe bytes.indices {
    let entry = unsafe UInt8(truncatingIfNeeded: sum) ^ bytes[index]
    sum = checksumTable[Int(entry)] ^ (sum >> 8)
  }
  return ~sum
}

private let checksumTable: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { value, _ in
    value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
  }
}

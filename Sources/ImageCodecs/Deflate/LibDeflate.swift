import CLibDeflate

/// A compressor of libdeflate.
@safe struct LibDeflate: ~Copyable {
  private let compressor: OpaquePointer

  /// - Parameter level: 0…12.
  init(level: Int32) throws(PNGEncodingError) {
    guard let compressor = unsafe libdeflate_alloc_compressor(level) else {
      throw PNGEncodingError(words: "not enough memory")
    }
    unsafe self.compressor = compressor
  }

  deinit { unsafe libdeflate_free_compressor(compressor) }

  /// How many bytes the bytes become; `scratch` is of ``bound(_:)`` bytes.
  func count(_ bytes: UnsafeRawBufferPointer, scratch: inout [UInt8]) -> Int {
    unsafe scratch.withUnsafeMutableBytes { scratch in
      unsafe libdeflate_deflate_compress(
        compressor, bytes.baseAddress, bytes.count, scratch.baseAddress, scratch.count)
    }
  }

  /// A whole stream of blocks, the last one marked as such; nil where that outgrew libdeflate's own bound.
  func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    let bound = bound(bytes.count)
    let output = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      unsafe count = libdeflate_deflate_compress(
        compressor, bytes, bytes.count, buffer.baseAddress, buffer.count)
    }
    return output.isEmpty ? nil : output
  }

  func bound(_ count: Int) -> Int { unsafe libdeflate_deflate_compress_bound(compressor, count) }
}

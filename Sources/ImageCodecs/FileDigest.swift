import CLibZ

/// A number for the contents of a file, for finding out whether they changed: the CRC-32 and the Adler-32 of zlib.
/// It is no proof against somebody who wants two files to look the same.
package struct FileDigest: Hashable, Sendable {
  /// 16 hexadecimal digits.
  package let text: String

  /// Reads the whole file, a piece at a time.
  package init(of path: RawPath) throws(PictureFault) {
    let file = try InputFile.open(path)
    var (sum, check) = (adler32(0, nil, 0), crc32(0, nil, 0))
    var offset = 0
    while true {
      let bytes = try file.bytes(at: offset, count: 1 << 18)
      if bytes.isEmpty { break }
      offset += bytes.count
      unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe sum = adler32(sum, buffer.baseAddress, UInt32(buffer.count))
        unsafe check = crc32(check, buffer.baseAddress, UInt32(buffer.count))
      }
    }
    let digits = String(UInt64(check) << 32 | UInt64(sum), radix: 16)
    text = String(repeating: "0", count: 16 - digits.count) + digits
  }
}

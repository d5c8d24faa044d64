import CTestCodecs
import Foundation
package import PixelGeometry

/// A PNG read by libpng in another way than the decoder under test reads it.
package struct ReferencePNG {
  package var size: PixelSize
  /// Bits of a stored sample.
  package var bitDepth: Int
  /// Straight RGBA, 16 bits a channel.
  package var samples: [UInt16]

  /// nil where libpng refuses it.
  package init?(_ png: [UInt8]) {
    var read = ctc_png_size()
    guard let decoded = unsafe ctc_png_decode_reference(png, png.count, &read) else { return nil }
    defer { unsafe free(decoded) }
    size = PixelSize(width: Int(read.width), height: Int(read.height))
    bitDepth = Int(read.bit_depth)
    samples = unsafe Array(UnsafeBufferPointer(start: decoded, count: 4 * size.pixelCount))
  }

  /// The samples in 8 bits, rounded.
  package var bytes: [UInt8] { samples.map { UInt8((UInt32($0) + 128) / 257) } }
}

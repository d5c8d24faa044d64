package import PixelGeometry

/// Opaque pixels that nothing will be blended with: RGB, sRGB, 8 bits a channel, rows from the top without
/// padding.
package struct PackedBitmap: Equatable, Sendable {
  package let size: PixelSize
  package let bytes: [UInt8]

  /// - Parameter bytes: 3 for each pixel.
  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == 3 * size.pixelCount)
    self.size = size
    self.bytes = bytes
  }

  /// The bitmap turned upright, if it is stored as `orientation` says.
  package func turned(from orientation: Orientation) -> PackedBitmap {
    guard orientation != .topLeft else { return self }
    let upright = orientation.upright(size)
    let turned = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        for y in 0..<upright.height {
          // One step to the right is the same step in what is stored, all along a row.
          let position = { (x: Int) in
            let stored = orientation.storedPosition(x: x, y: y, in: size)
            return 3 * (stored.y * size.width + stored.x)
          }
          var source = position(0)
          let step = position(1) - source
          for x in 0..<upright.width {
            for channel in 0..<3 {
              unsafe target[3 * (y * upright.width + x) + channel] = bytes[source + channel]
            }
            source += step
          }
        }
      }
      count = bytes.count
    }
    return PackedBitmap(size: upright, bytes: turned)
  }
}

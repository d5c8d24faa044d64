package import PixelGeometry

/// Takes the digests of many frames of one picture, whose rows come from the top.
///
/// Where frames overlap, a pixel counts for each of them; the colour of clear pixels counts for none. Memory
/// goes with the number of frames, time with their pixels.
package struct FrameDigests: Sendable {
  private var sweep: FrameSweep
  private var digests: [FrameDigest]
  /// Of each frame how many of its rows have come, each as wide as the frame.
  private var heights: [Int]

  /// - Parameter frames: in pixels of the picture, from its top left: no edge is negative.
  package init(_ frames: [PixelRect]) {
    sweep = FrameSweep(frames)
    digests = Array(repeating: FrameDigest(), count: frames.count)
    heights = Array(repeating: 0, count: frames.count)
  }

  /// Takes a row; rows in which no frame is may be left out.
  ///
  /// - Parameters:
  ///   - y: below all rows before it.
  ///   - samples: the whole row as ``DiffInput`` describes it: straight RGBA.
  ///   - isDeep: samples have 16 bits, the high byte first.
  package mutating func add(row y: Int, _ samples: Span<UInt8>, isDeep: Bool) {
    sweep.move(to: y)
    let width = samples.count / (isDeep ? 8 : 4)
    for index in sweep.active {
      let frame = sweep.frames[index]
      guard frame.left >= 0, frame.right <= width else { continue }
      heights[index] += 1
      if isDeep {
        FrameDigests.add(samples, frame.columns, UInt64.self, to: &digests[index])
      } else {
        FrameDigests.add(samples, frame.columns, UInt32.self, to: &digests[index])
      }
    }
  }

  private static func add<Word: PixelWord>(
    _ samples: Span<UInt8>, _ columns: Range<Int>, _: Word.Type, to digest: inout FrameDigest
  ) {
    var sum = digest
    unsafe samples.withUnsafeBytes { bytes in
      // The row is not empty: a frame of some width lies in it.
      let base = bytes.baseAddress!
      for x in columns {
        let pixel = unsafe Word(at: base + x &* Word.bytes)
        sum.add(pixel.alpha == 0 ? 0 : pixel.deepened)
      }
    }
    digest = sum
  }

  /// nil for a frame of which not all pixels have come.
  package subscript(index: Int) -> FrameDigest? {
    heights[index] == sweep.frames[index].height ? digests[index] : nil
  }
}

extension PixelWord {
  /// The pixel with 16 bits a channel, alpha lowest: 257 · v for v.
  @inline(__always)
  fileprivate var deepened: UInt64 {
    let factor = UInt64(257 / Self.step)
    let (red, green) = (UInt64(red) &* factor, UInt64(green) &* factor)
    let (blue, alpha) = (UInt64(blue) &* factor, UInt64(alpha) &* factor)
    return red << 48 | green << 32 | blue << 16 | alpha
  }
}

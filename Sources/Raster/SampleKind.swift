import CKernels

/// Samples that can be resampled, and what becomes of them.
///
/// Down, then across, each with one rounding: weights have ``ResampleWeights/fractionBits`` bits and halfway
/// samples 6 bits below the whole value.
protocol SampleKind {
  associatedtype Sample: FixedWidthInteger & UnsignedInteger & Sendable
  associatedtype Halfway: FixedWidthInteger & SignedInteger & Sendable
  associatedtype Output: FixedWidthInteger & Sendable

  /// Halfway values of a sample.
  static var halfwayCount: Int { get }
  /// Output values of a pixel.
  static var outputCount: Int { get }

  /// Adds rows up, each times its weight: `before` (0 where that is nil) and the sum of the rows go to `after`,
  /// or where that is nil, rounded, to `halfway`. All are as long as a row of the ring.
  static func addRows(
    _ rows: WeightedRows<Sample>, before: UnsafePointer<Int32>?,
    after: UnsafeMutablePointer<Int32>?, halfway: UnsafeMutablePointer<Halfway>, _ kernels: Kernels)

  /// Makes a row of output pixels of a halfway row.
  static func across(
    _ halfway: UnsafePointer<Halfway>, _ weights: AcrossWeights,
    to output: UnsafeMutablePointer<Output>, _ kernels: Kernels)
}

/// Rows of a ring, and the weight of each.
@unsafe struct WeightedRows<Sample> {
  /// Of the ring.
  var samples: UnsafePointer<Sample>
  /// Samples from one row to the next, and rows before the first comes again.
  var stride: Int
  var capacity: Int
  /// The place of the first row.
  var first: Int
  /// One for each row.
  var weights: UnsafePointer<Int16>
  var count: Int
}

/// Bits of a halfway sample below the whole value.
private let halfwayBits = 6
private let halfwayShift = Int32(ResampleWeights.fractionBits - halfwayBits)
private let halfwayRounding: Int32 = 1 << (halfwayShift - 1)
private let sumShift = ResampleWeights.fractionBits + halfwayBits
private let sumRounding = 1 << (sumShift - 1)

// MARK: opaque

/// 8 bits a sample, no alpha: the fourth sample is as good as a colour (always 255, or the black of CMYK).
enum OpaqueSamples: SampleKind {
  static var halfwayCount: Int { 1 }
  static var outputCount: Int { 4 }

  static func addRows(
    _ rows: WeightedRows<UInt8>, before: UnsafePointer<Int32>?,
    after: UnsafeMutablePointer<Int32>?, halfway: UnsafeMutablePointer<Int16>, _ kernels: Kernels
  ) {
    guard kernels == .swift else {
      unsafe ck_add_rows_8(
        kernels.level,
        ck_ring(samples: rows.samples, stride: rows.stride, capacity: rows.capacity), rows.first,
        rows.weights, rows.count, before, after, halfway)
      return
    }
    for x in unsafe stride(from: 0, to: rows.stride, by: 16) {
      var sums = unsafe before.map { unsafe load($0 + x, SIMD16<Int32>.self) } ?? .zero
      unsafe rows.eachRow { row, weight in
        // A filter's weights have a sum of magnitudes below 1.5, so sums stay below 255 · 1.5 · 2¹⁴.
        let samples = unsafe SIMD16<Int32>(
          truncatingIfNeeded: load(row + x, SIMD16<UInt8>.self))
        sums &+= samples &* SIMD16<Int32>(truncatingIfNeeded: SIMD16<Int16>(repeating: weight))
      }
      if let after = unsafe after {
        unsafe store(sums, to: after + x)
      } else {
        // 255 · 1.5 · 2⁶ fits 16 bits with a sign.
        unsafe store(
          SIMD16<Int16>(truncatingIfNeeded: (sums &+ halfwayRounding) &>> halfwayShift),
          to: halfway + x)
      }
    }
  }

  static func across(
    _ halfway: UnsafePointer<Int16>, _ weights: AcrossWeights,
    to output: UnsafeMutablePointer<UInt16>, _ kernels: Kernels
  ) {
    guard kernels == .swift else {
      unsafe ck_across_8(
        kernels.level, halfway, weights.firsts, weights.weights, weights.taps,
        weights.firsts.count, output)
      return
    }
    unsafe pixels(halfway, weights) { x, pixel in
      unsafe store(SIMD4<UInt16>(truncatingIfNeeded: pixel &* 255), to: output + 4 * x)
    }
  }

  /// The values of each output pixel, 0…255.
  @inline(__always)
  static func pixels(
    _ halfway: UnsafePointer<Int16>, _ weights: AcrossWeights,
    _ body: (Int, SIMD4<Int32>) -> Void
  ) {
    unsafe weights.weights.withUnsafeBufferPointer { values in
      for x in weights.firsts.indices {
        var source = unsafe halfway + 4 * Int(weights.firsts[x])
        var weight = unsafe values.baseAddress! + x * weights.taps
        // |sum| < 255 · 1.5² · 2²⁰ < 2³⁰
        var sum = SIMD4<Int32>(repeating: Int32(sumRounding))
        for _ in 0..<weights.taps {
          let samples = unsafe SIMD4<Int32>(truncatingIfNeeded: load(source, SIMD4<Int16>.self))
          unsafe sum &+=
            samples &* SIMD4<Int32>(truncatingIfNeeded: SIMD4<Int16>(repeating: weight.pointee))
          unsafe source += 4
          unsafe weight += 1
        }
        let value = sum &>> Int32(sumShift)
        body(x, pointwiseMin(pointwiseMax(value, .zero), SIMD4(repeating: 255)))
      }
    }
  }
}

/// The same, for what will never be blended: an output pixel is three bytes.
enum PackedSamples: SampleKind {
  static var halfwayCount: Int { 1 }
  static var outputCount: Int { 3 }

  static func addRows(
    _ rows: WeightedRows<UInt8>, before: UnsafePointer<Int32>?,
    after: UnsafeMutablePointer<Int32>?, halfway: UnsafeMutablePointer<Int16>, _ kernels: Kernels
  ) {
    unsafe OpaqueSamples.addRows(rows, before: before, after: after, halfway: halfway, kernels)
  }

  static func across(
    _ halfway: UnsafePointer<Int16>, _ weights: AcrossWeights,
    to output: UnsafeMutablePointer<UInt8>, _ kernels: Kernels
  ) {
    guard kernels == .swift else {
      unsafe ck_across_8_packed(
        kernels.level, halfway, weights.firsts, weights.weights, weights.taps,
        weights.firsts.count, output)
      return
    }
    unsafe OpaqueSamples.pixels(halfway, weights) { x, pixel in
      for channel in 0..<3 {
        unsafe output[3 * x + channel] = UInt8(truncatingIfNeeded: pixel[channel])
      }
    }
  }
}

// MARK: premultiplied

/// 16 bits a sample, in the units of ``PremultipliedBitmap``: colours premultiplied by the fourth, alpha.
///
/// A halfway sample takes 23 bits and a sign. Of each pixel there are the four samples without their low 9
/// bits, which fit 16 bits with a sign, and then those bits: both can be multiplied and summed in 32 bits.
enum PremultipliedSamples: SampleKind {
  static var halfwayCount: Int { 2 }
  static var outputCount: Int { 4 }

  private static var lowBits: Int32 { 9 }

  static func addRows(
    _ rows: WeightedRows<UInt16>, before: UnsafePointer<Int32>?,
    after: UnsafeMutablePointer<Int32>?, halfway: UnsafeMutablePointer<Int16>, _ kernels: Kernels
  ) {
    guard kernels == .swift else {
      unsafe ck_add_rows_16(
        kernels.level,
        ck_ring(samples: rows.samples, stride: rows.stride, capacity: rows.capacity), rows.first,
        rows.weights, rows.count, before, after, halfway)
      return
    }
    for x in unsafe stride(from: 0, to: rows.stride, by: 16) {
      var sums = unsafe before.map { unsafe load($0 + x, SIMD16<Int32>.self) } ?? .zero
      unsafe rows.eachRow { row, weight in
        // Below 65,025 · 1.5 · 2¹⁴ < 2³¹
        let samples = unsafe SIMD16<Int32>(
          truncatingIfNeeded: load(row + x, SIMD16<UInt16>.self))
        sums &+= samples &* SIMD16<Int32>(truncatingIfNeeded: SIMD16<Int16>(repeating: weight))
      }
      if let after = unsafe after {
        unsafe store(sums, to: after + x)
      } else {
        let value = (sums &+ halfwayRounding) &>> halfwayShift
        let high = SIMD16<Int16>(truncatingIfNeeded: value &>> lowBits)
        let low = SIMD16<Int16>(truncatingIfNeeded: value & ((1 << lowBits) - 1))
        let target = unsafe halfway + 2 * x
        unsafe store(
          SIMD8(lowHalf: high.lowHalf.lowHalf, highHalf: low.lowHalf.lowHalf), to: target)
        unsafe store(
          SIMD8(lowHalf: high.lowHalf.highHalf, highHalf: low.lowHalf.highHalf), to: target + 8)
        unsafe store(
          SIMD8(lowHalf: high.highHalf.lowHalf, highHalf: low.highHalf.lowHalf), to: target + 16)
        unsafe store(
          SIMD8(lowHalf: high.highHalf.highHalf, highHalf: low.highHalf.highHalf), to: target + 24)
      }
    }
  }

  static func across(
    _ halfway: UnsafePointer<Int16>, _ weights: AcrossWeights,
    to output: UnsafeMutablePointer<UInt16>, _ kernels: Kernels
  ) {
    guard kernels == .swift else {
      unsafe ck_across_16(
        kernels.level, halfway, weights.firsts, weights.weights, weights.taps,
        weights.firsts.count, output)
      return
    }
    unsafe weights.weights.withUnsafeBufferPointer { values in
      for x in weights.firsts.indices {
        var source = unsafe halfway + 8 * Int(weights.firsts[x])
        var weight = unsafe values.baseAddress! + x * weights.taps
        // High sums stay below 12,700 · 1.5 · 2¹⁴ < 2²⁹, low ones below 2²⁴.
        var sums = SIMD8<Int32>.zero
        for _ in 0..<weights.taps {
          let samples = unsafe SIMD8<Int32>(truncatingIfNeeded: load(source, SIMD8<Int16>.self))
          unsafe sums &+=
            samples &* SIMD8<Int32>(truncatingIfNeeded: SIMD8<Int16>(repeating: weight.pointee))
          unsafe source += 8
          unsafe weight += 1
        }
        // (2⁹ · high + low + rounding) / 2²⁰, rounded down as a whole though in two steps.
        let low = (sums.highHalf &+ Int32(sumRounding)) &>> lowBits
        let value = (sums.lowHalf &+ low) &>> (Int32(sumShift) - lowBits)
        let alpha = min(max(value[3], 0), Int32(PremultipliedBitmap.one))
        // Ringing can lift a colour above its alpha, which no real colour does.
        let pixel = pointwiseMin(pointwiseMax(value, .zero), SIMD4(repeating: alpha))
        unsafe store(SIMD4<UInt16>(truncatingIfNeeded: pixel), to: output + 4 * x)
      }
    }
  }
}

// MARK: memory

extension WeightedRows {
  /// Each row and its weight.
  @inline(__always)
  func eachRow(_ body: (UnsafePointer<Sample>, Int16) -> Void) {
    var place = unsafe first
    for index in unsafe 0..<count {
      unsafe body(samples + place * stride, weights[index])
      place = unsafe place + 1 == capacity ? 0 : place + 1
    }
  }
}

@inline(__always)
private func load<Vector: SIMD>(
  _ source: UnsafePointer<Vector.Scalar>, _ type: Vector.Type
) -> Vector {
  unsafe UnsafeRawPointer(source).loadUnaligned(as: type)
}

@inline(__always)
private func store<Vector: SIMD>(_ vector: Vector, to target: UnsafeMutablePointer<Vector.Scalar>) {
  unsafe UnsafeMutableRawPointer(target).storeBytes(of: vector, as: Vector.self)
}

import PixelGeometry

/// Gathers rows until there are enough of them for a band.
struct BandGatherer: Sendable {
  private let plan: DiffPlan
  /// About so many rows make a band: 64 KB of each picture, which stay in the cache while they are compared,
  /// and which malloc hands out again without asking the system. Where rows around a band are copied with it, it
  /// has enough rows of its own.
  private let bandRows: Int
  private let stride: Int
  private var fedRows = 0
  private var bandStart = 0
  /// The rows that are held, of the canvas.
  private var held = 0..<0
  private var expected: [UInt8] = []
  private var actual: [UInt8] = []

  init(_ plan: DiffPlan) {
    self.plan = plan
    stride = plan.canvas.width * (plan.isDeep ? 8 : 4)
    bandRows = max(plan.halo == 0 ? 1 : 8, 65_536 / stride)
    reserve()
  }

  private mutating func reserve() {
    let rows = min(bandRows + 2 * plan.halo, plan.canvas.height)
    expected.reserveCapacity(rows * stride)
    actual.reserveCapacity(rows * stride)
  }

  mutating func append(expected row: Span<UInt8>, actual other: Span<UInt8>) -> DiffBand? {
    let y = fedRows - plan.canvas.top
    fedRows += 1
    guard y >= 0, y < plan.canvas.height else { return nil }
    plan.take(row, of: plan.expected, part: plan.expectedPart, row: y, into: &expected)
    plan.take(other, of: plan.actual, part: plan.actualPart, row: y, into: &actual)
    held = held.lowerBound..<y + 1
    let isLast = held.upperBound == plan.canvas.height
    let ready = isLast ? held.upperBound : held.upperBound - plan.halo
    guard isLast || ready - bandStart >= bandRows else { return nil }
    return band(upTo: ready)
  }

  private mutating func band(upTo ready: Int) -> DiffBand {
    let band = DiffBand(
      plan: plan, rows: bandStart..<ready,
      expected: PixelPlane(
        bytes: expected, origin: 0, stride: stride, firstRow: held.lowerBound),
      actual: PixelPlane(bytes: actual, origin: 0, stride: stride, firstRow: held.lowerBound))
    let first = max(held.lowerBound, ready - plan.halo)
    let start = (first - held.lowerBound) * stride
    (expected, actual) = ([], [])
    reserve()
    expected.append(contentsOf: band.expected.bytes[start...])
    actual.append(contentsOf: band.actual.bytes[start...])
    held = first..<held.upperBound
    bandStart = ready
    return band
  }

}

extension DiffPlan {
  /// Appends what the canvas has of a row; where the picture has no pixels, clear ones.
  fileprivate func take(
    _ row: Span<UInt8>, of input: DiffInput, part: PixelSize, row y: Int,
    into bytes: inout [UInt8]
  ) {
    let end = bytes.count + canvas.width * (isDeep ? 8 : 4)
    if y < part.height, part.width > 0 {
      precondition(row.count == input.size.width * input.bytesPerPixel)
      let lower = canvas.left * input.bytesPerPixel
      let samples = row.extracting(lower..<lower + part.width * input.bytesPerPixel)
      unsafe samples.withUnsafeBufferPointer { samples in
        if input.isDeep == isDeep {
          unsafe bytes.append(contentsOf: samples)
        } else {
          // 257 · v is v in both bytes.
          for index in 0..<samples.count {
            let value = unsafe samples[index]
            bytes.append(value)
            bytes.append(value)
          }
        }
      }
    }
    bytes.append(contentsOf: repeatElement(0, count: end - bytes.count))
  }
}

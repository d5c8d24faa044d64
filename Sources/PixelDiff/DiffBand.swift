import PixelGeometry

/// Some rows of both pictures, with the rows around them that decide about them.
///
/// What comes of comparing them depends on nothing else: bands may be compared on any thread, in any order.
package struct DiffBand: Sendable {
  let plan: DiffPlan
  /// The rows of the canvas that it is about.
  package let rows: Range<Int>
  let expected: PixelPlane
  let actual: PixelPlane

  /// What there is to say of each pixel.
  package func compared() -> ComparedBand {
    plan.isDeep ? compared(UInt64.self) : compared(UInt32.self)
  }

  private func compared<Word: PixelWord>(_ word: Word.Type) -> ComparedBand {
    switch plan.options.metric {
    case .exact(let tolerance, let alpha):
      return compared(
        word, ExactMetric(most: tolerance * Word.step), hiddenCounts: alpha == .strict)
    case .perceptual(let threshold, let includesAntiAliased):
      let metric = PerceptualMetric<Word>(
        threshold: threshold, includesAntiAliased: includesAntiAliased, size: plan.comparedPart)
      return compared(word, metric, hiddenCounts: false)
    }
  }

  private func compared<Word: PixelWord, Metric: PixelMetric>(
    _: Word.Type, _ metric: Metric, hiddenCounts: Bool
  ) -> ComparedBand where Metric.Word == Word {
    let width = plan.canvas.width
    let ignored = IgnoredArea(plan, rows: rows)
    var mask = [UInt8](repeating: PixelMark.same.rawValue, count: width * rows.count)
    var counts = [DiffCounts](repeating: DiffCounts(), count: rows.count)
    var largest: LargestDifference?
    expected.withPixels(Word.self) { expected in
      actual.withPixels(Word.self) { actual in
        unsafe mask.withUnsafeMutableBufferPointer { mask in
          for y in rows {
            let marks = unsafe UnsafeMutableBufferPointer(
              rebasing: mask[(y - rows.lowerBound) * width..<(y - rows.lowerBound + 1) * width])
            var count = DiffCounts()
            let columns = plan.columns(row: y)
            unsafe marks.fill(columns.extra, .extra)
            unsafe marks.fill(columns.absent, .absent)
            ignored.forEachRange(row: y) {
              unsafe marks.fill($0.clamped(to: 0..<columns.extra.upperBound), .ignored)
            }
            (count.compared, count.extra) = (columns.compared.count, columns.extra.count)
            if ignored.hasRanges(row: y) {
              let inside = unsafe marks.count(.ignored, in: columns.compared)
              let outside = unsafe marks.count(.ignored, in: columns.extra)
              count.ignored = inside + outside
              count.compared -= inside
              count.extra -= outside
            }

            let end = columns.compared.upperBound
            var x = 0
            while true {
              x = expected.firstDifference(from: actual, row: y, in: x..<end)
              if x == end { break }
              defer { x &+= 1 }
              if unsafe marks[x] != PixelMark.same.rawValue { continue }
              let (first, second) = (expected[x, y], actual[x, y])
              if !hiddenCounts, first.alpha | second.alpha == 0 { continue }
              let difference = first.largestDifference(from: second)
              if difference > largest?.value ?? 0 {
                largest = LargestDifference(
                  value: difference, x: plan.canvas.left + x, y: plan.canvas.top + y)
              }
              let mark = metric.mark(
                expected, actual, x: x, y: y, largestDifference: difference)
              unsafe marks[x] = mark.rawValue
              if mark == .mismatch { count.mismatched &+= 1 }
              if mark == .antiAliased { count.antiAliased &+= 1 }
            }
            counts[y - rows.lowerBound] = count
          }
        }
      }
    }
    return ComparedBand(band: self, mask: mask, counts: counts, largestDifference: largest)
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  fileprivate func fill(_ columns: Range<Int>, _ mark: PixelMark) {
    for x in columns { unsafe self[x] = mark.rawValue }
  }

  fileprivate func count(_ mark: PixelMark, in columns: Range<Int>) -> Int {
    var count = 0
    for x in columns where unsafe self[x] == mark.rawValue { count &+= 1 }
    return count
  }
}

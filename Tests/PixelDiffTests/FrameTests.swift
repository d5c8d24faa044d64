import PixelDiff
import PixelGeometry
import TestSupport
import Testing

/// Counts and digests of frames against looking at every pixel of each.
@Suite struct FrameTests {
  private func frame(_ left: Int, _ top: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(left: left, top: top, width: width, height: height)
  }

  /// White against the same with black where `#` stands.
  private func counts(
    _ rows: [String], _ frames: [PixelRect], _ change: (inout DiffOptions) -> Void = { _ in }
  ) throws -> FrameCounts {
    let marks = rows.map { Array($0.utf8) }
    let white = Samples.flat(marks[0].count, marks.count, [255, 255, 255, 255])
    let other = Samples(width: marks[0].count, height: marks.count) { x, y in
      marks[y][x] == UInt8(ascii: "#") ? [0, 0, 0, 255] : [255, 255, 255, 255]
    }
    var options = DiffOptions()
    change(&options)
    var counts = FrameCounts(frames)
    _ = try PixelDiffer.result(white, other, options) { counts.add($0) }
    return counts
  }

  private let drawing = [
    "##..##...#",
    "#....#....",
    "..........",
    "...####...",
    "...####..#",
  ]

  @Test func `a pixel counts for every frame that holds it`() throws {
    let found = try counts(
      drawing,
      [
        frame(0, 0, 3, 2), frame(4, 0, 2, 2), frame(4, 3, 2, 2), frame(3, 3, 2, 1),
        frame(0, 0, 10, 5), frame(0, 2, 10, 1), frame(8, 4, 2, 1),
      ])
    #expect(found.counts == [3, 3, 4, 2, 16, 0, 1])
    #expect(found.outside == 0)
  }

  @Test func `what lies in no frame is counted once`() throws {
    #expect(try counts(drawing, []).outside == 16)
    #expect(try counts(drawing, [frame(0, 0, 2, 2)]).outside == 13)
    // Overlapping ones, and one that lies in another.
    let found = try counts(
      drawing, [frame(3, 3, 3, 2), frame(5, 3, 2, 2), frame(4, 3, 1, 1), frame(0, 2, 10, 1)])
    #expect(found.counts == [6, 4, 1, 0])
    #expect(found.outside == 8)
    // A frame may reach out of the picture.
    #expect(try counts(drawing, [frame(8, 4, 50, 50)]).counts == [1])
    #expect(try counts(drawing, [frame(50, 0, 5, 5), frame(0, 50, 5, 5)]).counts == [0, 0])
  }

  @Test func `a crop keeps the coordinates of the picture, and ignored pixels never differ`() throws
  {
    let frames = [frame(0, 0, 6, 2), frame(3, 3, 4, 2), frame(9, 0, 1, 5)]
    let cropped = try counts(drawing, frames) { $0.crop = frame(4, 1, 5, 3) }
    #expect(cropped.counts == [1, 3, 0] && cropped.outside == 0)
    let ignored = try counts(drawing, frames) { $0.ignored = [frame(0, 0, 1, 5)] }
    #expect(ignored.counts == [4, 8, 2] && ignored.outside == 0)
  }

  @Test func `random frames and pictures against looking at every pixel`() throws {
    let seed = SeededGenerator.seed("random frames and pictures against looking at every pixel")
    var random = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let (width, height) = (1 + round % 60, Int.random(in: 1...40, using: &random))
      let (expected, actual) = Samples.randomPair(width: width, height: height, using: &random)
      let frames = (0..<Int.random(in: 0...25, using: &random)).map { _ in
        frame(
          .random(in: 0...width, using: &random), .random(in: 0...height, using: &random),
          .random(in: 1...20, using: &random), .random(in: 1...20, using: &random))
      }
      var options = DiffOptions()
      if Bool.random(using: &random) {
        options.crop = frame(0, 0, width, height).inset(using: &random)
      }
      let plan = try DiffPlan(
        expected: expected.input, actual: actual.input, options: options)
      let marks = Marks(plan)
      var found = FrameCounts(frames)
      _ = try PixelDiffer.result(expected, actual, options) {
        found.add($0)
        marks.take($0)
      }
      var (counts, outside) = ([Int](repeating: 0, count: frames.count), 0)
      for (index, mark) in marks.values.enumerated() where mark.differs {
        let x = plan.canvas.left + index % plan.canvas.width
        let y = plan.canvas.top + index / plan.canvas.width
        let holders = frames.indices.filter {
          frames[$0].columns.contains(x) && frames[$0].rows.contains(y)
        }
        for index in holders { counts[index] += 1 }
        if holders.isEmpty { outside += 1 }
      }
      #expect(found.counts == counts)
      #expect(found.outside == outside)
    }
  }

  // MARK: digests

  private func digests(_ picture: Samples, _ frames: [PixelRect]) -> FrameDigests {
    var digests = FrameDigests(frames)
    for y in 0..<picture.size.height {
      digests.add(row: y, picture.row(y).span, isDeep: picture.isDeep)
    }
    return digests
  }

  @Test func `the same pixels have the same digest, wherever they are and in 8 bits or 16`() {
    var random = SeededGenerator(seed: 3)
    let (tile, _) = Samples.randomPair(width: 7, height: 5, using: &random)
    func page(_ left: Int, _ top: Int) -> Samples {
      Samples(width: 30, height: 20) { x, y in
        (0..<7).contains(x - left) && (0..<5).contains(y - top)
          ? tile[x - left, y - top] : [x, y, 0, 255]
      }
    }
    let frames = [frame(3, 2, 7, 5), frame(20, 14, 7, 5), frame(4, 2, 7, 5), frame(3, 3, 7, 5)]
    let first = digests(page(3, 2), frames)
    let second = digests(page(20, 14), frames)
    #expect(first[0] != nil && first[0] == second[1])
    #expect(first[0] == digests(page(3, 2).deepened, frames)[0])
    for other in [first[1], first[2], first[3]] { #expect(other != nil && other != first[0]) }
    // Overlapping frames have their digests each.
    #expect(digests(page(3, 2), [frames[2]])[0] == first[2])
  }

  @Test func `one step of any channel of any pixel makes another digest`() {
    var seen: Set<FrameDigest> = []
    let frames = [frame(1, 1, 4, 3)]
    let picture = Samples(width: 6, height: 5) { x, y in [9 * x, 9 * y, 100, 200] }
    seen.insert(digests(picture, frames)[0]!)
    for index in picture.values.indices {
      var other = picture
      other.values[index] += 1
      seen.insert(digests(other, frames)[0]!)
    }
    // 12 pixels of 4 channels, and the first.
    #expect(seen.count == 49)
    // Two pixels that changed places.
    var swapped = picture
    (swapped[1, 1], swapped[2, 1]) = (picture[2, 1], picture[1, 1])
    #expect(!seen.contains(digests(swapped, frames)[0]!))
  }

  @Test func `the colour of clear pixels does not count, that there are some does`() {
    let frames = [frame(0, 0, 3, 3)]
    let clear = Samples.flat(3, 3, [0, 0, 0, 0])
    let hidden = Samples.flat(3, 3, [255, 10, 3, 0])
    #expect(digests(clear, frames)[0] == digests(hidden, frames)[0])
    #expect(digests(clear, frames)[0] == digests(hidden.deepened, frames)[0])
    var seen = hidden
    seen[1, 1] = [255, 10, 3, 1]
    #expect(digests(clear, frames)[0] != digests(seen, frames)[0])
  }

  @Test func `a frame of which rows or columns are missing has no digest`() {
    let picture = Samples.flat(6, 5, [1, 2, 3, 255])
    let frames = [
      frame(0, 0, 6, 5), frame(1, 0, 6, 5), frame(0, 1, 6, 5), frame(9, 0, 1, 1), frame(0, 9, 1, 1),
    ]
    let whole = digests(picture, frames)
    #expect(frames.indices.map { whole[$0] != nil } == [true, false, false, false, false])
    var some = FrameDigests([frame(0, 1, 3, 1), frame(0, 1, 3, 3)])
    for y in [0, 1, 3] { some.add(row: y, picture.row(y).span, isDeep: false) }
    #expect(some[0] != nil && some[1] == nil)
  }
}

extension PixelRect {
  /// A part of it that is not empty.
  fileprivate func inset(using random: inout SeededGenerator) -> PixelRect {
    let left = Int.random(in: 0..<width, using: &random)
    let top = Int.random(in: 0..<height, using: &random)
    return PixelRect(
      left: left, top: top, width: .random(in: 1...width - left, using: &random),
      height: .random(in: 1...height - top, using: &random))
  }
}

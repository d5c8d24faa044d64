import ContactSheet
import Foundation
import ImageCodecs
import TestSupport
import Testing

@Suite struct PictureOrderTests {
  /// The names in a directory, in an order.
  private static func names(
    _ order: PictureOrder, _ names: [String], in directory: TemporaryDirectory
  ) -> [String] {
    let prefix = directory.url.path + "/"
    let paths = names.map { RawPath(prefix + $0) }
    let sorted = order.sorted(paths, jobs: nil)
    #expect(sorted == order.sorted(paths, jobs: 1))
    return sorted.map { String($0.description.dropFirst(prefix.count)) }
  }

  @Test func `as given is as given`() {
    let paths: [RawPath] = ["b", "a", "b", "10", "9"]
    #expect(PictureOrder.asGiven.sorted(paths, jobs: nil) == paths)
    #expect(PictureOrder(rawValue: "none") == .asGiven)
  }

  @Test func `natural sorts whole paths, name their last components' bytes`() {
    let paths: [RawPath] = ["b/img10", "b/img9", "a/img9", "B/x", "c/IMG", "a/img9", "9/z"]
    #expect(
      PictureOrder.natural.sorted(paths, jobs: nil)
        == ["9/z", "a/img9", "a/img9", "B/x", "b/img9", "b/img10", "c/IMG"])
    #expect(
      PictureOrder.name.sorted(paths, jobs: nil)
        == ["c/IMG", "b/img10", "a/img9", "a/img9", "b/img9", "B/x", "9/z"])
  }

  @Test func `date is when the file was modified, then the path`() throws {
    let directory = try TemporaryDirectory()
    let times = ["d": -1.0, "c": 1_000_000_000, "b": 1_000_000_000.25, "a": 1_700_000_000]
    for (name, time) in times {
      try directory.write([1], name)
      try directory.setModified(name, time)
    }
    for name in ["f", "e"] {
      try directory.write([1], name)
      try directory.setModified(name, 1_000_000_000)
    }
    #expect(
      Self.names(.date, ["f", "a", "gone", "b", "c", "d", "e", "c"], in: directory)
        == ["d", "c", "c", "e", "f", "b", "a", "gone"])
  }

  @Test func `size is the file's bytes, then the path`() throws {
    let directory = try TemporaryDirectory()
    for (name, size) in [("c", 0), ("z", 9), ("b", 10), ("a", 10), ("y", 100)] {
      try directory.write([UInt8](repeating: 1, count: size), name)
    }
    #expect(
      Self.names(.size, ["y", "gone", "b", "z", "a", "c"], in: directory)
        == ["c", "z", "a", "b", "y", "gone"])
  }

  @Test func `taken is EXIF's date, and pictures without one are last, by date`() throws {
    let directory = try TemporaryDirectory()
    func write(_ name: String, taken: String?, offset: String? = nil, modified: Double) throws {
      var jpeg = JPEGFixture(width: 8, height: 8) { _, _ in (1, 2, 3) }
      jpeg.exif = taken.map { ExifFixture.dateTimeOriginal($0, offset: offset) }
      try directory.write(jpeg.bytes, name)
      try directory.setModified(name, modified)
    }
    // The later in its zone's time is the earlier by the clock on its wall.
    try write("a", taken: "2024:01:01 12:00:01", offset: "+14:00", modified: 1)
    try write("b", taken: "2024:01:01 12:00:00", offset: "-11:00", modified: 2)
    try write("c", taken: "2024:01:01 12:00:00", modified: 3)
    try write("d", taken: "2031:12:31 00:00:00", modified: 4)
    try write("e", taken: "0000:00:00 00:00:00", modified: 0)
    try write("f", taken: nil, modified: -10)
    try directory.write(Array("no picture".utf8), "g")
    try directory.setModified("g", -5)
    #expect(
      Self.names(.taken, ["gone", "g", "f", "e", "d", "c", "b", "a"], in: directory)
        == ["b", "c", "a", "d", "f", "g", "e", "gone"])
  }
}

extension PictureOrder {
  fileprivate func sorted(_ paths: [RawPath], jobs: Int?) -> [RawPath] {
    positions(of: paths.map(PictureSource.file), jobs: jobs).map { paths[$0] }
  }
}

import ContactSheet
import Foundation
import ImageCodecs
import TestSupport
import Testing

/// Many outputs in one directory, written and swept at the same time.
@Suite struct OutputFileTests {
  @Test func `no file that is being written is taken for one that was left`() throws {
    let directory = try TemporaryDirectory()
    // Directories of other names for one: each name is swept anew.
    let aliases = (0..<40).map { "alias\($0)" }
    try directory.makeDirectory("real")
    for alias in aliases { try directory.makeLink(alias, to: "real") }
    let paths = (0..<400).map { RawPath(directory.path("\(aliases[$0 % 40])/\($0).txt")) }
    let faults = concurrentMap(count: 400, jobs: 8) { index -> String? in
      do throws(OutputFault) {
        var file = try OutputFile.create(paths[index])
        try file.write(Array("\(index)".utf8))
        try file.commit()
        return nil
      } catch { return error.description }
    }
    #expect(faults.compactMap { $0 } == [])
    #expect(try directory.names("real").count == 400)
    for index in 0..<400 {
      let bytes = try directory.url.appendingPathComponent("real/\(index).txt").contents()
      #expect(bytes == Array("\(index)".utf8))
    }
  }

  @Test func `what a killed process left is removed`() throws {
    let directory = try TemporaryDirectory()
    try directory.write([1, 2, 3], ".contactsheet-999999-0.tmp")
    var file = try OutputFile.create(RawPath(directory.path("a")))
    try file.write([4])
    try file.commit()
    #expect(try directory.names() == ["a"])
  }
}

import ContactSheet
package import ImageCodecs

/// The line of a test that expects something, and the directories around it.
package struct TestPlace: Hashable, Sendable {
  private let file: RawPath
  private let line: Int
  private let column: Int

  package init(file: String, line: Int, column: Int = 1) {
    self.file = RawPath(file)
    self.line = line
    self.column = column
  }

  /// As in `StripTests.swift:12`.
  package var words: String { "\(printable(file.lastComponent)):\(line)" }

  /// The name of the test file without `.swift`.
  package var fileStem: [UInt8] {
    let name = file.lastComponent
    let ending = Array(".swift".utf8)
    let hasEnding = name.count > ending.count && name.suffix(ending.count).elementsEqual(ending)
    return hasEnding ? name.dropLast(ending.count) : name
  }

  package func golden(_ name: GoldenName) -> RawPath {
    file.directory.appending(Array("__Goldens__".utf8)).appending(fileStem)
      .appending(Array("\(name.text).png".utf8))
  }

  /// The nearest directory above the test file that has a `Package.swift`; else that of the test file.
  package var packageRoot: RawPath {
    var directory = file.directory
    while true {
      if FileStatus(directory.appending(Array("Package.swift".utf8))) != nil { return directory }
      let parent = directory.directory
      if parent == directory { return file.directory }
      directory = parent
    }
  }

  /// Where failing tests of this file leave their pictures: below `CONTACTSHEET_ARTIFACTS`, which may be
  /// relative to the package's root, else below `test-failures` there.
  package func artifacts(_ settings: TestSettings) -> RawPath {
    let folder = RawPath(settings.artifacts ?? "test-failures")
    let isAbsolute = folder.bytes.first == UInt8(ascii: "/")
    return (isAbsolute ? folder : packageRoot.appending(folder.bytes)).appending(fileStem)
  }

  /// A path as messages show it: from the package's root, where it lies below that.
  package func shown(_ path: RawPath) -> String {
    let root = packageRoot.bytes + [UInt8(ascii: "/")]
    guard path.bytes.starts(with: root) else { return path.description }
    return printable(path.bytes.dropFirst(root.count))
  }
}

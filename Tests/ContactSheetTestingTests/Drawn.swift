import ContactSheetTesting
import Foundation
import TestSupport

/// A grey picture with red pixels at some places.
func drawn(_ width: Int, _ height: Int, red: [(x: Int, y: Int)] = []) -> Bitmap {
  let size = PixelSize(width: width, height: height)
  var bitmap = Bitmap(
    size: size, pixels: (0..<size.pixelCount).flatMap { _ in [128, 128, 128, 255] as [UInt8] })
  for (x, y) in red { bitmap[x, y] = Color(rgb: 0xFF0000) }
  return bitmap
}

/// No variable is set but these.
func settings(_ variables: [String: String] = [:]) -> TestSettings {
  TestSettings { variables[$0] }
}

/// A package with one test file, which is not there: nothing reads it.
struct MadePackage {
  let directory: TemporaryDirectory
  let uses = GoldenUses()

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write([], "Package.swift")
  }

  func place(_ line: Int = 1, file: String = "BadgeTests.swift") -> TestPlace {
    TestPlace(file: directory.path("Tests/BadgeTests/\(file)"), line: line)
  }

  var golden: URL { folder.appendingPathComponent("badge.png") }

  var folder: URL {
    directory.url.appendingPathComponent("Tests/BadgeTests/__Goldens__/BadgeTests")
  }

  /// What an expectation in the test `badge()` says.
  func failure(
    _ actual: PictureSource, _ expected: ExpectedImage = .golden, named name: String? = nil,
    limits: DiffLimits = DiffLimits(), options: DiffOptions = DiffOptions(),
    record: RecordMode? = nil, environment variables: [String: String] = [:]
  ) -> ImageExpectation.Failure? {
    let expectation = ImageExpectation(
      actual, expected, named: name, limits: limits, options: options, record: record, at: place())
    let test = RunningTest(id: "badge", function: "badge()", arguments: [])
    return expectation.failure(in: test, settings(variables), uses)
  }

  /// The files below a folder, as paths from it, sorted.
  func files(_ folder: String) throws -> [String] {
    let url = directory.url.appendingPathComponent(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: url.path).filter {
      $0.hasSuffix(".png") || $0.hasSuffix(".tmp")
    }.sorted()
  }
}

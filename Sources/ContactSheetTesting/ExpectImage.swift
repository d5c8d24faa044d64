public import ContactSheet
public import PixelDiff
import Testing

#if canImport(XCTest)
  import XCTest
#endif

/// Expects a picture to be as recorded, or like another one, pixel by pixel.
///
/// ```swift
/// @Test func badge() async throws {
///   expectImage(.bytes(try await Strip(["dog.jpg"]).png()))
/// }
/// ```
///
/// Goldens are PNGs in `__Goldens__` beside the test file: `__Goldens__/BadgeTests/badge.png`. A golden
/// that is not there is recorded, and the test fails until somebody has looked at it and runs it again; see
/// ``RecordMode``. What is compared are pixels, upright and in sRGB, never the bytes of a file.
///
/// Whatever goes wrong, the test fails at this line and goes on: the picture differs, or is damaged, a golden
/// cannot be read or written. It then has the pictures as attachments, and they lie in `test-failures` in the
/// package's root, or where `CONTACTSHEET_ARTIFACTS` says: `BadgeTests/badge.expected.png`, `.actual.png` and
/// `.difference.png`.
///
/// Waits until it is done: exactly compared, 12 megapixels take about half a second. Memory is that of some
/// rows, unless a picture fails or is recorded: then its PNG is held, and of a JPEG 4 bytes a pixel.
///
/// - Parameters:
///   - actual: the contents of a PNG or JPEG, the path of one, or a bitmap. A golden is recorded of the
///     file as it is if that is a PNG, else as RGBA of 8 bits.
///   - expected: the golden, or another picture.
///   - name: of the golden and in messages; nil for the test's, with its arguments. What is not an ASCII
///     letter, a digit or one of `._-` becomes a hyphen. It has to be given in XCTest and in a detached
///     task, and where there are several pictures in one test. Two expectations with one golden fail.
///   - limits: how much may differ; nothing, where none is given.
///   - options: what differs.
///   - record: nil for what `CONTACTSHEET_RECORD` says, and where that says nothing, ``RecordMode/missing``.
///   - fileID: as filled in, or as your own function was called: it says where the test fails.
///   - filePath: likewise; it also says where goldens are.
///   - line: likewise.
///   - column: likewise.
public func expectImage(
  _ actual: PictureSource, matches expected: ExpectedImage = .golden, named name: String? = nil,
  within limits: DiffLimits = DiffLimits(), options: DiffOptions = DiffOptions(),
  record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let place = TestPlace(file: "\(filePath)", line: Int(line), column: Int(column))
  let expectation = ImageExpectation(
    actual, expected, named: name, limits: limits, options: options, record: record, at: place)
  let test = RunningTest.current
  guard let failure = expectation.failure(in: test, .current, .ofProcess) else { return }
  let location = SourceLocation(
    fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  for exhibit in failure.exhibits {
    Attachment.record(exhibit.png, named: exhibit.name, sourceLocation: location)
  }
  Issue.record(Comment(rawValue: failure.words), sourceLocation: location)
  #if canImport(XCTest)
    // XCTest does not hear of issues; outside of it, this is not heard.
    if test == nil { XCTFail(failure.words, file: filePath, line: line) }
  #endif
}

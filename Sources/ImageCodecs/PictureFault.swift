/// Why a picture cannot be used.
///
/// The description is a fragment in lower case that goes after the file's name and a colon.
public enum PictureFault: Error, Hashable, Sendable {
  // MARK: the file is not there, or not a file
  case missing
  /// Something that has no pixels by its nature: "a directory", "a named pipe".
  case notAFile(String)
  case notOpened(SystemError)
  case empty

  // MARK: the file is something else
  /// Known by its content: "a WebP picture".
  case foreign(String)
  /// The first bytes, at most eight.
  case unknownKind([UInt8])

  // MARK: the file is a picture that cannot be decoded
  case malformed(PictureFormat, String)
  case unsupported(PictureFormat, String)
  case changed
  case tooManyPixels(width: Int, height: Int, limit: Int)
  case sideTooLong(width: Int, height: Int, limit: Int)
  case tooManyScans(limit: Int)
  /// The file cannot hold what its header claims, and that much memory would be taken first.
  case tooFewBytes(width: Int, height: Int, fileBytes: Int, heldBytes: Int)
  /// Damaged more than was allowed; the words are the remark's.
  case damaged(String)

  // MARK: the world
  case unreadable(afterByte: Int, SystemError)
  case outOfMemory
  /// A picture of an address that could not be fetched: one word for programs, and why.
  case notFetched(code: String, String)
}

/// The formats that are read.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  case jpeg = "JPEG"
  case png = "PNG"
}

/// An `errno` with the system's words for it.
public struct SystemError: Hashable, Sendable {
  public let code: Int32

  public init(code: Int32) { self.code = code }
}

extension PictureFault {
  /// One word for programs; it never changes its meaning.
  public var code: String {
    switch self {
    case .missing: "missing"
    case .notAFile: "not-a-file"
    case .notOpened: "not-opened"
    case .empty: "empty"
    case .foreign: "foreign-format"
    case .unknownKind: "unknown-format"
    case .malformed: "malformed"
    case .unsupported: "unsupported"
    case .changed: "changed"
    case .tooManyPixels: "too-many-pixels"
    case .sideTooLong: "side-too-long"
    case .tooManyScans: "too-many-scans"
    case .tooFewBytes: "too-few-bytes"
    case .damaged: "damaged"
    case .unreadable: "unreadable"
    case .outOfMemory: "out-of-memory"
    case .notFetched(let code, _): code
    }
  }
}

extension PictureFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing:
      return "no such file"
    case .notAFile(let kind):
      return "is \(kind), not a picture"
    case .notOpened(let error):
      return "cannot be opened: \(error)"
    case .empty:
      return "is empty (0 bytes)"
    case .foreign(let kind):
      let hint = FileKind.converter(for: kind).map { " (\($0) converts it)" } ?? ""
      return "is \(kind); contactsheet reads JPEG and PNG\(hint)"
    case .unknownKind(let bytes):
      let shown = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      return "is neither JPEG nor PNG (it begins with \(shown.joined(separator: " ")))"
    case .malformed(let format, let words):
      return "malformed \(format.rawValue): \(words)"
    case .unsupported(let format, let words):
      return "unsupported kind of \(format.rawValue): \(words)"
    case .changed:
      return "changed while it was read"
    case .tooManyPixels(let width, let height, let limit):
      let count = grouped(UInt64(width) * UInt64(height))
      return "claims \(width) × \(height) = \(count) pixels, more than the limit of "
        + "\(grouped(UInt64(limit))) (raise it with --max-input-pixels)"
    case .sideTooLong(let width, let height, let limit):
      return "claims \(width) × \(height) pixels, more on a side than the limit of "
        + "\(grouped(UInt64(limit))) (raise it with --max-input-side)"
    case .tooFewBytes(let width, let height, let fileBytes, let heldBytes):
      return "claims \(width) × \(height) pixels, which have to be held whole in "
        + "\(grouped(UInt64(heldBytes / 1_000_000))) MB, but has only "
        + "\(grouped(UInt64(fileBytes))) bytes (--max-input-pixels 0 reads it nevertheless)"
    case .tooManyScans(let limit):
      return "has more than the limit of \(limit) scans (raise it with --max-scans)"
    case .damaged(let words):
      return words
    case .unreadable(let byte, let error):
      return "cannot be read after byte \(grouped(UInt64(byte))): \(error)"
    case .outOfMemory:
      return "not enough memory to decode it"
    case .notFetched(_, let words):
      return words
    }
  }
}

/// A number with commas between groups of three digits.
package func grouped(_ number: UInt64) -> String {
  var digits = Array(String(number))
  var position = digits.count - 3
  while position > 0 {
    digits.insert(",", at: position)
    position -= 3
  }
  return String(digits)
}

/// Pixels that a damaged picture lacks, or a remark that costs none.
public struct DecodeRemark: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    /// Every pixel is there.
    case note
    /// The picture ends too early; what is missing is filled with ``damageFill``.
    case truncated
    /// Other pixels are missing or wrong.
    case damage
  }

  public let severity: Severity

  /// Pixels are missing or wrong.
  public var isDamage: Bool { severity != .note }

  /// A fragment that goes after the file's name and a colon, with the decoder's own words.
  public let words: String

  package init(severity: Severity, words: String) {
    self.severity = severity
    self.words = words
  }
}

public import ImageCodecs
public import PixelGeometry

/// Why a sheet was not made.
public enum SheetError: Error, Hashable, Sendable {
  /// Pictures that cannot be used, in the order in which they were given.
  case pictures([PictureProblem])
  /// A setting that is out of its range; the words say which, and the range.
  case setting(String)
  /// Every picture was left out.
  case noPictures([PictureProblem])
  /// More pixels than a sheet may have.
  case sheetTooLarge(PixelSize, limit: Int)
  /// The output takes one page, and the sheet has this many.
  case severalPages(Int, output: String)
  /// The words of the sheet cannot be drawn; the text says why.
  case text(String)
  /// The output cannot be written.
  case output(OutputFault)
  /// The task was cancelled; nothing was written.
  case cancelled
}

/// A picture and what is wrong with it.
public struct PictureProblem: Hashable, Sendable {
  /// How far the picture came.
  public enum Stage: String, Hashable, Sendable {
    /// Its header was read.
    case probe
    /// Its pixels were.
    case decode
  }

  /// The position among the pictures given, from 0.
  public let index: Int
  /// The file's path, made safe to show, or "picture 3".
  public let name: String
  public let stage: Stage
  public let fault: PictureFault
}

/// A picture that was used, and what there is to say about it.
public struct PictureRemark: Hashable, Sendable {
  public let index: Int
  public let name: String
  public let remark: DecodeRemark
}

extension SheetError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .pictures(let problems):
      return problems.map { "\($0.name): \($0.fault)" }.joined(separator: "\n")
    case .noPictures:
      return "no picture is left: none of them can be used"
    case .setting(let words):
      return words
    case .sheetTooLarge(let size, let limit):
      let count = grouped(UInt64(size.width).multipliedFullWidth(by: UInt64(size.height)).low)
      return "the sheet would have \(size) = \(count) pixels, more than the limit of "
        + "\(grouped(UInt64(limit)))"
    case .severalPages(let count, let output):
      return "the sheet has \(grouped(UInt64(count))) pages, and \(output) takes one"
    case .text(let words):
      return words
    case .output(let fault):
      return fault.description
    case .cancelled:
      return "cancelled"
    }
  }
}

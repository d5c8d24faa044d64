import ContactSheet
import PixelGeometry
import TestSupport

/// What is right for a file of the corpus, read from what its index says of it.
struct CorpusExpectation {
  /// "whole", "damaged", or the code of a fault; any of them is right.
  var outcomes: Set<String>
  /// How the words of the fault begin, for a format that is not read.
  var foreignName: String?

  init(_ entry: CorpusIndex.Entry) {
    switch entry.format {
    case "JPEG", "PNG":
      outcomes = CorpusExpectation.picture(entry)
    case "empty":
      outcomes = ["empty"]
    case "other":
      // What lost its signature, or never had one.
      outcomes = ["unknown-format", "foreign-format", "malformed"]
    default:
      outcomes = ["foreign-format"]
      foreignName = CorpusExpectation.foreignNames[entry.format]
    }
  }

  private static let foreignNames = [
    "WEBP": "is a WebP picture", "GIF": "is a GIF picture", "TIFF": "is a TIFF or raw picture",
    "BMP": "is a BMP picture", "JXL": "is a JPEG XL picture", "PNM": "is a Netpbm picture",
    "HEIF/avif": "is an AVIF picture", "HEIF/heic": "is a HEIC picture",
    "HEIF/mif1": "is a HEIC picture",
  ]

  private static func picture(_ entry: CorpusIndex.Entry) -> Set<String> {
    guard let size = entry.size, size.width > 0, size.height > 0 else { return ["malformed"] }
    if entry.notes.hasSuffix("error, no crash") { return ["malformed"] }
    let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    if overflow || count > DecodeOptions.defaultMaxPixels { return ["too-many-pixels"] }
    return entry.format == "JPEG" ? jpeg(entry) : png(entry)
  }

  /// By what djpeg made of it; photographs are not measured, as there is nothing odd about them.
  private static func jpeg(_ entry: CorpusIndex.Entry) -> Set<String> {
    guard let words = entry.words(of: "djpeg 2.1.5: "), words != "ok" else { return ["whole"] }
    if words.hasPrefix("warn") {
      // The words do not say whether a pixel was lost, but for this one.
      return words.contains("Premature end of JPEG file") ? ["damaged"] : ["whole", "damaged"]
    }
    if words.contains("Unsupported") { return ["unsupported"] }
    if words.contains("maximum scans") { return ["too-many-scans"] }
    // What stands here is the first warning; the error came later, perhaps after some rows.
    if words.contains("Corrupt JPEG data") { return ["malformed", "damaged"] }
    return ["malformed"]
  }

  /// By what libpng made of it, else pngcheck.
  private static func png(_ entry: CorpusIndex.Entry) -> Set<String> {
    guard let words = entry.words(of: "libpng 1.6.39: ") ?? entry.words(of: "pngcheck: "),
      !words.hasPrefix("ok")
    else { return ["whole"] }
    // A pixel chunk that the end of the file cuts off: how many rows come out of it depends on how much is
    // read at a time.
    if entry.measured.contains("EOF while reading IDAT data") { return ["malformed", "damaged"] }
    return words.contains("(after 0 rows)") ? ["malformed"] : ["damaged"]
  }
}

extension CorpusIndex.Entry {
  /// What a tool said, up to the next tool.
  fileprivate func words(of tool: String) -> String? {
    guard let start = measured.firstRange(of: tool)?.upperBound else { return nil }
    let rest = measured[start...]
    return String(rest[..<(rest.firstRange(of: "; ")?.lowerBound ?? rest.endIndex)])
  }
}

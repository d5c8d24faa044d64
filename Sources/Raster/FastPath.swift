#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A faster way to the same pixels: whatever it gives, another one, plainer and slower, gives as well,
/// bit for bit.
///
/// The environment variable `CONTACTSHEET_DISABLE` turns some off, by their names with commas between them:
/// where a sheet changes with it, the name says where the fault is.
package enum FastPath: String, CaseIterable, Sendable {
  /// Baseline JPEGs at 1/8 and 3/8 by a decoder of our own; else by libjpeg.
  case jpegEighths = "jpeg-eighths"
  /// A large one at 1/8, where it is the only picture left, by several threads.
  case jpegThreads = "jpeg-threads"
  /// Scans of a progressive JPEG that cannot reach the pixels are kept from libjpeg.
  case jpegScans = "jpeg-scans"
  /// The rows of ordinary PNGs inflated and unfiltered by code of our own; else by libpng.
  case pngRows = "png-rows"
  /// Loops for the processor at hand, in C; else those in Swift.
  case kernels

  /// A few words on what it does instead of what.
  package var meaning: String {
    switch self {
    case .jpegEighths: "baseline JPEGs decoded at 1/8 and 3/8 without libjpeg"
    case .jpegThreads: "large ones at 1/8 by several threads, where pictures are few"
    case .jpegScans: "scans of progressive JPEGs left out that cannot reach the pixels"
    case .pngRows: "rows of ordinary PNGs inflated and unfiltered without libpng"
    case .kernels: "loops in C for the processor at hand, not those in Swift"
    }
  }

  package static let variable = "CONTACTSHEET_DISABLE"

  /// It was not turned off when the process began.
  package var isEnabled: Bool { !FastPath.disabled.contains(self) }

  package static let enabled = Set(allCases.filter(\.isEnabled))

  private static let named: [String] = {
    guard let value = unsafe getenv(variable) else { return [] }
    return unsafe String(cString: value).split(separator: ",").map(String.init)
  }()

  private static let disabled = Set(named.compactMap(FastPath.init(rawValue:)))

  /// What the variable names that is none.
  package static var unknownNames: [String] { named.filter { FastPath(rawValue: $0) == nil } }
}

import Foundation
import ImageCodecs

/// A file for one input after the other, written anew for each.
enum ScratchFile {
  private static let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("contactsheet-fuzz-\(ProcessInfo.processInfo.processIdentifier)")

  private static let handle: FileHandle = {
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    atexit { try? FileManager.default.removeItem(at: ScratchFile.url) }
    return FileHandle(forWritingAtPath: url.path)!
  }()

  static func holding(_ bytes: [UInt8]) -> RawPath {
    handle.truncateFile(atOffset: 0)
    handle.write(Data(bytes))
    return RawPath(url.path)
  }
}

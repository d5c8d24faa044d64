public import ImageCodecs
public import Raster

extension Strip {
  /// Makes the strip and writes it as a PNG.
  ///
  /// The file appears whole or not at all: an earlier one stays as it was until the new one is on the disk.
  ///
  /// - Throws: ``SheetError``; nothing is written then. Cancelling the task throws
  ///   ``SheetError/cancelled``.
  @discardableResult
  public func write(to path: RawPath) async throws(SheetError) -> SheetSummary {
    try await inBackground { cancellation throws(SheetError) in
      try make(to: .file(path), cancellation: cancellation)
    }
  }

  /// Makes the strip and returns the bytes of its PNG.
  public func png() async throws(SheetError) -> [UInt8] {
    try await inBackground { cancellation throws(SheetError) in
      var bytes: [UInt8] = []
      let plan = try plan(cancellation: cancellation)
      _ = try encode(plan, page: 0, cancellation: cancellation) { part throws(SheetError) in
        bytes += part
      }
      return bytes
    }
  }

  /// Makes the strip and returns its pixels.
  public func bitmap() async throws(SheetError) -> Bitmap {
    try await inBackground { cancellation throws(SheetError) in
      try bitmap(plan(cancellation: cancellation), page: 0, cancellation: cancellation)
    }
  }
}

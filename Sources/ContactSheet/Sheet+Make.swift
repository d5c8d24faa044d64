public import ImageCodecs
public import Raster

extension Sheet {
  /// Makes the sheet and writes its pages as PNGs.
  ///
  /// A `{page}` in the name stands for the page's number, `001` for the first; without it several pages are
  /// `name-001.png` and so on. Pages are written one after the other; each appears whole or not at all, and
  /// an earlier file stays as it was until the new one is on the disk.
  ///
  /// - Throws: ``SheetError``; the page at hand and those after it are not written then. Cancelling the task
  ///   throws ``SheetError/cancelled``.
  @discardableResult
  public func write(to path: RawPath) async throws(SheetError) -> SheetSummary {
    try await inBackground { cancellation throws(SheetError) in
      try make(to: .file(path), cancellation: cancellation)
    }
  }

  /// Makes the sheet and returns the bytes of a PNG for each page.
  public func pngs() async throws(SheetError) -> [[UInt8]] {
    try await inBackground { cancellation throws(SheetError) in
      let plan = try plan(cancellation: cancellation)
      var pages: [[UInt8]] = []
      for page in plan.pages.indices {
        var bytes: [UInt8] = []
        _ = try encode(plan, page: page, cancellation: cancellation) { part throws(SheetError) in
          bytes += part
        }
        pages.append(bytes)
      }
      return pages
    }
  }

  /// Makes the sheet and returns the pixels of each page.
  public func bitmaps() async throws(SheetError) -> [Bitmap] {
    try await inBackground { cancellation throws(SheetError) in
      let plan = try plan(cancellation: cancellation)
      var pages: [Bitmap] = []
      for page in plan.pages.indices {
        pages.append(try bitmap(plan, page: page, cancellation: cancellation))
      }
      return pages
    }
  }
}

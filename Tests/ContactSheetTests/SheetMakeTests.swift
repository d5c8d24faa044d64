import ContactSheet
import ContactSheetLayout
import Foundation
import ImageCodecs
import PixelGeometry
import Raster
import TestSupport
import Testing

/// `Sheet` from Swift.
@Suite struct SheetMakeTests {
  private static func photo(_ width: Int, _ height: Int) -> PictureSource {
    .bytes(
      JPEGFixture(width: width, height: height) { x, y in
        (UInt8(x & 255), UInt8(y & 255), UInt8((x + y) & 127))
      }.bytes)
  }

  private let pictures = [photo(300, 200), photo(200, 300), photo(400, 100)]

  @Test func `a sheet of files is written, and says what it made`() async throws {
    let directory = try TemporaryDirectory()
    for (name, source) in zip(["a.jpg", "b.jpg", "c.jpg"], pictures) {
      guard case .bytes(let bytes) = source else { continue }
      try directory.write(bytes, name)
    }
    let files = ["a.jpg", "b.jpg", "c.jpg"].map {
      PictureSource.file(RawPath(directory.path($0)))
    }
    let sheet = Sheet(files, layout: .fitted(FittedLayout(width: 390)))
    let summary = try await sheet.write(to: RawPath(directory.path("sheet.png")))
    #expect(summary.size == PixelSize(width: 390, height: 290))
    #expect(summary.pictureCount == 3)
    #expect(summary.pages.map(\.path) == [RawPath(directory.path("sheet.png"))])
    #expect(summary.remarks.isEmpty && summary.omissions.isEmpty)
    let bytes = try await sheet.pngs()
    #expect(try [directory.url.appendingPathComponent("sheet.png").contents()] == bytes)
  }

  @Test(arguments: PNGCompression.allCases, [Color(rgb: 0xFFFFFF), .clear])
  func `each compression has bytes of its own, for any number of jobs, and the same pixels`(
    _ compression: PNGCompression, _ background: Color
  ) async throws {
    // More than one band, whatever their height.
    var sheet = Sheet(
      pictures + pictures, layout: .list(ListLayout(width: 700)), background: background)
    sheet.jobs = 1
    let bitmap = try #require(await sheet.bitmaps().first)
    #expect(bitmap.size.height > PNGEncoder.bandHeight(width: 700, .smallest))
    let balanced = try await sheet.pngs()
    sheet.compression = compression
    let pngs = try await sheet.pngs()
    #expect((pngs == balanced) == (compression == .balanced))
    #expect(try decodedBitmap(pngs[0]) == bitmap)
    sheet.jobs = 8
    #expect(try await sheet.pngs() == pngs)
  }

  @Test(arguments: [
    Sheet.Layout.list(ListLayout(width: 120)), .grid(GridLayout(width: 300)),
    .fitted(FittedLayout(width: 300)), .justified(JustifiedLayout(width: 300, rowHeight: 80)),
  ])
  func `pages come as bytes and as pixels, the same ones`(_ layout: Sheet.Layout) async throws {
    for background in [Color(rgb: 0xFFFFFF), .clear] {
      let sheet = Sheet(
        pictures + pictures, layout: layout, paging: Paging(picturesPerPage: 4),
        background: background)
      let pngs = try await sheet.pngs()
      let bitmaps = try await sheet.bitmaps()
      #expect(pngs.count == 2 && bitmaps.count == 2)
      for (png, bitmap) in zip(pngs, bitmaps) {
        #expect(try decodedBitmap(png) == bitmap)
      }
      var other = sheet
      other.jobs = 5
      other.memory = 1
      #expect(try await other.pngs() == pngs)
    }
  }

  @Test func `pages are files of their own`() async throws {
    let directory = try TemporaryDirectory()
    let sheet = Sheet(
      pictures, layout: .list(ListLayout(width: 50)), paging: Paging(picturesPerPage: 1))
    let summary = try await sheet.write(to: RawPath(directory.path("p-{page}.png")))
    let names = ["p-001.png", "p-002.png", "p-003.png"]
    #expect(try directory.names() == names)
    #expect(summary.pages.map(\.path) == names.map { RawPath(directory.path($0)) })
    #expect(summary.pages.map(\.size.height) == [33, 75, 13])
    #expect(summary.pages.map(\.pictureCount) == [1, 1, 1])
  }

  @Test func `a cancelled task leaves nothing, whenever it is cancelled`() async throws {
    let directory = try TemporaryDirectory()
    let many = (0..<300).map { Self.photo(200 + $0, 300) }
    let sheet = Sheet(many, layout: .grid(GridLayout(width: 1000, columns: 2)))
    let path = RawPath(directory.path("sheet.png"))
    for milliseconds in [0, 20, 100] {
      let task = Task { try await sheet.write(to: path) }
      if milliseconds > 0 { try await Task.sleep(for: .milliseconds(milliseconds)) }
      task.cancel()
      let result = await task.result
      guard case .failure(let error) = result else {
        // On a busy machine this task wakes late, and the sheet is there, whole.
        #expect(milliseconds > 0)
        #expect(try directory.names() == ["sheet.png"])
        try FileManager.default.removeItem(atPath: directory.path("sheet.png"))
        continue
      }
      #expect(error as? SheetError == .cancelled)
      #expect(try directory.names() == [])
    }
    let pngs = Task { try await sheet.pngs() }
    pngs.cancel()
    await #expect(throws: SheetError.cancelled) { try await pngs.value }
    let bitmaps = Task { try await sheet.bitmaps() }
    bitmaps.cancel()
    await #expect(throws: SheetError.cancelled) { try await bitmaps.value }
  }

  @Test func `settings out of range are named before anything is read`() async throws {
    func fault(_ change: (inout Sheet) -> Void) async -> String? {
      var sheet = Sheet(["/nowhere.jpg"], layout: .grid(GridLayout()))
      change(&sheet)
      do throws(SheetError) {
        _ = try await sheet.pngs()
      } catch {
        if case .setting(let words) = error { return words }
      }
      return nil
    }
    #expect(await fault { _ in } == nil)
    #expect(
      await fault { $0.pictures = [] }
        == "the number of pictures 0 is out of range (1…1000000)")
    #expect(await fault { $0.border = -1 } == "border -1 is out of range (0…10000)")
    #expect(
      await fault { $0.shape = .rounded(radius: 10_001) }
        == "corner radius 10001 is out of range (0…10000)")
    #expect(await fault { $0.scale = 9 } == "scale 9.0 is out of range (1…8)")
    #expect(await fault { $0.scale = .nan } == "scale nan is out of range (1…8)")
    #expect(await fault { $0.dpi = 0 } == "dpi 0 is out of range (1…10000)")
    #expect(await fault { $0.memory = 0 }?.hasPrefix("memory 0 is out of range") == true)
    #expect(await fault { $0.jobs = 0 } == "jobs 0 is out of range (1…256)")
    #expect(
      await fault { $0.shadow = Shadow(right: 1001) }
        == "shadow right 1001 is out of range (-1000…1000)")
    #expect(
      await fault { $0.layout = .list(ListLayout(width: 0)) } == "width must be 1…100000, not 0")
    #expect(
      await fault { $0.paging = Paging(picturesPerPage: 0) }
        == "pictures per page must be at least 1, not 0")
    #expect(
      await fault {
        $0.layout = .list(ListLayout(width: 50_000))
        $0.scale = 2.5
      } == "at scale 2.5 width must be 1…100000, not 125000")
  }

  @Test func `nothing left to draw is an error that says so`() async throws {
    var sheet = Sheet(["/nowhere.jpg", "/neither.jpg"], layout: .list(ListLayout()))
    sheet.decoding.onError = .skip
    await #expect {
      try await sheet.pngs()
    } throws: { error in
      guard case .noPictures(let problems)? = error as? SheetError else { return false }
      return problems.map(\.name) == ["/nowhere.jpg", "/neither.jpg"]
    }
    sheet.decoding.onError = .placeholder
    #expect(try await sheet.bitmaps().map(\.size) == [PixelSize(width: 1200, height: 1808)])
  }
}

public import PixelGeometry

/// A way to place pictures of any size on a sheet: upright sizes in, integer frames out.
///
/// A frame is where the picture itself is drawn. Every frame lies between the margins and has sides
/// of at least 1; frames never overlap, and the spacing between rows and columns is exact. No
/// floating point takes part, so that a sheet is the same on every machine.
///
/// - Precondition: `fault` is nil, and the sides of the pictures are 1…2,147,483,647.
public protocol SheetLayout: Hashable, Sendable {
  /// The width that is asked for in pixels, margins included, 1…100,000.
  var width: Int { get set }

  /// The width that the sheet has: ``width``, unless the layout's other settings decide it.
  var sheetWidth: Int { get }

  /// Pixels between pictures, 0…10,000.
  var spacing: Int { get set }

  /// Space around all of it, each side 0…100,000.
  var margins: Margins { get set }

  /// Room for a caption below each picture, 0…10,000 pixels. No frame reaches into it, and no other
  /// caption: rows and columns move apart by it, the last row included.
  var captionHeight: Int { get set }

  /// Whether a picture smaller than its place is blown up.
  var enlarges: Bool { get set }

  /// What is wrong with the layout, in words that can follow a name; nil when nothing is.
  var fault: String? { get }

  /// What is wrong with the layout or with cutting it into such pages.
  func fault(paging: Paging) -> String?

  /// One frame for each picture, in order, on one sheet. No pictures make a sheet of margins only.
  func arrangement(of sizes: [PixelSize]) -> Arrangement

  /// The same cut into pages, each with at least one picture; no pictures make no page.
  func pages(of sizes: [PixelSize], paging: Paging) -> [PageArrangement]
}

extension SheetLayout {
  /// Stops where a precondition is broken, with the words of the fault.
  func checkPreconditions(_ sizes: [PixelSize], _ paging: Paging) {
    if let fault = fault(paging: paging) { preconditionFailure(fault) }
    let sides = 1...Int(Int32.max)
    precondition(sizes.allSatisfy { sides.contains($0.width) && sides.contains($0.height) })
  }

  public var sheetWidth: Int { width }

  public func fault(paging: Paging) -> String? {
    fault ?? paging.fault(margins: margins, captionHeight: captionHeight)
  }

  /// What is wrong with the spacing, the margins and the room for captions.
  var sharedFault: String? {
    ContactSheetLayout.fault("spacing", spacing, in: LayoutLimits.spacing)
      ?? margins.fault
      ?? ContactSheetLayout.fault(
        "the height of a caption", captionHeight, in: LayoutLimits.caption)
  }

  public func arrangement(of sizes: [PixelSize]) -> Arrangement {
    pages(of: sizes, paging: Paging()).first?.arrangement
      ?? Arrangement(
        size: PixelSize(width: sheetWidth, height: margins.top + margins.bottom), frames: [])
  }
}

public import ContactSheetLayout
public import ImageCodecs
public import PixelGeometry
public import Raster

/// A strip of round pictures that overlap, the first on top.
///
/// Each picture is cropped to a square around its anchor, resampled to `size`, and clipped to its shape;
/// the border is drawn inside the shape's edge, over the picture.
///
///     let strip = Strip(["ada.jpg", "grace.jpg", "alan.png"], size: 64, background: .clear)
///     try await strip.write(to: "team.png")
///
/// All lengths are whole pixels before `scale`.
public struct Strip: Hashable, Sendable {
  /// 1…10,000 pictures. The same source given many times is decoded once.
  public var pictures: [PictureSource]

  /// The side of each picture's square, the diameter of a circle: 1…10,000.
  public var size: Int

  /// Pixels between neighbours, −(size − 1)…10,000; negative values overlap them.
  public var spacing: Int

  /// The border's width, 0…size / 2.
  public var border: Int

  /// The border's colour. nil takes the value of the background and *replaces* what lies under the border,
  /// so that on a clear background the gap between two pictures is clear. A colour is painted over what
  /// lies there; a clear one paints nothing.
  public var borderColor: Color?

  /// The colour behind everything; with an alpha below 255 the PNG has an alpha channel.
  public var background: Color

  public var shape: TileShape

  /// What each picture casts on those below it; nil for nothing.
  public var shadow: Shadow?

  /// Which part of a picture that is not square survives.
  public var anchor: Anchor

  public var axis: StripLayout.Axis

  /// Which picture lies on top where neighbours overlap.
  public var front: Front

  /// Pictures in a row before the next one starts, nil for all in one; on the horizontal axis only.
  public var columns: Int?

  /// Pixels between wrapped rows: 0…10,000.
  public var rowSpacing: Int

  /// Space around the strip: 0…10,000 on each side.
  public var margins: Margins

  /// Multiplies every length: 1…8, rounded to thousandths; lengths are rounded half up. The PNG states
  /// round(2835 · scale) pixels per metre, 72 to the inch at scale 1.
  public var scale: Double

  public var filter: ResampleFilter

  /// How much work goes into the bytes of the PNG; its pixels are the same.
  public var compression: PNGCompression

  /// How pictures are read, and what happens where one cannot be.
  public var decoding: DecodeOptions

  /// For each picture that was found, not asked for, its header: one whose pixels turn out to be unusable
  /// never stops the sheet. Empty where none was found.
  package var found: [PictureHeader?] = []

  /// For each picture the part of it that survives; nil for ``anchor``. Empty where that holds for all.
  package var anchors: [Anchor?] = []

  /// Multiplies every length of the strip once it is laid out, 1…8; see `Sheet.density`.
  package var density = 1

  /// What there is to say of the words of ``append(more:font:color:density:)``.
  package internal(set) var textRemarks: [String] = []

  /// Bytes that the pictures in the making may take together, at least 1; one that needs more is made
  /// alone. The result does not depend on it.
  public var memory = Sheet.defaultMemory

  /// Pictures decoded at the same time, 1…256; nil for as many as there are processors. The result does
  /// not depend on it.
  public var jobs: Int?

  /// The picture on top.
  public enum Front: String, Hashable, Sendable, CaseIterable {
    case first, last
  }

  /// `#AAAAAA`, UIKit's `lightGray`; not the `lightgray` of CSS, which is `#D3D3D3`.
  public static let defaultBackground = Color(rgb: 0xAAAAAA)

  public init(
    _ pictures: [PictureSource], size: Int = 50, spacing: Int = -15, border: Int = 3,
    borderColor: Color? = nil, background: Color = Strip.defaultBackground,
    shape: TileShape = .circle, anchor: Anchor = .center,
    axis: StripLayout.Axis = .horizontal, front: Front = .first, columns: Int? = nil,
    rowSpacing: Int = 8, margins: Margins = .none, scale: Double = 1,
    filter: ResampleFilter = .lanczos3, decoding: DecodeOptions = DecodeOptions(),
    jobs: Int? = nil, shadow: Shadow? = nil, compression: PNGCompression = .balanced
  ) {
    self.pictures = pictures
    self.size = size
    self.spacing = spacing
    self.border = border
    self.borderColor = borderColor
    self.background = background
    self.shape = shape
    self.anchor = anchor
    self.axis = axis
    self.front = front
    self.columns = columns
    self.rowSpacing = rowSpacing
    self.margins = margins
    self.scale = scale
    self.filter = filter
    self.compression = compression
    self.decoding = decoding
    self.jobs = jobs
    self.shadow = shadow
  }
}

/// The outline to which a tile is clipped.
public enum TileShape: Hashable, Sendable {
  /// A disc; on a frame that is not square, straight edges between two half discs.
  case circle
  /// Round corners; nil takes a radius of a quarter of the shorter side. At most half of it.
  case rounded(radius: Int?)
  /// The frame as it is.
  case square
}

// MARK: checks and scaling

extension Strip {
  // The ranges that the library checks and the command states.
  package static let pictureCountRange = 1...10_000
  package static let sizeRange = 1...10_000
  package static let lengthRange = 0...10_000
  package static let columnsRange = 1...10_000
  package static let scaleRange = 1.0...8.0
  package static let jobsRange = 1...256
  package static func spacingRange(size: Int) -> ClosedRange<Int> { -(size - 1)...10_000 }
  package static func borderRange(size: Int) -> ClosedRange<Int> { 0...(size / 2) }

  /// Throws the first setting that is out of its range.
  package func check() throws(SheetError) {
    try require(pictures.count, "the number of pictures", in: Strip.pictureCountRange)
    try require(size, "size", in: Strip.sizeRange)
    try require(spacing, "spacing", in: Strip.spacingRange(size: size))
    try require(border, "border", in: Strip.borderRange(size: size))
    if case .rounded(let radius?) = shape {
      try require(radius, "corner radius", in: Strip.borderRange(size: size))
    }
    if let columns {
      try require(columns, "columns", in: Strip.columnsRange)
      if axis == .vertical { throw .setting("columns need the horizontal axis") }
    }
    try require(rowSpacing, "row spacing", in: Strip.lengthRange)
    if let fault = shadow?.fault { throw .setting(fault) }
    for side in [margins.top, margins.right, margins.bottom, margins.left] {
      try require(side, "margin", in: Strip.lengthRange)
    }
    if !Strip.scaleRange.contains(scale) {
      throw .setting("scale \(scale) is out of range (1…8)")
    }
    try decoding.check()
    try require(memory, "memory", in: 1...Int.max)
    if let jobs { try require(jobs, "jobs", in: Strip.jobsRange) }
  }

  /// A length after scaling.
  private func scaled(_ length: Int) -> Int { Scale(scale).applied(to: length) }

  package var layout: StripLayout {
    StripLayout(
      diameter: scaled(size), spacing: scaled(spacing), axis: axis, columns: columns,
      rowSpacing: scaled(rowSpacing),
      margins: margins.scaled(scaled))
  }

  package var look: TileLook {
    let scaled = { (length: Int) in density * self.scaled(length) }
    let outline: TileLook.Outline =
      switch shape {
      case .circle: .circle
      case .square: .rectangle
      case .rounded(let radius): .rounded(radius: scaled(radius ?? size / 4))
      }
    return TileLook(
      outline: outline, border: scaled(border),
      ring: borderColor.map { .paint($0) } ?? .replace(background), shadow: shadow?.scaled(scaled))
  }

  package var pixelsPerMetre: Int { density * Scale(scale).pixelsPerMetre(dpi: 72) }
}

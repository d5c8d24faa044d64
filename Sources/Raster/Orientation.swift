package import PixelGeometry

/// How stored pixels are turned and mirrored to stand upright: the EXIF orientation, 1…8.
///
/// The names say where the stored first row and first column are on the upright picture (EXIF 2.32,
/// tag 0x0112).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  case topLeft = 1
  case topRight = 2
  case bottomRight = 3
  case bottomLeft = 4
  case leftTop = 5
  case rightTop = 6
  case rightBottom = 7
  case leftBottom = 8

  /// The stored picture lies on its side: upright, width and height change places.
  public var swapsSides: Bool { rawValue >= 5 }

  /// The size of a stored picture once it stands upright.
  package func upright(_ stored: PixelSize) -> PixelSize {
    swapsSides ? stored.transposed : stored
  }

  /// Where the upright pixel (x, y) is stored, as a map of the unit square: upright x runs along stored
  /// y where sides swap, and each stored axis may run backwards.
  private var storedAxesRunBackwards: (x: Bool, y: Bool) {
    switch self {
    case .topLeft: (false, false)
    case .topRight: (true, false)
    case .bottomRight: (true, true)
    case .bottomLeft: (false, true)
    case .leftTop: (false, false)
    case .rightTop: (false, true)
    case .rightBottom: (true, true)
    case .leftBottom: (true, false)
    }
  }

  /// The area of the stored picture that the crop box of the upright picture covers.
  package func stored(_ upright: CropBox, of storedSize: PixelSize) -> CropBox {
    var box = upright
    if swapsSides {
      box = CropBox(
        left: upright.top, top: upright.left, width: upright.height, height: upright.width)
    }
    let backwards = storedAxesRunBackwards
    if backwards.x { box.left = Fixed.from(storedSize.width) - box.left - box.width }
    if backwards.y { box.top = Fixed.from(storedSize.height) - box.top - box.height }
    return box
  }

  /// The stored column and row of each upright pixel, for a stored picture of `size`.
  package func storedPosition(x: Int, y: Int, in size: PixelSize) -> (x: Int, y: Int) {
    var (column, row) = swapsSides ? (y, x) : (x, y)
    let backwards = storedAxesRunBackwards
    if backwards.x { column = size.width - 1 - column }
    if backwards.y { row = size.height - 1 - row }
    return (column, row)
  }
}

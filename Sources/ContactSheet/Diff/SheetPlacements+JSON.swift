package import ImageCodecs
import PixelGeometry
import PlainJSON

extension SheetPlacements {
  /// A larger file is refused: what is read takes several times its memory.
  package static let byteLimit = 134_217_728

  /// Reads a placements file.
  package init(file path: RawPath) throws(PlacementsFault) {
    let bytes: [UInt8]
    let count: Int
    do throws(PictureFault) {
      let file = try InputFile.open(path)
      count = file.byteCount
      bytes = try file.bytes(at: 0, count: min(count, SheetPlacements.byteLimit + 1))
    } catch { throw .file(error) }
    if bytes.count > SheetPlacements.byteLimit {
      throw .tooLarge(bytes: count, limit: SheetPlacements.byteLimit)
    }
    try self.init(json: bytes)
  }

  /// Reads what `--placements` wrote or `--plan` printed. Members that nobody knows are passed over, so that
  /// later ones do no harm.
  package init(json: [UInt8]) throws(PlacementsFault) {
    let root: JSONNode
    do throws(JSONFault) { root = try JSONDocument(json).root } catch { throw .json(error) }
    let object = try PlacementsObject(root, "a placements file")
    let version = try object.required("version")
    guard let number = version.number?.int else {
      throw .wrong(name: "'version'", expected: "1", found: version.noun, version.place)
    }
    if number != 1 { throw .version(number, version.place) }
    let pages = try object.required("pages")
    pages: do {
      guard let elements = pages.elements, !elements.isEmpty else { break pages }
      var read: [Page] = []
      for element in elements { read.append(try Page(element)) }
      self.init(pages: read)
      return
    }
    let found = pages.elements == nil ? pages.noun : "an empty one"
    throw .wrong(name: "'pages'", expected: "an array of pages", found: found, pages.place)
  }
}

extension SheetPlacements.Page {
  fileprivate init(_ node: JSONNode) throws(PlacementsFault) {
    let object = try PlacementsObject(node, "a page")
    let tiles = try object.required("tiles")
    guard let elements = tiles.elements else {
      throw .wrong(
        name: "'tiles'", expected: "an array of tiles", found: tiles.noun, tiles.place)
    }
    var read: [PlacedTile] = []
    read.reserveCapacity(elements.count)
    for element in elements { read.append(try PlacedTile(element)) }
    self.init(file: try object.path(), size: try object.size(), tiles: read)
  }
}

extension PlacedTile {
  fileprivate init(_ node: JSONNode) throws(PlacementsFault) {
    let object = try PlacementsObject(node, "a tile")
    let isPlaceholder = try object.flag("placeholder")
    self.init(
      file: try object.path(), index: try object.integer("index", from: 0),
      frame: try object.rect(), isPlaceholder: isPlaceholder,
      crop: isPlaceholder ? nil : try Crop(object.required("crop")))
  }
}

extension PlacedTile.Crop {
  fileprivate init(_ node: JSONNode) throws(PlacementsFault) {
    let object = try PlacementsObject(node, "'crop'")
    self.init(
      left: try object.decimal("left"), top: try object.decimal("top"),
      width: try object.decimal("width"), height: try object.decimal("height"))
  }
}

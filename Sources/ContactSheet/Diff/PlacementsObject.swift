import ImageCodecs
import PixelGeometry
import PlainJSON

/// An object of a placements file, and its members as what they have to be.
struct PlacementsObject {
  private let node: JSONNode
  /// No coordinate is further away: a page has fewer pixels, and the sum of two fits in any `Int`.
  private static let farthest = 1_000_000_000

  /// - Parameter name: what it has to be, in words.
  init(_ node: JSONNode, _ name: String) throws(PlacementsFault) {
    guard node.members != nil else {
      throw .wrong(name: name, expected: "an object", found: node.noun, node.place)
    }
    self.node = node
  }

  func required(_ name: String) throws(PlacementsFault) -> JSONNode {
    guard let value = node[name] else { throw .missing(name, node.place) }
    return value
  }

  /// - Returns: false where there is no such member.
  func flag(_ name: String) throws(PlacementsFault) -> Bool {
    guard let value = node[name] else { return false }
    guard let flag = value.flag else {
      throw .wrong(name: "'\(name)'", expected: "true or false", found: value.noun, value.place)
    }
    return flag
  }

  func integer(_ name: String, from first: Int) throws(PlacementsFault) -> Int {
    let value = try required(name)
    let range = first...PlacementsObject.farthest
    guard let number = value.number?.int, range.contains(number) else {
      throw .wrong(
        name: "'\(name)'", expected: "a whole number from \(first) to 1,000,000,000",
        found: value.number?.text ?? value.noun, value.place)
    }
    return number
  }

  func decimal(_ name: String) throws(PlacementsFault) -> Double {
    let value = try required(name)
    guard let number = value.number?.double, number >= 0 else {
      throw .wrong(
        name: "'\(name)'", expected: "a number from 0", found: value.number?.text ?? value.noun,
        value.place)
    }
    return number
  }

  func size() throws(PlacementsFault) -> PixelSize {
    PixelSize(width: try integer("width", from: 1), height: try integer("height", from: 1))
  }

  func rect() throws(PlacementsFault) -> PixelRect {
    let size = try size()
    return PixelRect(
      left: try integer("left", from: 0), top: try integer("top", from: 0), width: size.width,
      height: size.height)
  }

  /// `file`, or where there is one, what `file_bytes` says in hexadecimal; of a remote picture `address`; nil
  /// where there is none of them.
  func path() throws(PlacementsFault) -> RawPath? {
    if let value = node["file_bytes"] {
      guard let path = value.text.flatMap(PlacementsObject.bytes).flatMap(RawPath.init(bytes:))
      else {
        throw .wrong(
          name: "'file_bytes'", expected: "the bytes of a path in hexadecimal",
          found: value.text.map { "'\(printable($0.utf8))'" } ?? value.noun, value.place)
      }
      return path
    }
    let name = node["file"] == nil ? "address" : "file"
    guard let value = node[name] else { return nil }
    guard let path = value.text.flatMap({ RawPath(bytes: Array($0.utf8)) }) else {
      throw .wrong(
        name: "'\(name)'", expected: name == "file" ? "a path" : "an address",
        found: value.text.map { "'\(printable($0.utf8))'" } ?? value.noun, value.place)
    }
    return path
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8]? {
    var digits: [UInt8] = []
    for character in hexadecimal {
      guard let digit = character.hexDigitValue, character.isASCII else { return nil }
      digits.append(UInt8(digit))
    }
    guard digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

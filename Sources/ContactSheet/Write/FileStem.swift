/// A file's name without its extension. A dot at the start begins none.
package func stem(_ name: [UInt8]) -> [UInt8] {
  guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
  return Array(name[..<dot])
}

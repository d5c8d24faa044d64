package import PixelGeometry

/// The sizes of a Flickr picture that a feed's pictures can be had in, by the letter in the file's name.
package enum FlickrSize: String, Hashable, Sendable, CaseIterable {
  /// 240 pixels on the longer side: the one in the feed.
  case m
  /// 640 pixels.
  case z
  /// 1,024 pixels.
  case b

  /// The longer side in pixels, of a picture that has so many.
  private var longerSide: Int {
    switch self {
    case .m: 240
    case .z: 640
    case .b: 1024
    }
  }

  /// The address of this size: `…/1_2_z.jpg` for `…/1_2_m.jpg`. The name is the same in all of them, but a
  /// picture that is smaller has no file of it.
  ///
  /// - Returns: nil where the address is not that of an `m`.
  package func address(of remote: RemoteAddress) -> RemoteAddress? {
    let address = remote.text
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let nameStart = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    guard let mark = path[nameStart...].ranges(of: "_m.").last else { return nil }
    let text = address[..<mark.lowerBound] + "_\(rawValue)." + address[mark.upperBound...]
    return try? RemoteAddress(text.utf8)
  }

  /// About the size of the picture in this size, of the one that its `m` has; halves are rounded up.
  package func size(of stated: PixelSize) -> PixelSize {
    let longer = max(stated.width, stated.height)
    // Who has fewer pixels in `m` has no more in any.
    guard longer >= FlickrSize.m.longerSide else { return stated }
    func scaled(_ side: Int) -> Int { max(1, (2 * side * longerSide + longer) / (2 * longer)) }
    return PixelSize(width: scaled(stated.width), height: scaled(stated.height))
  }
}

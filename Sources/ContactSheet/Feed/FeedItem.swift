package import PixelGeometry

/// A picture that a feed names, and what it says of it.
package struct FeedItem: Hashable, Sendable {
  /// The position in the feed, from 0.
  package var index: Int
  /// Where the picture is.
  package var address: RemoteAddress
  /// On one line.
  package var title: String?
  /// The picture's own page: absolute, http or https. No other scheme gets through, as it becomes a link.
  package var link: String?
  /// For those who do not see the picture; the title where the feed has nothing better.
  package var alt: String?
  /// The size of the picture at ``address`` as the feed states it, which may be wrong.
  package var statedSize: PixelSize?
  /// When it was taken, else when it was published, as it was written: `2024-05-01T10:00:00-08:00`.
  package var date: String?

  package init(
    index: Int, address: RemoteAddress, title: String? = nil, link: String? = nil,
    alt: String? = nil,
    statedSize: PixelSize? = nil, date: String? = nil
  ) {
    self.index = index
    self.address = address
    self.title = title
    self.link = link
    self.alt = alt
    self.statedSize = statedSize
    self.date = date
  }

  /// A side of a picture that a feed states; more is no picture.
  static let sides = 1...1_000_000

  /// The item in another of Flickr's sizes; nil where its address is not one that has others.
  package func inSize(_ size: FlickrSize) -> FeedItem? {
    guard let address = size.address(of: address) else { return nil }
    var item = self
    item.address = address
    item.statedSize = statedSize.map(size.size)
    return item
  }

  /// The address that a reference leads to, and the same as it is fetched.
  static func address(
    _ reference: String, _ base: AddressReference.Parts?
  ) throws(FeedItemFault) -> (text: String, address: RemoteAddress) {
    let text: String
    do throws(AddressReference.Fault) {
      text = try AddressReference.resolved(reference, against: base).text
    } catch { throw .badAddress(reference, error.words) }
    do throws(RemoteFault) { return (text, try RemoteAddress(text.utf8)) } catch {
      throw .badAddress(reference, error.description)
    }
  }

  /// A link that may stand on a page; nil where it is none.
  static func link(_ reference: String?, _ base: AddressReference.Parts?) -> String? {
    reference.flatMap { try? address($0, base).address.text }
  }
}

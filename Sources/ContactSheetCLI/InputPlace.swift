package import ContactSheet
package import ImageCodecs
import PlainJSON

/// Where an input is: in a file, or on the web.
package enum InputPlace: Hashable, Sendable {
  /// Of a file or a directory.
  case path(RawPath)
  // Indirect, as inputs are many and mostly paths.
  indirect case address(RemoteAddress)

  /// A name; one that begins with `http://` or `https://` is an address, and the file of such a name is
  /// `./http:/…`.
  ///
  /// - Throws: what is wrong with an address.
  init(_ path: RawPath) throws(RemoteFault) {
    let mayBeAddress = path.bytes[0] | 0x20 == UInt8(ascii: "h")
    self =
      mayBeAddress && RemoteAddress.isAddress(path.bytes)
      ? .address(try RemoteAddress(path.bytes)) : .path(path)
  }

  /// nil for an address.
  package var path: RawPath? {
    if case .path(let path) = self { path } else { nil }
  }

  package var isAddress: Bool { path == nil }

  /// As a command line or a manifest has it.
  var bytes: [UInt8] {
    switch self {
    case .path(let path): path.bytes
    case .address(let address): Array(address.text.utf8)
    }
  }

  var picture: PictureSource {
    switch self {
    case .path(let path): .file(path)
    case .address(let address): .remote(RemotePicture(address))
    }
  }

  /// What programs are told of it.
  var members: [(String, JSON)] {
    switch self {
    case .path(let path): JSON.path(path)
    case .address(let address): [("address", .text(address.text))]
    }
  }
}

extension InputPlace: CustomStringConvertible {
  package var description: String {
    switch self {
    case .path(let path): path.description
    case .address(let address): address.description
    }
  }
}

public import ImageCodecs
public import Raster

/// Where a picture comes from.
public enum PictureSource: Hashable, Sendable {
  /// A JPEG or PNG file; its content decides, not its name.
  case file(RawPath)
  /// The contents of a JPEG or PNG file.
  case bytes([UInt8])
  /// Pixels in memory.
  // Indirect, as sources are many and mostly files: so each takes 8 bytes, not 32.
  indirect case bitmap(Bitmap)
  /// A picture on the web.
  indirect case remote(RemotePicture)

  /// The bytes of the file's name without its directories, or the last part of an address; nil for what is
  /// neither.
  package var fileName: [UInt8]? {
    switch self {
    case .file(let path): Array(path.lastComponent)
    case .remote(let picture): picture.address.name
    case .bytes, .bitmap: nil
    }
  }

  /// What messages call the picture at `index`.
  package func name(at index: Int) -> String {
    switch self {
    case .file(let path): path.description
    case .remote(let picture): picture.address.description
    case .bytes, .bitmap: "picture \(index + 1)"
    }
  }

  /// The file that holds it here; nil where it is in none, or was not fetched.
  package var localFile: RawPath? {
    switch self {
    case .file(let path): path
    case .remote(let picture): picture.file?.path
    case .bytes, .bitmap: nil
    }
  }
}

extension PictureSource: ExpressibleByStringLiteral {
  /// A file, by its path.
  public init(stringLiteral path: String) { self = .file(RawPath(path)) }
}

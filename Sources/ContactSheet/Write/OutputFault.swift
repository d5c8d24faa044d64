public import ImageCodecs

/// Why an output cannot be written.
public enum OutputFault: Error, Hashable, Sendable {
  /// The output is one of the pictures, by name or by link.
  case isInput(RawPath, picture: String)
  /// Something else that is written has this name.
  case taken(RawPath)
  /// A file is there that is not a sheet of ours, and nobody named it as the output.
  case notOurs(RawPath)
  /// Something that cannot be replaced by a file: "a directory".
  case notAFile(RawPath, String)
  case writeProtected(RawPath)
  /// A step failed: "cannot be created", "cannot be written".
  case failed(RawPath, String, SystemError)
  /// The reader of standard output has gone.
  case closedPipe
  /// The PNG could not be encoded.
  case encoding(String)
}

extension OutputFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .isInput(let path, let picture):
      "\(path): is one of the pictures (\(picture)); choose another name for the output"
    case .taken(let path): "\(path): something else is written there; choose another name"
    case .notOurs(let path):
      "\(path): exists and is not a contact sheet; name it with -o to replace it"
    case .notAFile(let path, let kind): "\(path): is \(kind), not a file to write to"
    case .writeProtected(let path): "\(path): is write-protected"
    case .failed(let path, let step, let error): "\(path): \(step): \(error)"
    case .closedPipe: "standard output: closed by its reader"
    case .encoding(let words): "cannot encode the PNG: \(words)"
    }
  }
}

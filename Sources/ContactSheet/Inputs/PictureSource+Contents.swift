public import ImageCodecs

extension PictureSource {
  /// The pictures in a directory, in ``NaturalOrder``.
  ///
  /// ``DirectoryContents`` says which files count, and also tells what was left out.
  ///
  /// - Throws: as ``DirectoryContents/init(of:recursive:decoding:jobs:)`` does. An empty directory is
  ///   no error.
  public static func contents(
    of directory: RawPath, recursive: Bool = false
  ) throws(SheetError) -> [PictureSource] {
    try DirectoryContents(of: directory, recursive: recursive).pictures.map(PictureSource.file)
  }
}

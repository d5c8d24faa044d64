import ContactSheet
package import ImageCodecs
package import PixelGeometry

/// One page of a sheet as HTML and Markdown show it: its files, and the size that they are shown in.
package struct ShownPage: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    /// Pixels to one CSS pixel, beyond those of the sheet's own scale.
    package let density: Int
    package let path: RawPath

    package init(density: Int, path: RawPath) {
      self.density = density
      self.path = path
    }
  }

  /// In CSS pixels: those of the first file, divided by the sheet's scale and rounded half up, at least 1.
  package let size: PixelSize
  /// The first has density 1.
  package let files: [File]

  /// - Parameters:
  ///   - size: of the first file, in pixels.
  ///   - scale: of the sheet.
  package init(size: PixelSize, scale: Double, files: [File]) {
    let thousandths = Int(scale * 1000 + 0.5)
    func shown(_ side: Int) -> Int { max(1, (side * 1000 + thousandths / 2) / thousandths) }
    self.size = PixelSize(width: shown(size.width), height: shown(size.height))
    self.files = files
  }

  /// "Strip of 6 pictures", or "Page 2 of 3: pictures 13 to 24".
  ///
  /// - Parameters:
  ///   - noun: "strip" or "sheet".
  ///   - page: from 0.
  ///   - counts: the pictures of each page.
  static func words(_ noun: String, page: Int, counts: [Int]) -> String {
    if counts.count == 1 {
      let name = noun == "sheet" ? "Contact sheet" : noun.prefix(1).uppercased() + noun.dropFirst()
      return "\(name) of \(counted(counts[0]))"
    }
    let first = counts[..<page].reduce(0, +) + 1
    let last = first + counts[page] - 1
    return "Page \(page + 1) of \(counts.count): "
      + (first == last ? "picture \(first)" : "pictures \(first) to \(last)")
  }

  static func counted(_ count: Int) -> String {
    count == 1 ? "1 picture" : "\(grouped(UInt64(count))) pictures"
  }
}

/// What stands in braces in a caption and is replaced.
package enum CaptionToken: String, Hashable, Sendable, CaseIterable {
  case name, stem, index, count, title
  case width, height, megapixels, bytes
  case date
  case time = "date:time"
  case camera, lens, exposure, iso
  case page, pages
  case takenRange = "date:taken-range"

  /// Those of a picture's caption.
  package static let ofPictures: [CaptionToken] = [
    .name, .stem, .index, .count, .title, .width, .height, .megapixels, .bytes, .date, .time,
    .camera, .lens, .exposure, .iso,
  ]

  /// Those of a header and a footer.
  package static let ofPages: [CaptionToken] = [.page, .pages, .count, .title, .takenRange]

  /// Those of a title, which cannot hold itself.
  package static let ofTitles = ofPages.filter { $0 != .title }

  /// It is known only to who reads the picture's EXIF.
  package var needsShot: Bool {
    switch self {
    case .date, .time, .camera, .lens, .exposure, .iso, .takenRange: true
    default: false
    }
  }

  /// What it becomes, for help and documentation.
  package var meaning: String {
    switch self {
    case .name: "the name of the file, without its directories"
    case .stem: "the same without its extension"
    case .index: "which picture it is, from 1"
    case .count: "how many pictures there are"
    case .title: "the title: the picture's own, or in a header or footer that of the sheet"
    case .width: "the picture's width in pixels, upright"
    case .height: "the picture's height in pixels, upright"
    case .megapixels: "millions of pixels, to one decimal"
    case .bytes: "the size of the file"
    case .date: "the day it was taken, as the camera wrote it"
    case .time: "the day and the time it was taken"
    case .camera: "the camera, its make only once"
    case .lens: "the lens"
    case .exposure: "exposure time and aperture"
    case .iso: "the sensitivity"
    case .page: "which page it is, from 1"
    case .pages: "how many pages there are"
    case .takenRange: "the first and the last day a picture was taken, one where they are the same"
    }
  }

  /// What it may look like.
  package var example: String {
    switch self {
    case .name: "IMG_2041.JPG"
    case .stem: "IMG_2041"
    case .index: "12"
    case .count: "240"
    case .title: "Low tide"
    case .width: "4000"
    case .height: "3000"
    case .megapixels: "12.0"
    case .bytes: "1.2 MB"
    case .date: "2024-05-17"
    case .time: "2024-05-17 18:02"
    case .camera: "Canon EOS R6"
    case .lens: "RF35mm F1.8 MACRO IS STM"
    case .exposure: "1/250 s f/2.8"
    case .iso: "200"
    case .page: "3"
    case .pages: "20"
    case .takenRange: "2024-05-17 – 2024-06-02"
    }
  }
}

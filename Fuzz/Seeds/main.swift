import CLibLCMS
// Writes the seeds of every harness, each in a folder named after it: make-seeds DIRECTORY
import Foundation
import ImageCodecs

let root = URL(fileURLWithPath: CommandLine.arguments[1])

func write(_ harness: String, _ name: String, _ bytes: [UInt8]) throws {
  let folder = root.appendingPathComponent(harness)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  try Data(bytes).write(to: folder.appendingPathComponent(name))
}

for entry in FixtureSet.jpegs { try write("jpeg", entry.name, entry.bytes) }
for entry in FixtureSet.jpegs { try write("eighth", entry.name, entry.bytes) }
for entry in FixtureSet.pngs {
  try write("png", entry.name, entry.bytes)
  try write("pngrows", entry.name, entry.bytes)
}
for type in PNGFixture.ColorType.allCases {
  for (index, strategy) in FilteredPNG.Deflation.Strategy.allCases.enumerated() {
    var random = SeededGenerator(seed: UInt64(index))
    var png = FilteredPNG(width: 31 + index, height: 24, type)
    png.deflation.strategy = strategy
    png.chunkLengths = [700]
    png.fill(&random) { UInt8($0 % 5) }
    try write("pngrows", "\(type)-\(strategy)", png.bytes)
  }
}

for order in ExifFixture.ByteOrder.allCases {
  let shot = ExifFixture.block(
    main: [.text(0x010F, "Canon"), .text(0x0110, "Canon EOS R6")],
    exif: [
      .ratio(0x829A, 10, 2500), .ratio(0x829D, 28, 10), .short(0x8827, 200),
      .text(0x9003, "2024:05:17 18:02:03"), .text(0xA434, "RF35mm F1.8"),
    ], order)
  try write("exif", "\(order)-shot", shot)
  for kind in [ExifFixture.Kind.byte, .short, .long] {
    let block = ExifFixture.orientation(6, order, as: kind)
    try write("exif", "\(order)-\(kind)", block)
    // A second directory, as a block with a thumbnail has it.
    try write("exif", "\(order)-\(kind)-more", block + block.dropFirst(8))
  }
}

for entry in [FixtureSet.jpegs[0], FixtureSet.pngs[0]] {
  try write("sniff", entry.name, Array(entry.bytes.prefix(FileKind.headCount)))
}
let heads = [
  "GIF89a", "BM\u{46}\0\0\0\0\0\0\0\u{36}\0\0\0\u{28}\0\0\0", "II*\0\u{8}\0\0\0", "P6\n1 1\n",
  "RIFF\u{24}\0\0\0WEBPVP8 ", "\0\0\0\u{20}ftypmif1\0\0\0\0mif1avifmiaf", "\0\0\0\u{18}ftypheic",
  "  <!DOCTYPE html><html>", "<?xml version=\"1.0\"?>\n<!-- x -->\n<svg xmlns=\"\">",
  "version https://git-lfs.github.com/spec/v1\n", "\u{FEFF}plain text, äöü\n",
]
for (index, head) in heads.enumerated() { try write("sniff", "head-\(index)", Array(head.utf8)) }

for (index, list) in ["a.jpg\nb.jpg\r\n\n c.jpg", "a.jpg\0b\nc.jpg\0", "\r\n\r\n"].enumerated() {
  try write("list", "list-\(index)", Array(list.utf8))
}

let texts = [
  #"{"version": 1, "pages": [{"file": "a.png", "tiles": [{"left": 0, "crop": {"width": 12.500}}]}]}"#,
  #"[true, false, null, -0.5e+10, 1E9, "", "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é😀", [], {}]"#,
  "\u{FEFF}{\n\t\"a\" : 1,\r\n \"b\":\t[[[ ]]]\r}", #"["it\'s"]"#,
]
for (index, text) in texts.enumerated() { try write("json", "json-\(index)", Array(text.utf8)) }

let tiles = ["a.jpg", "d/b.jpg", "a.jpg"].enumerated().map { index, name in
  #"{"file": "\#(name)", "index": \#(index), "left": \#(9 * index), "top": 0, "width": 9, "height": 8, "#
    + #""crop": {"left": 0.500, "top": 0, "width": 12.250, "height": 10}}"#
}
let placeholder =
  #"{"file": "?", "file_bytes": "61ff", "index": 3, "left": 0, "top": 9, "width": 9, "#
  + #""height": 8, "placeholder": true}"#
func page(_ tiles: [String]) -> String {
  #"{"file": "s.png", "width": 30, "height": 20, "tiles": [\#(tiles.joined(separator: ", "))]}"#
}
for (index, pages) in [[page(tiles)], [page(tiles), page([tiles[1], tiles[0], placeholder])]]
  .enumerated()
{
  let text = #"{"version": 1, "pages": [\#(pages.joined(separator: ", "))]}"#
  try write("placements", "placements-\(index)", Array(text.utf8))
}

/// The bytes of a profile that lcms made.
func bytes(_ profile: cmsHPROFILE?) -> [UInt8] {
  var count: UInt32 = 0
  unsafe cmsSaveProfileToMem(profile, nil, &count)
  var bytes = [UInt8](repeating: 0, count: Int(count))
  unsafe cmsSaveProfileToMem(profile, &bytes, &count)
  unsafe cmsCloseProfile(profile)
  return bytes
}

var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
let curve = unsafe cmsBuildGamma(nil, 1.8)
try write("profile", "srgb", unsafe bytes(cmsCreate_sRGBProfile()))
try write("profile", "gray", unsafe bytes(cmsCreateGrayProfile(&white, curve)))
try write("profile", "lab", unsafe bytes(cmsCreateLab4Profile(&white)))
unsafe cmsFreeToneCurve(curve)

let description =
  #" <p><a href=\"https:\/\/a.example\/p\" title=\"A &amp; B\"><img src=\"https:\/\/a.example\/1_2_m.jpg\" "#
  + #"width=\"240\" height=\"160\" alt=\"&#039;\" \/><\/a><\/p> "#
let feeds = [
  #"jsonFlickrFeed({"title": "x", "items": [{"title": "It\'s", "link": "https:\/\/a.example\/p", "#
    + #""media": {"m":"https:\/\/a.example\/1_2_m.jpg"}, "date_taken": "2024-04-30T18:21:07-08:00", "#
    + #""description": "\#(description)"}, {"title": 5}]})"#,
  #"{"version": "https://jsonfeed.org/version/1.1", "feed_url": "https://a.example/x/", "items": [{"id": "1", "#
    + #""url": "?p", "image": "../1.jpg"}, {"content_html": "<img src='//b.example/2' width=3 height=4>"}, "#
    + #"{"attachments": [{"url": "3.png", "mime_type": "image/png"}]}]}"#,
  #"<?xml version="1.0"?><rsp stat="fail"><err code="1" msg="User not found" /></rsp>"#,
  "<!DOCTYPE html><html><!-- x --><head><title><![CDATA[x]]></title>",
]
for (index, feed) in feeds.enumerated() { try write("feed", "feed-\(index)", Array(feed.utf8)) }

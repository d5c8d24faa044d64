// libFuzzer: -max_len=4096
import ContactSheet
import ImageCodecs
import Raster

private let caption = try! CaptionTemplate(
  "{date:time} · {camera} · {lens} · {exposure} · {iso}", allowing: CaptionToken.ofPictures)

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let block = unsafe Input(start, count).bytes
  let orientation = Orientation(exif: block)
  require(Orientation(exif: block) == orientation, "read again, it is another orientation")
  let shot = ShotFacts(exif: block)
  require(ShotFacts(exif: block) == shot, "read again, it says something else")
  let lines = caption.lines(CaptionFacts(index: 1, count: 1, shot: shot))
  require(
    lines.count == 1
      && lines[0].unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
    "a caption is no line")
  return 0
}

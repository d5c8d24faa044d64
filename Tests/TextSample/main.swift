import ContactSheet
import Raster

// TextSample LINE...: a digest of the pixels of each line, and the characters that no font has.
do {
  let renderer = try TextRenderer()
  for text in CommandLine.arguments.dropFirst() {
    let line = TextLine(text, style: TextStyle(size: 20), width: 240)
    // FNV-1a.
    let digest = renderer.bitmap(line)?.pixels.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    print(digest.map { String($0, radix: 16) } ?? "no ink")
  }
  print("missing", renderer.missing.map { String($0.value, radix: 16) })
} catch {
  print(error)
}

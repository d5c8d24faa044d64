import ImageCodecs
import TestSupport
import Testing

@Suite struct ExifDateTests {
  @Test(arguments: [
    ("2024:01:31 23:59:58", 20_240_131_235_958), ("2024-01-31T23:59:58Z", 20_240_131_235_958),
    ("1826:07:01 00:00:60", 18_260_701_000_060),
  ])
  func `a date is its digits`(text: String, digits: Int) {
    #expect(ExifDate(Array(text.utf8))?.digits == digits)
  }

  @Test(arguments: [
    "", "2024:01:31", "    :  :     :  :  ", "0000:00:00 00:00:00", "2024:13:01 00:00:00",
    "2024:00:01 00:00:00", "2024:01:32 00:00:00", "2024:01:31 24:00:00", "2024:01:31 00:60:00",
    "2024:01:31 00:00:61", "2024:01:31 00:00:0x", "-024:01:31 00:00:00",
  ])
  func `what is no date is none`(text: String) {
    #expect(ExifDate(Array(text.utf8)) == nil)
  }

  @Test(arguments: ExifFixture.ByteOrder.allCases)
  func `a picture says when it was taken, whatever the zone`(order: ExifFixture.ByteOrder) {
    let exif = ExifFixture.dateTimeOriginal("2021:06:05 04:03:02", offset: "+09:00", order)
    var jpeg = JPEGFixture(width: 8, height: 8) { _, _ in (1, 2, 3) }
    #expect(EncodedPicture.bytes(jpeg.bytes).dateTaken() == nil)
    jpeg.exif = exif
    #expect(EncodedPicture.bytes(jpeg.bytes).dateTaken()?.digits == 20_210_605_040_302)
    let png = PNGFixture.inserting(
      PNGFixture.chunk("eXIf", exif), into: plainPNG(9), afterPixels: true)
    #expect(EncodedPicture.bytes(png).dateTaken()?.digits == 20_210_605_040_302)
    #expect(EncodedPicture.bytes(Array("text".utf8)).dateTaken() == nil)
  }

  @Test func `a block cut anywhere is no date or the date`() {
    let exif = ExifFixture.dateTimeOriginal("2021:06:05 04:03:02", offset: "+09:00")
    var jpeg = JPEGFixture(width: 8, height: 8) { _, _ in (1, 2, 3) }
    var found: [Int] = []
    for count in 0...exif.count {
      jpeg.exif = Array(exif.prefix(count))
      found += EncodedPicture.bytes(jpeg.bytes).dateTaken().map { [$0.digits] } ?? []
    }
    #expect(Set(found) == [20_210_605_040_302])
    #expect(found.count < exif.count / 2)
  }
}

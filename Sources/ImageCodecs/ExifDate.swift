/// When a picture was taken, as its camera wrote it: the local time of the place, without a zone.
///
/// EXIF can state the zone beside it (`OffsetTimeOriginal`). It is not used: few cameras write it, and
/// pictures with and without one would not have an order.
package struct ExifDate: Hashable, Sendable {
  /// Year, month, day, hour, minute and second in decimal digits: 20240131235959. Later is greater.
  package let digits: Int

  /// - Parameter text: `YYYY:MM:DD hh:mm:ss`, whatever separates the numbers.
  /// - Returns: nil for anything else, such as the blanks and zeros of a camera whose clock was not set.
  package init?(_ text: [UInt8]) {
    guard text.count >= 19 else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in text[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = 10 * value + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    // 60 is the leap second.
    guard let year = number(0..<4), year > 0,
      let month = number(5..<7), (1...12).contains(month),
      let day = number(8..<10), (1...31).contains(day),
      let hour = number(11..<13), hour < 24, let minute = number(14..<16), minute < 60,
      let second = number(17..<19), second <= 60
    else { return nil }
    digits = [month, day, hour, minute, second].reduce(year) { 100 * $0 + $1 }
  }
}

extension ExifDate: Comparable {
  package static func < (date: ExifDate, other: ExifDate) -> Bool { date.digits < other.digits }
}

extension EncodedPicture {
  /// EXIF's `DateTimeOriginal`; nil where there is none, or no picture that can be opened.
  package func dateTaken() -> ExifDate? { shot().date }
}

/// A moment in a header of HTTP, in the three forms of RFC 9110, section 5.6.7.
struct HTTPDate: Hashable {
  /// Since 1970.
  let seconds: Int

  /// - Parameter text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
  ///   `Sun Nov  6 08:49:37 1994`.
  init?(_ text: String) {
    let words = text.split { " ,-:".contains($0) }.map { $0.lowercased() }
    let order: (day: Int, month: Int, year: Int, hour: Int)
    switch words.count {
    case 8 where words[7] == "gmt" || words[7] == "utc": order = (1, 2, 3, 4)
    case 7: order = (2, 1, 6, 3)
    default: return nil
    }
    guard let month = HTTPDate.months.firstIndex(of: words[order.month]),
      let day = HTTPDate.number(words[order.day], in: 1...31),
      let hour = HTTPDate.number(words[order.hour], in: 0...23),
      let minute = HTTPDate.number(words[order.hour + 1], in: 0...59),
      let second = HTTPDate.number(words[order.hour + 2], in: 0...60),
      var year = HTTPDate.number(words[order.year], in: 0...9999)
    else { return nil }
    // Two digits are of the years 1970…2069.
    if words[order.year].utf8.count <= 2 { year += year < 70 ? 2000 : 1900 }
    let days = HTTPDate.days(year: year, month: month + 1, day: day)
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
      let number = Int(text), range.contains(number)
    else { return nil }
    return number
  }

  /// Since the first of January 1970, in the calendar of today. Years begin in March, so that the day that some of
  /// them have more is their last.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    let leaps = year / 4 - year / 100 + year / 400
    // From March on, months have 31, 30, 31, 30, 31 days, again and again: 153 in five.
    return 365 * year + leaps + (153 * months + 2) / 5 + day - 1 - 719_468
  }
}

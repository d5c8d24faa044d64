import ImageCodecs

extension CaptionFacts {
  /// What a token becomes; nothing for what is not known, and for tokens of pages.
  func value(_ token: CaptionToken) -> String {
    switch token {
    case .name: name.map { String(decoding: $0, as: UTF8.self) } ?? ""
    case .stem: name.map { String(decoding: stem($0), as: UTF8.self) } ?? ""
    case .index: "\(index)"
    case .count: "\(count)"
    case .title: oneLine(title)
    case .width: size.map { "\($0.width)" } ?? ""
    case .height: size.map { "\($0.height)" } ?? ""
    case .megapixels: size.map { tenths(($0.pixelCount + 50_000) / 100_000, keepsZero: true) } ?? ""
    case .bytes: byteCount.map(byteText) ?? ""
    case .date: shot?.date?.day ?? ""
    case .time: shot?.date.map { "\($0.day) \($0.time)" } ?? ""
    case .camera: shot?.camera ?? ""
    case .lens: shot?.lens ?? ""
    case .exposure:
      [shot?.exposureTime.map(exposureTime), shot?.fNumber.map(aperture)].compactMap { $0 }
        .joined(separator: " ")
    case .iso: shot?.iso.map { "\($0)" } ?? ""
    case .page, .pages, .takenRange: ""
    }
  }
}

extension PageFacts {
  /// What a token becomes; nothing for what is not known, and for tokens of pictures.
  func value(_ token: CaptionToken) -> String {
    switch token {
    case .page: "\(page)"
    case .pages: "\(pages)"
    case .count: "\(count)"
    case .title: oneLine(title)
    case .takenRange:
      taken.map {
        let (first, last) = ($0.lowerBound.day, $0.upperBound.day)
        return first == last ? first : "\(first) – \(last)"
      } ?? ""
    default: ""
    }
  }
}

/// Line breaks and tabs are spaces in a title.
private func oneLine(_ text: String?) -> String {
  (text ?? "").split { $0.isNewline || $0 == "\t" }.joined(separator: " ").trimmed
}

private func tenths(_ value: Int, keepsZero: Bool) -> String {
  value % 10 == 0 && !keepsZero ? "\(value / 10)" : "\(value / 10).\(value % 10)"
}

/// A size in decimal units: bytes, whole kB, or tenths of MB, GB and so on.
private func byteText(_ count: Int) -> String {
  if count < 1000 { return count == 1 ? "1 byte" : "\(count) bytes" }
  if count < 999_500 { return "\((count + 500) / 1000) kB" }
  var (unit, name) = (1_000_000, "MB")
  for next in ["GB", "TB", "PB"] where count >= 1000 * unit - unit / 20 {
    (unit, name) = (1000 * unit, next)
  }
  return tenths((count / (unit / 20) + 1) / 2, keepsZero: true) + " \(name)"
}

/// `1/250 s`, or `2.5 s` from 0.3 s on, as cameras show it.
private func exposureTime(_ ratio: ExifRatio) -> String {
  let (seconds, parts) = (ratio.numerator, ratio.denominator)
  return 10 * seconds < 3 * parts
    ? "1/\((parts + seconds / 2) / seconds) s"
    : tenths((10 * seconds + parts / 2) / parts, keepsZero: false) + " s"
}

private func aperture(_ ratio: ExifRatio) -> String {
  "f/"
    + tenths((10 * ratio.numerator + ratio.denominator / 2) / ratio.denominator, keepsZero: false)
}

extension ExifDate {
  /// `2024-05-17`
  fileprivate var day: String {
    let date = digits / 1_000_000
    return "\(padded(date / 10_000, 4))-\(padded(date / 100 % 100, 2))-\(padded(date % 100, 2))"
  }

  /// `18:02`
  fileprivate var time: String {
    "\(padded(digits / 10_000 % 100, 2)):\(padded(digits / 100 % 100, 2))"
  }
}

private func padded(_ number: Int, _ count: Int) -> String {
  let digits = "\(number)"
  return String(repeating: "0", count: max(0, count - digits.count)) + digits
}

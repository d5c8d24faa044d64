package import ContactSheet
import ImageCodecs
package import PixelDiff

/// One picture that is expected, and what there is to say where another one comes.
package struct ImageExpectation: Sendable {
  private let actual: PictureSource
  private let expected: ExpectedImage
  private let given: String?
  private let limits: DiffLimits
  private let options: DiffOptions
  private let record: RecordMode?
  private let place: TestPlace
  private let decoding = DecodeOptions()

  package init(
    _ actual: PictureSource, _ expected: ExpectedImage = .golden, named name: String? = nil,
    limits: DiffLimits = DiffLimits(), options: DiffOptions = DiffOptions(),
    record: RecordMode? = nil, at place: TestPlace
  ) {
    self.actual = actual
    self.expected = expected
    given = name
    self.limits = limits
    var options = options
    if let window = limits.window { options.windowSide = window.side }
    self.options = options
    self.record = record
    self.place = place
  }

  /// A picture that belongs to a failure.
  package struct Exhibit: Hashable, Sendable {
    /// As in `team.actual.png`.
    package let name: String
    package let png: [UInt8]
  }

  /// What failed.
  package struct Failure: Hashable, Sendable {
    package let words: String
    package var exhibits: [Exhibit] = []
  }

  /// Compares, records, and leaves pictures of what differs.
  ///
  /// - Returns: nil where the picture is as it is expected to be and nothing was recorded.
  package func failure(
    in test: RunningTest?, _ settings: TestSettings, _ uses: GoldenUses
  ) -> Failure? {
    do throws(TestFault) {
      try checkSettings()
      let name = try GoldenName(given, of: test)
      switch expected {
      case .picture(let picture): return difference(picture, "expected picture", name, settings)
      case .golden:
        let golden = place.golden(name)
        try uses.claim(golden, by: GoldenUses.User(test: test, place: place))
        return failure(golden, name, try settings.mode(record), settings)
      }
    } catch { return Failure(words: error.words) }
  }

  /// What would be a fault of the program further down is one of the test here.
  private func checkSettings() throws(TestFault) {
    func require(_ value: Int?, _ name: String, in range: ClosedRange<Int>) throws(TestFault) {
      guard let value, !range.contains(value) else { return }
      let end =
        range.upperBound == .max
        ? "at least \(range.lowerBound)" : "\(range.lowerBound)…\(range.upperBound)"
      throw TestFault("\(name) is \(value); it can be \(end)")
    }
    try require(options.regionDistance, "regionDistance", in: 1...Int.max)
    try require(options.regionLimit, "regionLimit", in: 0...1_000_000)
    try require(options.windowSide, "the side of a window", in: 1...Int.max)
    try require(limits.window?.pixels, "the pixels of a window", in: 1...Int.max)
    try require(limits.maxPixels, "maxPixels", in: 0...Int.max)
    switch options.metric {
    case .exact(let tolerance, _): try require(tolerance, "tolerance", in: 0...255)
    case .perceptual(let threshold, _):
      guard (0...1).contains(threshold) else {
        throw TestFault("threshold is \(threshold); it can be 0…1")
      }
    }
  }

  // MARK: goldens

  private func failure(
    _ golden: RawPath, _ name: GoldenName, _ mode: RecordMode, _ settings: TestSettings
  ) -> Failure? {
    if FileStatus(golden) == nil {
      guard settings.recordsMissing(mode) else {
        let left = left([("actual", actual)], name, settings)
        return Failure(
          words: "\(name.text): there is no golden \(place.shown(golden)); \(settings.advice(mode))"
            + left.words, exhibits: left.exhibits)
      }
      return recorded(golden, name, after: "no golden was there; ")
    }
    switch mode {
    case .all: return recorded(golden, name, after: "")
    case .missing, .never: return difference(.file(golden), "golden", name, settings)
    case .failed:
      guard let failure = difference(.file(golden), "golden", name, settings) else { return nil }
      let start = "\(name.text): "
      let recorded = recorded(
        golden, name, after: failure.words.dropFirst(start.count) + "; ")
      return Failure(words: recorded.words, exhibits: failure.exhibits)
    }
  }

  private func recorded(_ golden: RawPath, _ name: GoldenName, after words: String) -> Failure {
    do throws(TestFault) {
      try write(try png(actual, "actual picture"), golden)
    } catch {
      return Failure(words: "\(name.text): \(words)nothing was recorded: \(error.words)")
    }
    return Failure(
      words: "\(name.text): \(words)recorded \(place.shown(golden)), look at it, then run again")
  }

  private func png(_ picture: PictureSource, _ role: String) throws(TestFault) -> [UInt8] {
    do throws(PictureSource.PNGFault) { return try picture.png(decoding) } catch {
      switch error {
      case .picture(let fault): throw TestFault(words(fault, of: picture, role))
      case .encoding(let words): throw TestFault("the \(role): \(words)")
      }
    }
  }

  /// `the golden a.png: malformed PNG: …`
  private func words(_ fault: PictureFault, of picture: PictureSource, _ role: String) -> String {
    switch picture {
    case .file(let path): "the \(role) \(place.shown(path)): \(fault)"
    case .bytes, .bitmap, .remote: "the \(role): \(fault)"
    }
  }

  private func write(_ bytes: [UInt8], _ path: RawPath) throws(TestFault) {
    do throws(OutputFault) {
      try OutputDirectory.make(path.directory)
      var file = try OutputFile.create(path)
      try file.write(bytes)
      try file.commit()
    } catch { throw TestFault(error.description) }
  }

  // MARK: comparing

  private func difference(
    _ expected: PictureSource, _ role: String, _ name: GoldenName, _ settings: TestSettings
  ) -> Failure? {
    let comparison = PictureComparison(expected, actual, options: options, decoding: decoding)
    let result: DiffResult
    do throws(PictureComparison.Fault) { result = try comparison.compare().result } catch {
      let left = left([("expected", expected), ("actual", actual)], name, settings)
      return Failure(
        words: "\(name.text): \(words(error, expected, role))\(left.words)", exhibits: left.exhibits
      )
    }
    guard !result.violations(of: limits).isEmpty else { return nil }
    let left = left(
      [("expected", expected), ("actual", actual)], name, settings, comparison, result)
    return Failure(
      words: "\(name.text): \(result.words(limits))\(left.words)", exhibits: left.exhibits)
  }

  private func words(
    _ fault: PictureComparison.Fault, _ expected: PictureSource, _ role: String
  ) -> String {
    switch fault {
    case .picture(.expected, let fault): words(fault, of: expected, role)
    case .picture(.actual, let fault): words(fault, of: actual, "actual picture")
    case .placements(let path, let fault): "\(path): \(fault)"
    case .noSuchPage(let path, let picture): "\(path): has no page for \(picture)"
    case .diff(let fault): fault.description
    case .output(let fault): fault.description
    }
  }

  /// Leaves pictures as files, those that can be read, and says where.
  private func left(
    _ pictures: [(kind: String, picture: PictureSource)], _ name: GoldenName,
    _ settings: TestSettings, _ comparison: PictureComparison? = nil, _ result: DiffResult? = nil
  ) -> (words: String, exhibits: [Exhibit]) {
    let folder = place.artifacts(settings)
    func path(_ kind: String) -> RawPath {
      folder.appending(Array("\(name.text).\(kind).png".utf8))
    }
    var exhibits: [Exhibit] = []
    var kinds: [String] = []
    var fault: String?
    for (kind, picture) in pictures {
      guard let png = try? png(picture, kind) else { continue }
      exhibits.append(Exhibit(name: "\(name.text).\(kind).png", png: png))
      do throws(TestFault) {
        try write(png, path(kind))
        kinds.append(kind)
      } catch { fault = fault ?? error.words }
    }
    if let comparison, let result, fault == nil {
      var picture = DiffPicture()
      picture.boxes = result.regions.map(\.frame)
      do throws(PictureComparison.Fault) {
        try comparison.write(picture, to: path("difference"))
        kinds.append("difference")
        if let png = try? EncodedPicture.file(path("difference")).contents() {
          exhibits.append(Exhibit(name: "\(name.text).difference.png", png: png))
        }
      } catch { fault = words(error, comparison.expected, "expected picture") }
    }
    if let fault { return ("; no pictures are left of it: \(fault)", exhibits) }
    guard !kinds.isEmpty else { return ("", exhibits) }
    let ending = kinds.count == 1 ? kinds[0] : "{\(kinds.joined(separator: ","))}"
    return ("; see \(place.shown(folder))/\(name.text).\(ending).png", exhibits)
  }
}

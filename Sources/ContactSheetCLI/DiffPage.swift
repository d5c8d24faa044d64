import ContactSheet
import ImageCodecs
import PixelDiff
import PixelGeometry

/// Writes the HTML page of a diff: what was compared, and every pair that is not the same with its pictures.
struct DiffPage {
  let command: DiffCommand
  let report: DiffReport
  let comparison: PairComparison

  enum Fault: Error {
    case output(OutputFault)
    case picture(DiffEntry, PictureComparison.Fault)
  }

  /// - Returns: pictures that are not whole in the page.
  func write(to path: RawPath) throws(Fault) -> [HTMLReport.Lack] {
    var file: OutputFile
    do throws(OutputFault) { file = try OutputFile.create(path) } catch { throw .output(error) }
    var page = HTMLReport(
      title: "\(command.expected) and \(command.actual)", lines: lines,
      linksPictures: command.linksPictures, showsAsStored: !command.decoding.autoOrient)
    do throws(OutputFault) {
      try page.begin { bytes throws(OutputFault) in try file.write(bytes) }
    } catch { throw .output(error) }
    // Some at a time are drawn together, so that no more than these are held.
    let window = 2 * command.jobs
    for start in stride(from: 0, to: report.entries.count, by: window) {
      let entries = report.entries[start..<min(start + window, report.entries.count)]
      let drawable = entries.filter(\.isDrawable).count
      let differences = concurrentMap(count: entries.count, jobs: command.jobs) { index in
        Result { () throws(PictureComparison.Fault) in
          try difference(entries[start + index], jobs: drawable > 1 ? 1 : command.jobs)
        }
      }
      for (entry, result) in zip(entries, differences) {
        let difference: HTMLReportPicture?
        do throws(PictureComparison.Fault) { difference = try result.get() } catch {
          throw .picture(entry, error)
        }
        do throws(OutputFault) {
          try page.add(item(entry, difference, from: path.directory)) {
            bytes throws(OutputFault) in try file.write(bytes)
          }
        } catch { throw .output(error) }
      }
    }
    do throws(OutputFault) {
      try page.finish { bytes throws(OutputFault) in try file.write(bytes) }
      try file.commit()
    } catch { throw .output(error) }
    return page.lacks
  }

  private var lines: [String] {
    var lines = [report.totals]
    switch command.options.metric {
    case .exact(let tolerance, let alpha):
      lines.append(
        "Exact: a pixel differs where a channel differs by more than \(tolerance)"
          + (alpha == .strict ? ", hidden colours too" : ""))
    case .perceptual(let threshold, let includesAntiAliased):
      lines.append(
        "Perceptual: threshold \(threshold)"
          + (includesAntiAliased ? "" : ", smoothed edges not counted"))
    }
    if let pixels = command.limits.maxPixels {
      lines.append("At most \(grouped(UInt64(pixels))) pixels may differ")
    }
    if let percent = command.limits.maxPercent { lines.append("At most \(percent) may differ") }
    if let window = command.limits.window {
      lines.append(
        "\(window.pixels) pixels in a square of \(window.side) are too many")
    }
    return lines
  }

  /// Drawn without frames: the page has its own.
  private func difference(
    _ entry: DiffEntry, jobs: Int
  ) throws(PictureComparison.Fault) -> HTMLReportPicture? {
    guard entry.isDrawable, let result = entry.result else { return nil }
    var picture = command.picture
    // A page has the pictures side by side by itself.
    if picture.style == .sideBySide { picture.style = .overlay }
    picture.boxes = []
    var bytes: [UInt8] = []
    try comparison.comparison(of: entry.pair, jobs: jobs).draw(picture) { bytes += $0 }
    return HTMLReportPicture(size: result.canvas.size, source: .bytes(bytes))
  }

  private func item(
    _ entry: DiffEntry, _ difference: HTMLReportPicture?, from directory: RawPath
  ) -> HTMLReportEntry {
    func picture(_ path: RawPath?, _ size: PixelSize?) -> HTMLReportPicture? {
      guard let path, let size else { return nil }
      return HTMLReportPicture(
        size: size,
        source: command.linksPictures ? .link(path.reached(from: directory)) : .file(path))
    }
    let sizes = sizes(entry)
    let result = entry.result
    return HTMLReportEntry(
      name: entry.pair.name.bytes, state: entry.state.pageState, summary: entry.summary,
      details: entry.tileLines + entry.violationLines(report.limits),
      expected: picture(entry.pair.expected, sizes.expected),
      actual: picture(entry.pair.actual, sizes.actual), difference: difference,
      canvas: result?.canvas, regions: result?.regions ?? [], regionCount: result?.regionCount)
  }

  private func sizes(_ entry: DiffEntry) -> (expected: PixelSize?, actual: PixelSize?) {
    switch entry.outcome {
    case .compared(let compared): (compared.result.expectedSize, compared.result.actualSize)
    case .missing(let header): (header.uprightSize, nil)
    case .new(let header): (nil, header.uprightSize)
    case .sameBytes, .notCompared: (nil, nil)
    }
  }
}

extension DiffEntry.State {
  fileprivate var pageState: HTMLReportEntry.State {
    switch self {
    case .same: .same
    case .withinLimits: .withinLimits
    case .differ: .changed
    case .new: .new
    case .missing: .missing
    // Pages are written before anything is updated.
    case .notCompared, .updated: .notCompared
    }
  }
}

extension RawPath {
  /// This path as it is reached from a directory: relative, with the links on both ways followed; itself where
  /// either is not there.
  func reached(from directory: RawPath) -> RawPath {
    guard let target = resolved, let start = directory.resolved else { return self }
    return target.relative(to: start.bytes.split(separator: UInt8(ascii: "/"))) ?? self
  }

  /// This absolute path of a file as it is reached by names alone from a directory, which is given by its own.
  func relative(to directory: [ArraySlice<UInt8>]) -> RawPath? {
    let slash = UInt8(ascii: "/")
    let names = bytes.split(separator: slash)
    let common = zip(names.dropLast(), directory).prefix { $0 == $1 }.count
    let up = [ArraySlice<UInt8>](
      repeating: Array("..".utf8)[...], count: directory.count - common)
    return RawPath(bytes: Array((up + names[common...]).joined(separator: [slash])))
  }
}

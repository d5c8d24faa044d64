import ContactSheet
import ImageCodecs

extension Console {
  /// Writes a report, whole or not at all; without a path there is nothing to do, and no text is made.
  func write(_ text: @autoclosure () -> String, to path: RawPath?) -> ExitCode {
    guard let path else { return .done }
    do throws(OutputFault) {
      var file = try OutputFile.create(path)
      try file.write(Array(text().utf8))
      try file.commit()
      return .done
    } catch {
      report(error.description)
      return .notMade
    }
  }
}

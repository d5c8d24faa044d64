// libFuzzer: -max_len=4096
import PlainJSON

/// What must hold: a fault has words and a place; what was read is written, and read as the same again; what
/// is read strictly is read leniently as well, and as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Input(start, count).bytes
  guard let text = written(bytes, []) else {
    if let text = written(bytes, .escapedApostrophe) {
      require(bytes.contains(UInt8(ascii: "'")), "lenient without need: \(text)")
    }
    return 0
  }
  require(written(bytes, .escapedApostrophe) == text, "read leniently, it is something else")
  require(written(Array(text.utf8), []) == text, "written and read, it is something else")
  return 0
}

/// A text that was read, as the writer writes it; nil where it is none.
private func written(_ bytes: [UInt8], _ leniencies: JSONDocument.Leniencies) -> String? {
  do throws(JSONFault) {
    return JSON(try JSONDocument(bytes, leniencies: leniencies).root).text
  } catch {
    require(!error.words.isEmpty, "a fault without words")
    let isThere =
      error.line >= 1 && error.column >= 1 && error.line + error.column <= bytes.count + 2
    require(isThere, "\(error): there is no such place in \(bytes.count) bytes")
    return nil
  }
}

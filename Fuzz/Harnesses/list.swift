// libFuzzer: -max_len=8192
import ContactSheet
import ImageCodecs

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Input(start, count).bytes
  for ending in [NameList.Ending.line, .zero] {
    guard let whole = names(bytes, ending, part: bytes.count) else { continue }
    require(whole == names(bytes, ending, part: 7), "in parts, the list has other names")
    let end = ending == .line ? UInt8(ascii: "\n") : 0
    require(!whole.contains { $0.bytes.contains(end) }, "a name holds the end of names")
  }
  return 0
}

/// The names of a list read in parts; nil where it cannot be used.
private func names(_ bytes: [UInt8], _ ending: NameList.Ending, part: Int) -> [RawPath]? {
  var list = NameList(ending: ending)
  do {
    for start in stride(from: 0, to: bytes.count, by: max(1, part)) {
      try list.append(bytes[start..<min(start + max(1, part), bytes.count)])
    }
    try list.end()
  } catch {
    return nil
  }
  return list.names
}

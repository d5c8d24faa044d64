// libFuzzer: -max_len=1024
import ImageCodecs

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let head = unsafe Input(start, count).bytes.prefix(FileKind.headCount)
  if case .foreign(let name, _) = FileKind(head: Array(head)) {
    require(!name.isEmpty, "a kind without a name")
  }
  return 0
}

package import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A list of names, as `find` prints one.
///
/// Names end in a line feed, and a carriage return before it is left out (a name that ends in one needs a
/// list that ends names in 0); or they end in a 0 and everything else belongs to the name. Nothing in a name
/// is interpreted: no comments, no quotes, no blanks to trim. Empty names are passed over, and the last
/// one needs no end.
package struct NameList {
  package enum Ending: Hashable, Sendable {
    case line, zero
  }

  /// Why a list cannot be used; a fragment that goes after its name and a colon.
  package struct Fault: Error, Hashable, Sendable {
    package let words: String

    package init(words: String) { self.words = words }
  }

  /// No system opens a longer path.
  package static let longestName = 4096
  /// More is taken for a mistake.
  package static let nameLimit = 1_000_000

  package private(set) var names: [RawPath] = []
  private let ending: Ending
  private var name: [UInt8] = []
  /// The number of the name that is being read, empty ones counted.
  private var number = 1

  package init(ending: Ending) { self.ending = ending }

  /// Reads a whole list; also from a pipe.
  package init(_ path: RawPath, ending: Ending) throws(Fault) {
    let descriptor = unsafe path.withCString { unsafe openFile($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      let error = SystemError.last
      throw Fault(words: error.code == ENOENT ? "no such file" : "cannot be opened: \(error)")
    }
    defer { close(descriptor) }
    try self.init(descriptor: descriptor, ending: ending)
  }

  /// - Parameter descriptor: stays the caller's.
  package init(descriptor: Int32, ending: Ending) throws(Fault) {
    self.init(ending: ending)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Fault(words: "cannot be read: \(SystemError.last)") }
      if count == 0 { break }
      try append(buffer[..<count])
    }
    try end()
  }

  /// Takes a further part of the list.
  package mutating func append(_ bytes: some Collection<UInt8>) throws(Fault) {
    let end: UInt8 = ending == .zero ? 0 : 0x0A
    for byte in bytes {
      if byte == end {
        try endName()
      } else if name.count > NameList.longestName {
        // The longest name and a carriage return fit.
        throw tooLong()
      } else {
        name.append(byte)
      }
    }
  }

  /// Takes what stands after the last end.
  package mutating func end() throws(Fault) { try endName() }

  private mutating func endName() throws(Fault) {
    if ending == .line, name.last == 0x0D { name.removeLast() }
    if name.count > NameList.longestName { throw tooLong() }
    if !name.isEmpty {
      guard let path = RawPath(bytes: name) else {
        throw Fault(
          words: "line \(number) holds a byte 0; a list whose names end in one needs --null")
      }
      if names.count == NameList.nameLimit {
        throw Fault(words: "has more than \(grouped(UInt64(NameList.nameLimit))) names")
      }
      names.append(path)
      name = []
    }
    number += 1
  }

  private func tooLong() -> Fault {
    Fault(
      words: "\(ending == .line ? "line" : "name") \(grouped(UInt64(number))) is longer than "
        + "\(grouped(UInt64(NameList.longestName))) bytes")
  }
}

/// `open` of the system.
private func openFile(_ name: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  unsafe open(name, flags)
}

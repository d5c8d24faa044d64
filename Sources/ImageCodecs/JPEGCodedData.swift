#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The coded data of a scan of a JPEG, without the zeros that are stuffed in, a stretch between two restart
/// markers after the other.
@safe final class JPEGCodedData {
  /// What may be read from `next` before `fill` is called again, even where the data ends.
  static let slack = 2048

  /// The bytes that are there; behind them are `slack` more of no meaning.
  private(set) var next: UnsafePointer<UInt8>
  private(set) var end: UnsafePointer<UInt8>
  /// The marker that ends the stretch at `end`: a restart, or the end of the picture; nil where more data
  /// follows.
  private(set) var marker: UInt8?

  /// Bytes that have come so far: up to `end`, from where it began.
  private(set) var total = 0
  /// A place in the input to be noticed, and what `total` is there, once it has come.
  private(set) var mark: Int?
  private(set) var markTotal: Int?

  private let buffer: UnsafeMutablePointer<UInt8>
  private static let capacity = 65_536

  // As it is stored.
  private let descriptor: Int32
  // Where in the input `storedEnd` is.
  private var offset: Int
  private let piece: UnsafeMutablePointer<UInt8>?
  private var stored: UnsafePointer<UInt8>
  private var storedEnd: UnsafePointer<UInt8>
  private static let pieceSize = 65_536

  /// Where a picture is.
  @unsafe enum Input {
    /// A file, whose own offset stays as it is.
    case file(descriptor: Int32, byteCount: Int)
    case bytes(UnsafeBufferPointer<UInt8>)

    var byteCount: Int {
      switch unsafe self {
      case .file(_, let count): count
      case .bytes(let bytes): bytes.count
      }
    }
  }

  /// - Parameters:
  ///   - input: must outlive the reader.
  ///   - offset: where in the input the data begins.
  init(_ input: Input, offset: Int) {
    unsafe buffer = .allocate(capacity: JPEGCodedData.capacity + JPEGCodedData.slack)
    unsafe buffer.initialize(repeating: 0, count: JPEGCodedData.capacity + JPEGCodedData.slack)
    unsafe next = UnsafePointer(buffer)
    unsafe end = UnsafePointer(buffer)
    switch unsafe input {
    case .file(let descriptor, _):
      self.descriptor = descriptor
      self.offset = offset
      let piece = UnsafeMutablePointer<UInt8>.allocate(capacity: JPEGCodedData.pieceSize)
      unsafe piece.initialize(repeating: 0, count: 1)
      unsafe self.piece = piece
      unsafe stored = UnsafePointer(piece)
      unsafe storedEnd = UnsafePointer(piece)
    case .bytes(let bytes):
      descriptor = -1
      self.offset = bytes.count
      unsafe piece = nil
      unsafe storedEnd = (bytes.baseAddress ?? UnsafePointer(buffer)) + bytes.count
      unsafe stored = storedEnd - (bytes.count - offset)
    }
  }

  /// The first place from an offset on with no 0xFF in front of it; nil where there is none near.
  static func plainOffset(in input: Input, from offset: Int) -> Int? {
    let count = 16
    var found: [UInt8] = []
    switch unsafe input {
    case .file(let descriptor, _):
      var bytes = [UInt8](repeating: 0, count: count)
      let got = unsafe pread(descriptor, &bytes, count, off_t(offset - 1))
      found = Array(bytes.prefix(max(0, got)))
    case .bytes(let bytes):
      unsafe found = Array(bytes.dropFirst(offset - 1).prefix(count))
    }
    return found.firstIndex { $0 != 0xFF }.map { offset + $0 }
  }

  /// Where in the input the next byte comes from.
  var storedOffset: Int { unsafe offset - (storedEnd - stored) }

  /// Has a place noticed that is still to come, and in front of which there is no 0xFF.
  func notice(_ mark: Int) {
    self.mark = mark
    markTotal = nil
  }

  deinit {
    unsafe buffer.deallocate()
    unsafe piece?.deallocate()
  }

  /// Adds data behind what is left from `position` on, which becomes `next`; false where the input ends, or
  /// has something else than data and the markers named above.
  func fill(from position: UnsafePointer<UInt8>) -> Bool {
    let left = unsafe end - position
    unsafe memmove(buffer, position, left)
    unsafe next = UnsafePointer(buffer)
    unsafe end = UnsafePointer(buffer + left)
    return add(after: left)
  }

  /// Goes on behind the restart marker that ended the stretch.
  func beginStretch() -> Bool {
    marker = nil
    unsafe next = UnsafePointer(buffer)
    unsafe end = UnsafePointer(buffer)
    return add(after: 0)
  }

  private func add(after count: Int) -> Bool {
    var target = unsafe buffer + count
    let targetEnd = unsafe buffer + JPEGCodedData.capacity
    let start = unsafe target
    defer {
      unsafe end = UnsafePointer(target)
      unsafe total += target - start
    }
    while unsafe target < targetEnd, marker == nil {
      if unsafe stored == storedEnd, !read(keeping: 0) { return false }
      var room = unsafe min(storedEnd - stored, targetEnd - target)
      if let mark, markTotal == nil {
        if mark == storedOffset {
          markTotal = unsafe total + (target - start)
        } else {
          room = min(room, mark - storedOffset)
        }
      }
      let found = unsafe memchr(stored, 0xFF, room)
      let plain =
        unsafe found.map { unsafe UnsafeRawPointer($0) - UnsafeRawPointer(stored) } ?? room
      unsafe memcpy(target, stored, plain)
      unsafe target += plain
      unsafe stored += plain
      if unsafe found == nil { continue }
      if unsafe storedEnd - stored < 2, !read(keeping: 1) { return false }
      let following = unsafe stored[1]
      unsafe stored += 2
      switch following {
      case 0x00:
        unsafe target.pointee = 0xFF
        unsafe target += 1
      case 0xD0...0xD7, 0xD9:
        marker = following
      default:
        return false
      }
    }
    return true
  }

  /// Reads a piece behind the last bytes; false at the end of the input, and where it cannot be read.
  private func read(keeping count: Int) -> Bool {
    guard let piece = unsafe piece else { return false }
    unsafe memmove(piece, stored, count)
    while true {
      let size = JPEGCodedData.pieceSize - count
      let got = unsafe pread(descriptor, piece + count, size, off_t(offset))
      if got < 0, errno == EINTR { continue }
      if got <= 0 { return false }
      offset += got
      unsafe stored = UnsafePointer(piece)
      unsafe storedEnd = UnsafePointer(piece + count + got)
      return true
    }
  }
}

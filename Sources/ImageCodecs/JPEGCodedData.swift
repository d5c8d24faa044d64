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

  private let buffer: UnsafeMutablePointer<UInt8>
  private static let capacity = 65_536

  // As it is stored.
  private let descriptor: Int32
  private var offset: Int
  private let piece: UnsafeMutablePointer<UInt8>?
  private var stored: UnsafePointer<UInt8>
  private var storedEnd: UnsafePointer<UInt8>
  private static let pieceSize = 65_536

  /// - Parameter offset: where in the file, whose own offset stays as it is, the data begins.
  init(descriptor: Int32, offset: Int) {
    self.descriptor = descriptor
    self.offset = offset
    let piece = UnsafeMutablePointer<UInt8>.allocate(capacity: JPEGCodedData.pieceSize)
    unsafe piece.initialize(repeating: 0, count: 1)
    unsafe self.piece = piece
    unsafe stored = UnsafePointer(piece)
    unsafe storedEnd = UnsafePointer(piece)
    unsafe buffer = JPEGCodedData.emptyBuffer()
    unsafe next = UnsafePointer(buffer)
    unsafe end = UnsafePointer(buffer)
  }

  /// - Parameter bytes: they must outlive the reader.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    descriptor = -1
    offset = 0
    unsafe piece = nil
    unsafe buffer = JPEGCodedData.emptyBuffer()
    unsafe next = UnsafePointer(buffer)
    unsafe end = UnsafePointer(buffer)
    unsafe stored = bytes.baseAddress ?? UnsafePointer(buffer)
    unsafe storedEnd = stored + bytes.count
  }

  private static func emptyBuffer() -> UnsafeMutablePointer<UInt8> {
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + slack)
    unsafe buffer.initialize(repeating: 0, count: capacity + slack)
    return unsafe buffer
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
    defer { unsafe end = UnsafePointer(target) }
    while unsafe target < targetEnd, marker == nil {
      if unsafe stored == storedEnd, !read(keeping: 0) { return false }
      let room = unsafe min(storedEnd - stored, targetEnd - target)
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

#if canImport(Glibc)
  import Glibc

  /// A port at which connections are begun and never made: its queue is full and nobody takes anything out of it.
  package final class SilentServer {
    package let port: Int
    private var descriptors: [Int32] = []

    package init() {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      descriptors.append(listener)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let opened = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          guard unsafe bind(listener, address, size) == 0, listen(listener, 0) == 0,
            unsafe getsockname(listener, address, &size) == 0
          else { return [] as [Int32] }
          // One more than the queue takes.
          return (0..<2).map { _ in
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let descriptor = socket(AF_INET, type, 0)
            _ = unsafe connect(descriptor, address, size)
            return descriptor
          }
        }
      }
      precondition(!opened.isEmpty, "no port for a test")
      descriptors += opened
      port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit {
      for descriptor in descriptors { close(descriptor) }
    }
  }
#endif

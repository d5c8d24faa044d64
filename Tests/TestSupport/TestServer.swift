import ContactSheet
import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A server of HTTP/1.1 in the test's own process, which answers as the test says, right or wrong.
///
/// It listens on every address of the machine, so that 127.0.0.1 and 127.0.0.2 are two hosts, at a port that the
/// system chooses. It stops when it goes away.
package final class TestServer: Sendable {
  package let port: Int
  private let listener: Int32
  private let shared = Locked(Shared())

  private struct Shared {
    var replies: [String: @Sendable (TestRequest) -> TestReply] = [:]
    var requests: [TestRequest] = []
    var open: Set<Int32> = []
    var most = 0
    var isEnding = false
  }

  package init() {
    let (listener, port) = TestServer.listener()
    self.listener = listener
    self.port = port
    let shared = shared
    Thread {
      while true {
        let descriptor = accept(listener, nil, nil)
        if descriptor < 0 {
          if errno == EINTR || errno == ECONNABORTED { continue }
          close(listener)
          return
        }
        let isEnding = shared.withLock { shared in
          if !shared.isEnding {
            shared.open.insert(descriptor)
            shared.most = max(shared.most, shared.open.count)
          }
          return shared.isEnding
        }
        if isEnding {
          close(descriptor)
          continue
        }
        Thread { TestServer.serve(descriptor, shared) }?.detach()
      }
    }?.detach()
  }

  deinit {
    shared.withLock { shared in
      shared.isEnding = true
      for descriptor in shared.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    // Wakes the thread that waits for connections, which closes it.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// An address of it.
  package func address(_ path: String, host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)\(path)"
  }

  /// Says what is answered to a path, with its query; whatever else is asked for gets 404.
  package func on(_ path: String, _ reply: @escaping @Sendable (TestRequest) -> TestReply) {
    shared.withLock { $0.replies[path] = reply }
  }

  package func on(_ path: String, _ reply: TestReply) { on(path) { _ in reply } }

  /// Answers with one after the other, and then with the last one again and again.
  package func on(_ path: String, _ replies: [TestReply]) {
    on(path) { replies[min($0.number, replies.count - 1)] }
  }

  /// Requests so far, of a path or of all, in their order.
  package func requests(_ path: String? = nil) -> [TestRequest] {
    shared.withLock { $0.requests.filter { path == nil || $0.target == path } }
  }

  package func count(_ path: String? = nil) -> Int { requests(path).count }

  /// Connections that were open at the same time, at most.
  package var mostConnections: Int { shared.withLock { $0.most } }

  /// Waits until so many requests have come.
  package func waitForRequests(_ count: Int) {
    shared.wait { $0.requests.count >= count ? () : nil }
  }

  // MARK: connections

  private static func listener() -> (descriptor: Int32, port: Int) {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(listener, address, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    precondition(isBound, "no port for a test")
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func serve(_ descriptor: Int32, _ shared: Locked<Shared>) {
    defer {
      shared.withLock { shared in
        shared.open.remove(descriptor)
        close(descriptor)
      }
    }
    while let head = readHead(descriptor) {
      let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
      guard let words = lines.first?.split(separator: " "), words.count == 3 else { return }
      var headers: [String: String] = [:]
      for line in lines.dropFirst() {
        let sides = line.split(separator: ":", maxSplits: 1)
        if sides.count == 2 {
          headers[sides[0].lowercased()] = String(sides[1].drop { $0 == " " })
        }
      }
      let target = String(words[1])
      let (request, reply) = shared.withLock { shared in
        let request = TestRequest(
          target: target, headers: headers,
          number: shared.requests.filter { $0.target == target }.count)
        shared.requests.append(request)
        return (request, shared.replies[target])
      }
      let answer = reply?(request) ?? TestReply(status: 404, body: "nothing here")
      guard send(answer, to: descriptor), !answer.isCut else { return }
    }
  }

  private static func readHead(_ descriptor: Int32) -> [UInt8]? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while head.count < 100_000 {
      let count = unsafe recv(descriptor, &byte, 1, 0)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return nil }
      head.append(byte)
      // A greeting of TLS, which is not spoken here.
      if head == [0x16] { return nil }
      if head.suffix(4) == [13, 10, 13, 10] { return head }
    }
    return nil
  }

  private static func send(_ reply: TestReply, to descriptor: Int32) -> Bool {
    if reply.isSilent { return false }
    var head = "HTTP/1.1 \(reply.status) \(reply.reason)\r\n"
    for (name, value) in reply.headers { head += "\(name): \(value)\r\n" }
    let length = reply.promised ?? (reply.status == 304 ? nil : reply.body.count + reply.rest.count)
    if let length, length >= 0 { head += "Content-Length: \(length)\r\n" }
    if !send(Array((head + "\r\n").utf8) + reply.body, to: descriptor) { return false }
    reply.gate?.wait()
    return send(reply.rest, to: descriptor)
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let start = sent
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemSend(descriptor, buffer.baseAddress! + start, buffer.count - start, flags)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }
}

/// `send` of the system, which the method hides.
private func systemSend(
  _ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int, _ flags: Int32
) -> Int {
  unsafe send(descriptor, start, count, flags)
}

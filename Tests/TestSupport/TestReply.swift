import ImageCodecs

/// What a ``TestServer`` answers.
package struct TestReply: Sendable {
  package var status = 200
  package var reason = "Said"
  package var headers: [(String, String)] = []
  package var body: [UInt8] = []
  /// The length that is promised instead of the body's own; negative for no promise.
  package var promised: Int?
  /// The connection is closed behind it.
  package var isCut = false
  /// Nothing is answered, and the connection is closed.
  package var isSilent = false
  /// Behind the body nothing goes on until it opens; then come the other bytes.
  package var gate: Gate?
  package var rest: [UInt8] = []

  package init(
    status: Int = 200, reason: String = "Said", headers: [(String, String)] = [],
    body: [UInt8] = [], promised: Int? = nil, isCut: Bool = false, isSilent: Bool = false,
    gate: Gate? = nil, rest: [UInt8] = []
  ) {
    self.status = status
    self.reason = reason
    self.headers = headers
    self.body = body
    self.promised = promised
    self.isCut = isCut
    self.isSilent = isSilent
    self.gate = gate
    self.rest = rest
  }

  package init(status: Int = 200, headers: [(String, String)] = [], body: String) {
    self.init(status: status, headers: headers, body: Array(body.utf8))
  }

  package static func redirect(to address: String, status: Int = 302) -> TestReply {
    TestReply(status: status, headers: [("Location", address)])
  }

  /// Something that threads wait for until a test opens it.
  package final class Gate: Sendable {
    private let isOpen = Locked(false)

    package init() {}

    package func open() { isOpen.withLock { $0 = true } }

    package func wait() { isOpen.wait { $0 ? () : nil } }
  }
}

import CRemote
import ImageCodecs

/// Transfers that go on at the same time, on the thread that waits for them.
@safe final class RemoteSession {
  private let session: OpaquePointer

  /// Opens libcurl if nobody did before.
  ///
  /// - Parameter refusesPrivate: connects to no private address. Whoever asks for a session without this must not
  ///   share it with those who want it: connections are used again.
  init(_ options: RemoteOptions, refusesPrivate: Bool) throws(RemoteFault) {
    var message = [CChar](repeating: 0, count: Int(CREM_MESSAGE_SIZE))
    guard unsafe crem_open(&message) else { throw .library(RemoteSession.text(message)) }
    guard
      let created = unsafe crem_session_create(
        Int32(options.transferLimit), Int32(options.hostTransferLimit), refusesPrivate,
        "contactsheet/\(version)", options.certificates)
    else { throw .library("not enough memory") }
    unsafe session = created
    // Whoever configured a proxy wants it to be reached, and most often that is a private address. It is none of
    // the places that answers come from either, so that it must not be kept as such.
    for address in options.publicAddresses + RemoteProxies.addresses() {
      _ = unsafe crem_session_exempt(session, address)
    }
  }

  deinit { unsafe crem_session_destroy(session) }

  /// Bytes of bodies that came so far.
  var received: Int { Int(unsafe crem_received(session)) }

  /// Starts to ask for something.
  ///
  /// - Parameters:
  ///   - headers: lines without their ends.
  ///   - descriptor: where the bytes go; open until the outcome is there.
  ///   - seconds: how long it may take.
  ///   - tag: comes back with the outcome.
  func start(
    _ address: RemoteAddress, headers: [String], descriptor: Int32, byteLimit: Int,
    seconds: Double, options: RemoteOptions, tag: UInt64
  ) throws(RemoteFault) {
    var message = [CChar](repeating: 0, count: Int(CREM_MESSAGE_SIZE))
    let milliseconds = { (seconds: Double) in Int64(max(1, seconds * 1000)) }
    var limits = crem_limits(
      bytes: Int64(byteLimit), connect_milliseconds: milliseconds(options.connectTimeLimit),
      total_milliseconds: milliseconds(seconds), stall_seconds: Int64(options.stallTimeLimit))
    let lines = headers.map { $0 + "\n" }.joined()
    let isStarted = unsafe crem_start(
      session, address.text, lines, descriptor, &limits, tag, &message)
    if !isStarted { throw .notConnected(RemoteSession.text(message)) }
  }

  /// Lets transfers go on, at most for so many milliseconds, and gives back what has ended.
  func wait(milliseconds: Int) -> [TransferOutcome] {
    unsafe crem_wait(session, Int32(milliseconds))
    var outcomes: [TransferOutcome] = []
    while let transfer = unsafe crem_next(session) {
      outcomes.append(unsafe TransferOutcome(crem_outcome_of(transfer).pointee))
      unsafe crem_release(transfer)
    }
    return outcomes
  }

  /// What stands before the first zero.
  static func text(_ message: some Sequence<CChar>) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

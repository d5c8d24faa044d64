import CRemote
import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a transfer came to.
struct TransferOutcome {
  let tag: UInt64
  let result: crem_result
  let failure: crem_failure
  /// It may go better the next time.
  let mayPass: Bool
  /// The host has no address, or nobody listens there.
  let isUnreachable: Bool
  let systemError: SystemError?
  /// libcurl's words for what went wrong.
  let message: String
  /// The private address that was refused, or where the answer came from.
  let privateAddress: String?
  /// HTTP's; 0 where no answer came.
  let status: Int
  /// Bytes of the body; nil for no promise.
  let received: Int
  let promised: Int?
  let headers: ResponseHeaders
  /// Where a redirect leads to, as the server wrote it but absolute.
  let redirect: [UInt8]?

  /// - Parameter outcome: its transfer is not released yet.
  @unsafe init(_ outcome: crem_outcome) {
    tag = unsafe outcome.tag
    result = unsafe outcome.result
    failure = unsafe outcome.failure
    mayPass = unsafe outcome.may_pass
    isUnreachable = unsafe outcome.unreachable
    let code = unsafe outcome.error_number
    systemError = code == 0 ? nil : SystemError(code: code)
    message = unsafe TransferOutcome.text(outcome.message)
    let address = unsafe TransferOutcome.text(outcome.private_address)
    privateAddress = address.isEmpty ? nil : address
    status = Int(unsafe outcome.status)
    received = Int(unsafe outcome.received)
    promised = unsafe outcome.promised < 0 ? nil : Int(outcome.promised)
    headers = ResponseHeaders(
      unsafe Array(
        UnsafeRawBufferPointer(start: outcome.headers, count: outcome.header_bytes)))
    redirect = unsafe outcome.redirect.map { start in
      unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
    }
  }

  /// Of an array of C, which is a tuple here.
  private static func text<Characters>(_ characters: Characters) -> String {
    unsafe withUnsafeBytes(of: characters) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

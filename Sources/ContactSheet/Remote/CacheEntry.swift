import ImageCodecs
import PlainJSON

/// What the cache remembers of an address beside the bytes that came from it.
struct CacheEntry {
  var address: RemoteAddress
  var finalAddress: RemoteAddress
  /// When it came or was found to hold still, in seconds since 1970.
  var stored: Int
  /// See ``Freshness/until``.
  var freshUntil: Int
  var byteCount: Int
  /// As ``FileDigest`` has it.
  var digest: String
  /// Where it came from, if that is a private address: a feed must not get at it through the cache.
  var privateAddress: String?
  /// Those that ``ResponseHeaders/keptNames`` lists.
  var headers: ResponseHeaders

  /// Nothing that came later than now: then a clock was wrong.
  func isFresh(at now: Int) -> Bool { stored <= now && now < freshUntil }

  /// Header lines that ask the server whether it still holds.
  var conditions: [String] {
    let pairs = [("If-None-Match", "etag"), ("If-Modified-Since", "last-modified")]
    return pairs.compactMap { line, name in
      guard let value = headers[name], value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        return nil
      }
      return "\(line): \(value)"
    }
  }

  // MARK: as a file

  var text: String {
    var members: [(String, JSON)] = [
      ("version", .number(1)), ("address", .text(address.text)),
      ("final_address", .text(finalAddress.text)), ("stored", .number(stored)),
      ("fresh_until", .number(freshUntil)), ("bytes", .number(byteCount)),
      ("digest", .text(digest)),
    ]
    if let privateAddress { members.append(("private_address", .text(privateAddress))) }
    members.append(("headers", .object(headers.kept.map { ($0.name, .text($0.value)) })))
    return JSON.object(members).pretty() + "\n"
  }

  /// - Returns: nil for what is no such text, or one of another version.
  init?(_ text: [UInt8]) {
    guard let root = try? JSONDocument(text).root, root["version"]?.number?.int == 1,
      let address = CacheEntry.address(root["address"]),
      let finalAddress = CacheEntry.address(root["final_address"]),
      let stored = root["stored"]?.number?.int, let until = root["fresh_until"]?.number?.int,
      let bytes = root["bytes"]?.number?.int, let digest = root["digest"]?.text,
      digest.utf8.count == 16, digest.utf8.allSatisfy({ $0 != UInt8(ascii: "/") }),
      let fields = root["headers"]?.members
    else { return nil }
    self.address = address
    self.finalAddress = finalAddress
    self.stored = stored
    freshUntil = until
    byteCount = bytes
    self.digest = digest
    privateAddress = root["private_address"]?.text
    headers = ResponseHeaders(
      fields.compactMap { field in field.value.text.map { (field.name, $0) } })
  }

  init(
    address: RemoteAddress, finalAddress: RemoteAddress, stored: Int, freshUntil: Int,
    byteCount: Int, digest: String, privateAddress: String?, headers: ResponseHeaders
  ) {
    self.address = address
    self.finalAddress = finalAddress
    self.stored = stored
    self.freshUntil = freshUntil
    self.byteCount = byteCount
    self.digest = digest
    self.privateAddress = privateAddress
    self.headers = headers
  }

  private static func address(_ node: JSONNode?) -> RemoteAddress? {
    node?.text.flatMap { try? RemoteAddress($0.utf8) }
  }
}

import CRemote

/// The proxies that the environment names, in the variables that libcurl reads.
enum RemoteProxies {
  /// There are some.
  static var areConfigured: Bool { !values.isEmpty }

  /// Their addresses with their ports. It asks the network for those that are given by name.
  static func addresses() -> [String] {
    Set(values).sorted().flatMap { value -> [String] in
      guard let (host, port) = place(value) else { return [] }
      let room = 8
      let size = Int(CREM_ADDRESS_SIZE)
      var texts = [CChar](repeating: 0, count: room * size)
      let count = unsafe crem_resolve(host, Int32(port), &texts, room)
      return (0..<count).map { index in
        RemoteSession.text(texts[index * size..<(index + 1) * size])
      }
    }
  }

  /// Whether a host is private by the way it is written, without asking anybody: all that can be told where a proxy
  /// asks for its address.
  static func isPrivate(host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    let number = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : name
    return unsafe crem_numeric_host_is_private(number) == 1
  }

  private static var values: [String] {
    // Not HTTP_PROXY: a server would set it to what a client says.
    let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    return names.compactMap(RemoteOptions.variable)
  }

  /// Host and port of `http://user:password@proxy:3128/`, of which only the host has to be there.
  static func place(_ value: String) -> (host: String, port: Int)? {
    var rest = value[...]
    var port = 1080
    if let colon = rest.firstRange(of: "://") {
      if rest[..<colon.lowerBound].lowercased() == "https" { port = 443 }
      rest = rest[colon.upperBound...]
    }
    rest = rest.prefix { $0 != "/" }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    var host = rest
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
      host = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
    } else {
      host = rest.prefix { $0 != ":" }
      rest = rest.dropFirst(host.count)
    }
    if rest.hasPrefix(":") { port = Int(rest.dropFirst()) ?? 0 }
    return host.isEmpty || !(1...65535).contains(port) ? nil : (String(host), port)
  }
}

import CRemote
import ImageCodecs

/// Fetches what jobs want into the cache: several at the same time, redirects one by one, and again what may come
/// the next time.
struct RemoteTransfers {
  private let options: RemoteOptions
  private let cache: RemoteCache
  private let lease: CacheLease
  private let session: RemoteSession
  private let refusesPrivate: Bool

  private var waiting: [RemoteJob]
  private var active: [UInt64: RemoteJob] = [:]
  private var activeHosts: [String: Int] = [:]
  private var lastTag: UInt64 = 0
  /// Hosts that nobody reached, and what others that want something from them are told.
  private var unreachable: [String: RemoteFault] = [:]
  private var answered: Set<String> = []
  private var results: [RemoteRequest: Result<FetchedFile, RemoteFault>] = [:]

  init(
    _ jobs: [RemoteJob], refusesPrivate: Bool, options: RemoteOptions, cache: RemoteCache,
    lease: CacheLease
  ) throws(RemoteFault) {
    self.options = options
    self.cache = cache
    self.lease = lease
    self.refusesPrivate = refusesPrivate
    session = try RemoteSession(options, refusesPrivate: refusesPrivate)
    waiting = jobs
    for job in jobs { job.begin() }
  }

  /// - Parameter progress: how many jobs are done, and bytes that came.
  mutating func run(
    progress: (_ done: Int, _ bytes: Int) -> Void
  ) -> [RemoteRequest: Result<FetchedFile, RemoteFault>] {
    while !waiting.isEmpty || !active.isEmpty {
      startAll()
      if waiting.isEmpty, active.isEmpty { break }
      for outcome in session.wait(milliseconds: patience) {
        guard let job = active.removeValue(forKey: outcome.tag) else { continue }
        activeHosts[job.host, default: 1] -= 1
        take(outcome, for: job)
      }
      progress(results.count, session.received)
    }
    progress(results.count, session.received)
    return results
  }

  /// Milliseconds until there may be something to do that no transfer brings.
  private var patience: Int {
    guard active.count < options.transferLimit,
      let next = waiting.map(\.notBefore).filter({ $0 > .now }).min()
    else { return 100 }
    let (seconds, attoseconds) = (next - .now).components
    return min(100, max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)))
  }

  // MARK: starting

  private mutating func startAll() {
    var index = 0
    while index < waiting.count, active.count < options.transferLimit {
      let job = waiting[index]
      if let fault = unreachable[job.host] {
        waiting.remove(at: index)
        finish(job, .failure(fault))
      } else if activeHosts[job.host, default: 0] < options.hostTransferLimit,
        job.notBefore <= .now
      {
        waiting.remove(at: index)
        start(job)
      } else {
        index += 1
      }
    }
  }

  private mutating func start(_ job: RemoteJob) {
    do throws(RemoteFault) {
      if refusesPrivate, let host = hostWrittenAsPrivate(job) { throw .privateAddress(host) }
      if job.file == nil { job.file = try RemoteTransfers.file(in: cache) }
      job.requested = options.now()
      let spent = job.send().components
      let left =
        options.totalTimeLimit - Double(spent.seconds) - Double(spent.attoseconds) / 1e18
      lastTag += 1
      try session.start(
        job.address,
        headers: [RemoteTransfers.accepted] + (job.entry?.conditions ?? []),
        descriptor: job.file!.descriptor, byteLimit: options.byteLimit(job.request.kind),
        seconds: left, options: options, tag: lastTag)
    } catch {
      finish(job, .failure(error))
      return
    }
    active[lastTag] = job
    activeHosts[job.host, default: 0] += 1
  }

  /// The host that is asked, where a proxy may ask it and it is private by the way it is written.
  private func hostWrittenAsPrivate(_ job: RemoteJob) -> String? {
    let host = job.address.host
    guard RemoteProxies.areConfigured, !options.publicAddresses.contains(host),
      RemoteProxies.isPrivate(host: host)
    else { return nil }
    return host
  }

  /// The private address that an answer came from. Of one by way of a proxy only its host can be judged.
  private func privateAddress(_ outcome: TransferOutcome, for job: RemoteJob) -> String? {
    outcome.privateAddress ?? hostWrittenAsPrivate(job)
  }

  /// The same for whatever is asked for, so that an answer serves everybody who wants the address.
  private static let accepted =
    "Accept: image/jpeg, image/png, application/feed+json, application/json, */*;q=0.5"

  private static func file(in cache: RemoteCache) throws(RemoteFault) -> CacheFile {
    do throws(OutputFault) {
      return try cache.newFile()
    } catch {
      throw .cache(error)
    }
  }

  // MARK: ending

  private mutating func take(_ outcome: TransferOutcome, for job: RemoteJob) {
    if outcome.status != 0 { answered.insert(job.host) }
    switch outcome.result {
    case CREM_DONE: takeAnswer(outcome, for: job)
    case CREM_PRIVATE:
      finish(job, .failure(.privateAddress(outcome.privateAddress ?? job.address.host)))
    case CREM_TOO_LARGE:
      finish(job, .failure(.tooLarge(limit: options.byteLimit(job.request.kind))))
    case CREM_NOT_WRITTEN:
      let error = outcome.systemError ?? SystemError(code: 0)
      finish(job, .failure(.cache(.failed(cache.directory, "cannot be written", error))))
    case CREM_CONNECT_TIMEOUT:
      retry(job, or: .connectTimeOut(seconds: Int(options.connectTimeLimit)), after: outcome)
    case CREM_STALLED: retry(job, or: .stalled(seconds: options.stallTimeLimit), after: outcome)
    case CREM_TIMEOUT:
      retry(job, or: .timeOut(seconds: Int(options.totalTimeLimit)), after: outcome)
    case CREM_CUT:
      let fault =
        outcome.promised.map { RemoteFault.short(promised: $0, received: outcome.received) }
        ?? .cut(received: outcome.received)
      retry(job, or: fault, after: outcome)
    default:
      let fault = RemoteFault.notConnected(RemoteTransfers.words(outcome))
      if outcome.mayPass {
        retry(job, or: fault, after: outcome)
      } else {
        finish(job, .failure(fault))
      }
    }
  }

  private mutating func takeAnswer(_ outcome: TransferOutcome, for job: RemoteJob) {
    switch outcome.status {
    case 200, 203: store(outcome, for: job)
    case 304 where job.entry != nil: confirm(outcome, for: job)
    case 301, 302, 303, 307, 308:
      if let redirect = outcome.redirect
        ?? RemoteTransfers.location(outcome.headers, at: job.address)
      {
        follow(redirect, outcome, for: job)
      } else {
        finish(job, .failure(RemoteTransfers.status(outcome)))
      }
    case 408, 425, 429, 500, 502, 503, 504:
      retry(job, or: RemoteTransfers.status(outcome), after: outcome)
    default: finish(job, .failure(RemoteTransfers.status(outcome)))
    }
  }

  /// Where a redirect leads to whose body was not read to its end: libcurl does not say it then.
  private static func location(_ headers: ResponseHeaders, at address: RemoteAddress) -> [UInt8]? {
    headers["location"].map { text in
      let base = AddressReference.absolute(address.text)
      return Array(((try? AddressReference.resolved(text, against: base))?.text ?? text).utf8)
    }
  }

  private mutating func follow(
    _ redirect: [UInt8], _ outcome: TransferOutcome, for job: RemoteJob
  ) {
    guard job.redirects < options.redirectLimit else {
      return finish(job, .failure(.tooManyRedirects(limit: options.redirectLimit)))
    }
    do throws(RemoteFault) {
      let next = try RemoteAddress(redirect)
      job.follow(
        next,
        holding: Freshness(
          redirect: outcome.headers, status: outcome.status, requested: job.requested,
          arrived: options.now()),
        from: privateAddress(outcome, for: job))
      // What has begun goes on before others begin.
      waiting.insert(job, at: 0)
    } catch {
      let words = if case .notAnAddress(let words) = error { words } else { error.description }
      finish(job, .failure(.wrongRedirect(to: RemoteAddress.shown(redirect), words)))
    }
  }

  /// The body is there.
  private mutating func store(_ outcome: TransferOutcome, for job: RemoteJob) {
    guard let file = job.file, outcome.received > 0 else {
      return finish(job, .failure(.empty))
    }
    let arrived = options.now()
    let freshness = Freshness(
      outcome.headers, age: outcome.headers["age"], requested: job.requested, arrived: arrived
    ).limited(by: job.freshness)
    do {
      let entry = CacheEntry(
        address: job.request.address, finalAddress: job.address, stored: arrived,
        freshUntil: freshness.until, byteCount: outcome.received,
        digest: try FileDigest(of: file.temporary).text,
        privateAddress: job.privateAddress ?? privateAddress(outcome, for: job),
        headers: outcome.headers)
      let body = try cache.store(file, as: entry, isKept: freshness.isKept, lease: lease)
      finish(job, .success(FetchedFile(entry, at: body, isFromCache: false)))
    } catch let fault as OutputFault {
      finish(job, .failure(.cache(fault)))
    } catch {
      // Somebody took the file away before it had its name.
      finish(job, .failure(.cache(.failed(file.temporary, "cannot be read", SystemError(code: 2)))))
    }
  }

  /// What the cache has still holds.
  private mutating func confirm(_ outcome: TransferOutcome, for job: RemoteJob) {
    guard var entry = job.entry, let body = job.body, entry.finalAddress == job.address else {
      // Of something else that has the same mark: it is asked for without one.
      job.entry = nil
      job.restart()
      waiting.insert(job, at: 0)
      return
    }
    let arrived = options.now()
    entry.headers = entry.headers.updated(by: outcome.headers)
    let freshness = Freshness(
      entry.headers, age: outcome.headers["age"], requested: job.requested, arrived: arrived
    ).limited(by: job.freshness)
    entry.stored = arrived
    entry.freshUntil = freshness.until
    entry.privateAddress = job.privateAddress ?? privateAddress(outcome, for: job)
    do throws(OutputFault) {
      try cache.update(entry)
      finish(job, .success(FetchedFile(entry, at: body, isFromCache: true)))
    } catch {
      finish(job, .failure(.cache(error)))
    }
  }

  private mutating func retry(
    _ job: RemoteJob, or fault: RemoteFault, after outcome: TransferOutcome
  ) {
    var seconds = options.backOff
    for _ in 1..<max(1, job.tries) { seconds *= 2 }
    if let wanted = RemoteTransfers.retryAfter(outcome.headers, now: options.now()) {
      if wanted > options.retryAfterLimit, case .status(let status, let reason) = fault {
        return finish(job, .failure(.busy(status, reason, retryAfter: wanted)))
      }
      seconds = max(seconds, Double(wanted))
    }
    guard job.tries < options.tries else {
      if outcome.isUnreachable, !answered.contains(job.host) { unreachable[job.host] = fault }
      return finish(job, .failure(fault))
    }
    // Any number may wait at the same time: none of them has a file open meanwhile.
    job.file = nil
    job.begin()
    job.notBefore = .now + .seconds(seconds * options.waitScale)
    waiting.append(job)
  }

  private mutating func finish(_ job: RemoteJob, _ result: Result<FetchedFile, RemoteFault>) {
    // What was written so far goes with it.
    job.file = nil
    results[job.request] = result
  }

  // MARK: words

  private static func status(_ outcome: TransferOutcome) -> RemoteFault {
    let reason = outcome.headers.reason
    return .status(outcome.status, reason.isEmpty ? reasons[outcome.status] ?? "" : reason)
  }

  /// Those of HTTP/2, which sends none, that are worth words.
  private static let reasons = [
    204: "No Content", 206: "Partial Content", 304: "Not Modified", 400: "Bad Request",
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
    410: "Gone", 414: "URI Too Long", 418: "I'm a teapot", 421: "Misdirected Request",
    425: "Too Early", 429: "Too Many Requests", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout",
  ]

  /// Seconds, or a date, in which the server wants to be asked again.
  private static func retryAfter(_ headers: ResponseHeaders, now: Int) -> Int? {
    guard let text = headers["retry-after"] else { return nil }
    if let seconds = Int(text) { return seconds >= 0 ? seconds : nil }
    return HTTPDate(text).map { max(0, $0.seconds - now) }
  }

  /// Why there is no answer.
  private static func words(_ outcome: TransferOutcome) -> String {
    switch outcome.failure {
    case CREM_UNKNOWN_HOST: "the host is not known"
    case CREM_UNKNOWN_PROXY: "the proxy is not known"
    case CREM_NOT_CONNECTED: outcome.systemError.map { lowered("\($0)") } ?? "no connection"
    case CREM_NOTHING: "the server closed the connection and sent nothing"
    case CREM_HEADERS: "the header of the server's answer is too large"
    case CREM_NO_TLS: "no secure connection: \(outcome.message)"
    case CREM_CERTIFICATE: "its certificate cannot be trusted: \(outcome.message)"
    default: lowered(outcome.message)
    }
  }

  private static func lowered(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}

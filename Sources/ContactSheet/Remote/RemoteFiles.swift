import ImageCodecs

/// Remote files as one run sees them: each address is fetched once, and is the same for everybody who asks again.
package final class RemoteFiles: Sendable {
  package let options: RemoteOptions
  private let state = Locked(State())

  private struct State {
    typealias Known = [RemoteRequest: Result<FetchedFile, RemoteFault>]

    var isBusy = false
    var known: Known = [:]
    var lease: CacheLease?
  }

  /// What the process uses it uses to its end: one lease for each cache, however many runs it has.
  private static let heldLeases = Locked<[RawPath: CacheLease]>([:])

  package init(_ options: RemoteOptions) { self.options = options }

  /// Fetches what was not fetched before, on the caller's thread, several addresses at the same time.
  ///
  /// Another thread that fetches at the same time waits, unless all that it asks for is known. Without requests nothing happens at all: no cache is
  /// looked at and libcurl is not opened.
  ///
  /// - Parameter progress: called on the caller's thread, now and then and at the end.
  /// - Returns: one result for each request, in their order.
  package func fetch(
    _ requests: [RemoteRequest], progress: (RemoteProgress) -> Void = { _ in }
  ) -> [Result<FetchedFile, RemoteFault>] {
    let answers = state.withLock { state in requests.compactMap { state.known[$0] } }
    if answers.count == requests.count { return answers }
    var (known, lease) = state.wait { state -> (State.Known, CacheLease?)? in
      if state.isBusy { return nil }
      state.isBusy = true
      return (state.known, state.lease)
    }
    var wanted: [RemoteRequest] = []
    var seen: Set<RemoteRequest> = []
    for request in requests where known[request] == nil && seen.insert(request).inserted {
      wanted.append(request)
    }
    if !wanted.isEmpty {
      known.merge(fetchAll(wanted, &lease, progress)) { $1 }
    }
    state.withLock { state in
      state.known = known
      state.lease = lease
      state.isBusy = false
    }
    return requests.map { known[$0]! }
  }

  private func fetchAll(
    _ requests: [RemoteRequest], _ lease: inout CacheLease?,
    _ progress: (RemoteProgress) -> Void
  ) -> State.Known {
    guard let place = options.cache else {
      return Dictionary(uniqueKeysWithValues: requests.map { ($0, .failure(.noCache)) })
    }
    let cache = RemoteCache(place)
    do throws(OutputFault) {
      if lease == nil { lease = try self.lease(of: cache) }
    } catch {
      // What is there can be read nevertheless.
      if !options.isOffline {
        return Dictionary(uniqueKeysWithValues: requests.map { ($0, .failure(.cache(error))) })
      }
    }
    var results: State.Known = [:]
    var bytes = 0
    // Two rounds: a connection to a private address that the user named must not be used for what a feed named.
    for refusesPrivate in [false, true] {
      var jobs: [RemoteJob] = []
      for request in requests where refuses(request) == refusesPrivate {
        let found = options.refreshes ? nil : cache.entry(for: request.address, lease: lease)
        if let result = result(request, found) {
          results[request] = result
        } else {
          jobs.append(RemoteJob(request, entry: found?.entry, body: found?.body))
        }
      }
      progress(RemoteProgress(done: results.count, total: requests.count, bytes: bytes))
      guard !jobs.isEmpty, let lease else { continue }
      do throws(RemoteFault) {
        var transfers = try RemoteTransfers(
          jobs, refusesPrivate: refusesPrivate, options: options, cache: cache, lease: lease)
        let (before, earlier) = (results.count, bytes)
        let fetched = transfers.run { done, received in
          bytes = earlier + received
          progress(RemoteProgress(done: before + done, total: requests.count, bytes: bytes))
        }
        results.merge(fetched) { $1 }
      } catch {
        for job in jobs { results[job.request] = .failure(error) }
      }
    }
    if bytes > 0 { _ = try? cache.evict(limit: options.cacheByteLimit) }
    for (request, result) in results {
      guard case .success(let file) = result, let fault = RemoteFiles.fault(file, request.kind)
      else { continue }
      results[request] = .failure(fault)
    }
    return results
  }

  private func refuses(_ request: RemoteRequest) -> Bool {
    request.isFromFeed && !options.allowsPrivateAddresses
  }

  /// What can be said without the network; nil where that has to be asked.
  private func result(
    _ request: RemoteRequest, _ found: (entry: CacheEntry, body: RawPath)?
  ) -> Result<FetchedFile, RemoteFault>? {
    guard let (entry, body) = found else { return options.isOffline ? .failure(.offline) : nil }
    if refuses(request), let address = entry.privateAddress,
      !options.publicAddresses.contains(address)
    {
      return .failure(.privateAddress(address))
    }
    if !options.isOffline, !entry.isFresh(at: options.now()) { return nil }
    return .success(FetchedFile(entry, at: body, isFromCache: true))
  }

  private func lease(of cache: RemoteCache) throws(OutputFault) -> CacheLease? {
    if options.isOffline, FileStatus(cache.directory) == nil { return nil }
    try cache.prepare()
    guard options.holdsToTheEnd else { return try cache.lease() }
    return try RemoteFiles.heldLeases.withLock { held throws(OutputFault) in
      // Somebody may have deleted the whole cache since; then nobody sees that one any more.
      if let lease = held[cache.directory], lease.isThere { return lease }
      let lease = try cache.lease()
      held[cache.directory] = lease
      return lease
    }
  }

  /// Why what came is not what was wanted.
  private static func fault(_ file: FetchedFile, _ kind: RemoteRequest.Kind) -> RemoteFault? {
    guard kind == .picture, let input = try? InputFile.open(file.path),
      let head = try? input.bytes(at: 0, count: FileKind.headCount)
    else { return nil }
    switch FileKind(head: head) {
    case .jpeg, .png: return nil
    case .foreign("an HTML page", _): return .webPage(type: file.contentType)
    case .foreign, .unknown:
      let text = FeedText((try? input.bytes(at: 0, count: 1 << 16)) ?? [])
      return text.looksLikeFeed ? .feed : nil
    }
  }
}

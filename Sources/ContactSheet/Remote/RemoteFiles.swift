/// Remote files as one run sees them: each address is fetched once, and is the same for everybody who asks again.
package final class RemoteFiles: Sendable {
  package let options: RemoteOptions

  package init(_ options: RemoteOptions) { self.options = options }

  /// Fetches what was not fetched before, on the caller's thread, several addresses at the same time.
  ///
  /// Another thread that fetches at the same time waits. Without requests nothing happens at all: no cache is
  /// looked at and libcurl is not opened.
  ///
  /// - Parameters:
  ///   - cancellation: looked at several times a second; what has not come then is `.cancelled`.
  ///   - progress: called on the caller's thread, now and then and at the end.
  /// - Returns: one result for each request, in their order.
  package func fetch(
    _ requests: [RemoteRequest], cancellation: Cancellation? = nil,
    progress: (RemoteProgress) -> Void = { _ in }
  ) -> [Result<FetchedFile, RemoteFault>] {
    requests.map { _ in .failure(.offline) }
  }
}

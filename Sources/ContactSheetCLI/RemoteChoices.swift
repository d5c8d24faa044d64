import ContactSheet

/// What a command line says about fetching.
package struct RemoteChoices: Hashable, Sendable {
  var isOffline = false
  var refreshes = false
  var allowsPrivateAddresses = false

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    isOffline = arguments.has("offline")
    refreshes = arguments.has("refresh")
    allowsPrivateAddresses = arguments.has("allow-private-addresses")
    if isOffline, refreshes { throw UsageError("'--offline' does not go with '--refresh'.") }
  }

  /// What fetches by them. To make it costs nothing that a command without addresses would notice.
  var files: RemoteFiles {
    var options = RemoteOptions()
    options.isOffline = isOffline
    options.refreshes = refreshes
    options.allowsPrivateAddresses = allowsPrivateAddresses
    return RemoteFiles(options)
  }
}

package import PixelGeometry

/// A picture on the web, and what is known of it.
///
/// Nothing fetches it by itself: the command fetches all of a sheet's addresses before it reads headers.
public struct RemotePicture: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    /// Nobody asked for it yet.
    case unfetched
    /// Its size as a feed states it, enough for a plan; there are no pixels.
    case stated(PixelSize)
    case fetched(FetchedFile)
    case failed(RemoteFault)
  }

  package let address: RemoteAddress
  package let state: State

  package init(_ address: RemoteAddress, _ state: State = .unfetched) {
    self.address = address
    self.state = state
  }

  /// nil where it was not fetched.
  package var file: FetchedFile? {
    if case .fetched(let file) = state { file } else { nil }
  }

  /// The size comes from a feed, not from the picture's header.
  package var isSizeStated: Bool {
    if case .stated = state { true } else { false }
  }
}

import ContactSheet
import ImageCodecs
import TestSupport

extension RemoteOptions {
  /// A cache of its own in a folder, and no waiting between tries.
  init(in folder: TemporaryDirectory) {
    self.init()
    cache = RawPath(folder.path("cache"))
    cacheByteLimit = 1_000_000_000
    waitScale = 0.001
  }
}

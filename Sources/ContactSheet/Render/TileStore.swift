import ImageCodecs
import Raster

/// Finished tiles that other sheets may want, the ones used last: a picture that stands on several sheets in one
/// size is decoded once.
package final class TileStore: Sendable {
  /// Everything that a tile depends on.
  struct Key: Hashable {
    private let recipe: TileRecipe
    private let filter: ResampleFilter
    private let decoding: DecodeOptions
    /// What it is flattened over; nil where it keeps its alpha.
    private let background: Color?
    /// The file as it is now: a run may last, and a picture may be another by then.
    private let file: FileStatus

    /// - Returns: nil for what is no file that is there.
    init?(
      _ recipe: TileRecipe, _ filter: ResampleFilter, _ decoding: DecodeOptions,
      background: Color?
    ) {
      guard let status = recipe.source.localFile.flatMap(FileStatus.init) else { return nil }
      file = status
      var recipe = recipe
      // Who it is on a sheet, and what happens where it fails, is no matter of pixels.
      recipe.index = 0
      recipe.isOptional = false
      var decoding = decoding
      decoding.onError = .fail
      self.recipe = recipe
      self.filter = filter
      self.decoding = decoding
      self.background = background
    }
  }

  struct Tile: Sendable {
    enum Pixels: Sendable {
      /// Opaque RGB, 3 bytes a pixel.
      case flat([UInt8])
      case bitmap(PremultipliedBitmap)
    }

    let pixels: Pixels
    let remarks: [DecodeRemark]

    fileprivate var byteCount: Int {
      switch pixels {
      case .flat(let bytes): bytes.count
      case .bitmap(let bitmap): 8 * bitmap.size.pixelCount
      }
    }
  }

  private struct State {
    var tiles: [Key: (tile: Tile, lastUse: Int)] = [:]
    var making: Set<Key> = []
    var bytes = 0
    var uses = 0
    var makes = 0
  }

  private let capacity: Int
  private let state = Locked(State())

  init(capacity: Int) { self.capacity = capacity }

  /// How many tiles were made, not found.
  package var makeCount: Int { state.withLock { $0.makes } }

  /// A tile that is there, or that another thread is making, or else what `make` returns.
  func tile(
    _ key: Key, make: () throws(PictureFault) -> Tile
  ) throws(PictureFault) -> Tile {
    let known = state.wait { state -> Tile?? in
      if let tile = state.tiles[key]?.tile {
        state.uses += 1
        state.tiles[key]!.lastUse = state.uses
        return tile
      }
      if state.making.contains(key) { return nil }
      state.making.insert(key)
      return .some(nil)
    }
    if let known { return known }
    var made: Tile?
    defer {
      state.withLock { [made] state in
        state.making.remove(key)
        if let made { keep(made, key, &state) }
      }
    }
    made = try make()
    state.withLock { $0.makes += 1 }
    return made!
  }

  private func keep(_ tile: Tile, _ key: Key, _ state: inout State) {
    guard tile.byteCount <= capacity / 4 else { return }
    state.uses += 1
    state.tiles[key] = (tile, state.uses)
    state.bytes += tile.byteCount
    guard state.bytes > capacity else { return }
    // A quarter at a time, so that the search for the oldest is rare.
    for (key, old) in state.tiles.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      if state.bytes <= capacity / 4 * 3 { break }
      state.bytes -= old.tile.byteCount
      state.tiles[key] = nil
    }
  }
}

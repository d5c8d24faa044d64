public import PixelGeometry

/// What is compared, and what counts as a mismatch.
public struct DiffOptions: Hashable, Sendable {
  /// When two pixels differ.
  public enum Metric: Hashable, Sendable {
    /// Any channel, alpha included, differs by more than `tolerance`.
    ///
    /// - Parameters:
    ///   - tolerance: 0…255, in steps of 8 bits; pictures of 16 bits differ by more than 257 · tolerance.
    ///   - alpha: what hidden colour counts.
    case exact(tolerance: Int = 0, alpha: HiddenColor = .ignored)

    /// Two pixels look different, as pixelmatch 7.2.0 defines it: the square of their distance in YIQ (see
    /// `YIQDifference`: Kotsarenko and Ramos, 2010) is more than 35,215 · `threshold`², and neither picture has
    /// a smoothed edge there (see `AntiAliasing`: Vyšniauskas, 2009).
    ///
    /// It is defined on 8 bits; a value v of 16 bits is taken for v / 257. Ignored pixels are seen as
    /// neighbours of others.
    ///
    /// - Parameters:
    ///   - threshold: 0…1; 0 for any difference that can be seen.
    ///   - includesAntiAliased: smoothed edges are mismatches like others.
    case perceptual(threshold: Double = 0.1, includesAntiAliased: Bool = false)
  }

  /// The colour of pixels that cannot be seen: those of alpha 0.
  public enum HiddenColor: Hashable, Sendable {
    /// Two pixels of alpha 0 are equal.
    case ignored
    /// Two pixels of alpha 0 are compared as any others.
    case strict
  }

  /// What is made of pictures of different sizes. Both lie at the top left.
  public enum SizeMismatch: Hashable, Sendable {
    /// They differ, whatever the limits are. What both cover is compared; a pixel that only one of them has
    /// is an *extra* pixel and counts once.
    case fail
    /// Only what both cover is looked at.
    case overlap
    /// Each is laid on a clear canvas that holds both, and these are compared.
    case pad
  }

  public var metric: Metric
  public var sizeMismatch: SizeMismatch
  /// What is looked at, in pixels of the pictures; nil for everything. It is as if both pictures had been cut
  /// to it before; only coordinates are still those of the whole pictures.
  public var crop: PixelRect?
  /// Pixels that do not count, in pixels of the pictures; what lies outside of these is no fault.
  public var ignored: [PixelRect]
  /// More pixels that do not count.
  public var ignoreMask: IgnoreMask?
  /// Two mismatches are in one region if others lead from one to the other, none further than so many
  /// columns and rows from the next; at least 1, for those that touch. 8 joins the letters of a word.
  public var regionDistance: Int
  /// How many regions are listed.
  public var regionLimit: Int
  /// The side of the square in which most mismatches are looked for; nil where nobody asks.
  public var windowSide: Int?

  public init(
    metric: Metric = .exact(), sizeMismatch: SizeMismatch = .fail, crop: PixelRect? = nil,
    ignored: [PixelRect] = [], ignoreMask: IgnoreMask? = nil, regionDistance: Int = 8,
    regionLimit: Int = 100, windowSide: Int? = nil
  ) {
    self.metric = metric
    self.sizeMismatch = sizeMismatch
    self.crop = crop
    self.ignored = ignored
    self.ignoreMask = ignoreMask
    self.regionDistance = regionDistance
    self.regionLimit = regionLimit
    self.windowSide = windowSide
  }
}

import ContactSheet
import ImageCodecs

/// Which expected pictures are replaced by the actual ones: `--update`.
enum GoldenUpdate: String, CaseIterable {
  /// Those that differ beyond the limits, and those that could not be compared because the expected picture
  /// is none, or is damaged.
  case failed
  /// Those that there are none of.
  case missing
  /// Both, and those that differ within the limits. What is the same is never touched.
  case all

  /// Pictures that nothing is expected of yet are taken.
  var takesNew: Bool { self != .failed }

  /// Whether the actual picture of a pair is to be approved.
  func takes(_ entry: DiffEntry) -> Bool {
    guard entry.pair.actual != nil else { return false }
    switch entry.found {
    case .same, .missing, .updated: return false
    case .withinLimits: return self == .all
    case .new: return self != .failed
    case .differ: return self != .missing
    case .notCompared:
      guard self != .missing, case .picture(.expected, _) = entry.fault else { return false }
      return true
    }
  }

  /// Copies a picture, byte for byte, whole or not at all.
  ///
  /// - Parameter isVerified: every pixel of it has been decoded; else it is now, and a damaged one is refused.
  static func copy(
    _ source: RawPath, to target: RawPath, isVerified: Bool, _ decoding: DecodeOptions
  ) throws(UpdateFault) {
    let input: InputFile
    do throws(PictureFault) {
      if !isVerified {
        let details = try EncodedPicture.file(source).details(
          verify: true, limits: decoding.limits)
        if let damage = details.remarks.first(where: \.isDamage) { throw .damaged(damage.words) }
      }
      input = try InputFile.open(source)
    } catch { throw .picture(source, error) }
    var output: OutputFile
    do throws(OutputFault) {
      try OutputDirectory.make(target.directory)
      output = try OutputFile.create(target)
    } catch { throw .output(error) }
    var offset = 0
    while true {
      let bytes: [UInt8]
      do throws(PictureFault) { bytes = try input.bytes(at: offset, count: 1 << 18) } catch {
        throw .picture(source, error)
      }
      if bytes.isEmpty { break }
      offset += bytes.count
      do throws(OutputFault) { try output.write(bytes) } catch { throw .output(error) }
    }
    do throws(OutputFault) { try output.commit() } catch { throw .output(error) }
  }

  enum UpdateFault: Error {
    case picture(RawPath, PictureFault)
    case output(OutputFault)

    var words: String {
      switch self {
      case .picture(let path, let fault): "\(path): \(fault)"
      case .output(let fault): fault.description
      }
    }
  }
}

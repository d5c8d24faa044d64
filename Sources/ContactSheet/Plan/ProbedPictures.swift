import ContactSheetLayout
import ImageCodecs
import PixelGeometry
import Raster

/// The headers of a sheet's pictures, each different source probed once.
package struct ProbedPictures: Sendable {
  package let pictures: [PictureSource]
  /// For each picture the index of its source among the different ones.
  package let sources: [Int]
  /// For each source the first picture of it.
  package let firsts: [Int]
  /// For each source its header; nil where it cannot be used and may be omitted.
  package let headers: [PictureHeader?]
  /// For each source: it was found, not asked for.
  package let isOptional: [Bool]
  package let omissions: [PictureProblem]
  /// The pictures that have a place on the sheet.
  package let placed: [Int]
  /// For each source what captions say of it; empty where nothing was asked for.
  package private(set) var facts: [PictureFacts] = []

  /// - Parameters:
  ///   - found: headers that are known, of pictures that may be omitted whatever the options say; as many
  ///     as there are pictures, or none.
  ///   - progress: is told how many headers have been read, from any thread.
  package init(
    _ pictures: [PictureSource], found: [PictureHeader?], decoding: DecodeOptions, jobs: Int,
    cancellation: Cancellation, progress: Progress? = nil
  ) throws(SheetError) {
    var sourceOf: [PictureSource: Int] = [:]
    var firsts: [Int] = []
    let sources = pictures.enumerated().map { index, picture in
      if let known = sourceOf[picture] { return known }
      sourceOf[picture] = firsts.count
      firsts.append(index)
      return firsts.count - 1
    }
    let optional = firsts.map { !found.isEmpty && found[$0] != nil }
    let indexes = firsts
    progress?.expect(headers: optional.count { !$0 })
    let results = concurrentMap(count: indexes.count, jobs: jobs) {
      position -> Result<PictureHeader, PictureFault>? in
      if cancellation.isCancelled { return nil }
      if optional[position] { return .success(found[indexes[position]]!) }
      defer { progress?.probedOne() }
      return Result { () throws(PictureFault) in
        try pictures[indexes[position]].probe(decoding)
      }
    }
    var headers: [PictureHeader?] = []
    var problems: [PictureProblem] = []
    var isFatal = false
    for (position, result) in results.enumerated() {
      switch result {
      case .success(let header):
        headers.append(header)
      case .failure(let fault):
        headers.append(nil)
        let index = firsts[position]
        problems.append(
          PictureProblem(
            index: index, name: pictures[index].name(at: index), stage: .probe, fault: fault))
        if !optional[position], decoding.onError == .fail { isFatal = true }
      case nil:
        throw .cancelled
      }
    }
    if isFatal { throw .pictures(problems) }
    self.pictures = pictures
    self.sources = sources
    self.firsts = firsts
    self.headers = headers
    isOptional = optional
    omissions = problems
    // What is skipped takes no place.
    placed =
      decoding.onError == .skip
      ? sources.indices.filter { headers[sources[$0]] != nil } : Array(sources.indices)
    if placed.isEmpty { throw .noPictures(problems) }
  }

  /// Reads what captions say of the pictures.
  mutating func readFacts(
    _ needs: PictureFacts.Needs, jobs: Int, cancellation: Cancellation
  ) throws(SheetError) {
    guard !needs.isEmpty else { return }
    let (pictures, firsts) = (pictures, firsts)
    let results = concurrentMap(count: firsts.count, jobs: jobs) { source -> PictureFacts? in
      cancellation.isCancelled ? nil : PictureFacts(pictures[firsts[source]], needs)
    }
    facts = results.compactMap { $0 }
    if facts.count < results.count { throw .cancelled }
  }

  /// What a placeholder is laid out as: there is no size to go by.
  static let placeholderSize = PixelSize(width: 4000, height: 3000)

  /// The upright size of a picture.
  package func uprightSize(_ picture: Int) -> PixelSize {
    headers[sources[picture]]?.uprightSize ?? ProbedPictures.placeholderSize
  }
}

extension PictureSource {
  package func probe(_ options: DecodeOptions) throws(PictureFault) -> PictureHeader {
    if case .bitmap(let bitmap) = self {
      return PictureHeader(format: .png, storedSize: bitmap.size, hasAlpha: true)
    }
    if case .remote(let picture) = self, case .stated(let size) = picture.state {
      // Feeds are of photographs; whether it is one is known once it is fetched.
      return PictureHeader(format: .jpeg, storedSize: size)
    }
    return try readable().probe(limits: options.limits, autoOrient: options.autoOrient)
  }

  /// What is to be decoded.
  ///
  /// - Throws: why there is nothing: what is remote was not fetched.
  package func readable() throws(PictureFault) -> EncodedPicture {
    if let encoded { return encoded }
    guard case .remote(let picture) = self else { preconditionFailure("pixels need no decoder") }
    guard case .failed(let fault) = picture.state else {
      throw .notFetched(code: "not-fetched", "was not fetched")
    }
    throw .notFetched(code: fault.code, fault.description)
  }

  /// What is to be decoded; nil for pixels in memory, and for what was not fetched.
  package var encoded: EncodedPicture? {
    switch self {
    case .file(let path): .file(path)
    case .bytes(let bytes): .bytes(bytes)
    case .remote: localFile.map(EncodedPicture.file)
    case .bitmap: nil
    }
  }
}

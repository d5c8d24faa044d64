import ImageCodecs
import PixelDiff

extension TileFindings {
  /// On one line: `a.jpg changed (3.10 % of its tile); 7 moved by one column to the left; 2 new`. Without
  /// findings, `no tile changed`.
  package var summary: String {
    let heads = groups.map(\.head) + outsideWords
    return heads.isEmpty ? "no tile changed" : heads.joined(separator: "; ")
  }

  /// For people: a line for each kind of finding, with up to ten names. Empty where nothing was found.
  package var lines: [String] { groups.map(\.line) + outsideWords }

  private var outsideWords: [String] {
    guard pixelsOutside > 0 else { return [] }
    let number = grouped(UInt64(pixelsOutside))
    return ["\(number) \(pixelsOutside == 1 ? "pixel" : "pixels") outside of all tiles"]
  }

  /// Findings that are told together: changed ones first, then by what else became of them.
  private var groups: [TileGroup] {
    var groups: [TileGroup] = []
    func add(_ one: String, _ many: String, _ findings: [TileFinding]) {
      if !findings.isEmpty { groups.append(TileGroup(findings, one: one, many: many)) }
    }
    // The worst first, ties in their order.
    let changed = list.enumerated().compactMap { index, finding in
      finding.percent.map { (finding, share: $0, index) }
    }
    add(
      "changed", "changed",
      changed.sorted { first, second in
        second.share.isLess(than: first.share)
          || !first.share.isLess(than: second.share) && first.2 < second.2
      }.map(\.0))
    add("is a placeholder now", "are placeholders now", list.filter { $0.change == .placeholder })
    add(
      "is no placeholder any more", "are no placeholders any more",
      list.filter { $0.change == .picture })
    add("was resized", "were resized", list.filter { $0.change == .resized })
    for changed in [true, false] {
      for (words, findings) in MoveGroups(list, changed: changed).groups {
        add("moved \(words)", "moved \(words)", findings)
      }
    }
    for (words, findings) in pageGroups { add(words, words, findings) }
    add("is new", "new", list.filter { $0.change == .new })
    add("is gone", "gone", list.filter { $0.change == .gone })
    return groups
  }

  private var pageGroups: [(words: String, [TileFinding])] {
    var groups: [(key: [Int], findings: [TileFinding])] = []
    var places: [[Int]: Int] = [:]
    for finding in list where finding.change == .otherPage {
      guard let old = finding.expectedPage, let new = finding.actualPage else { continue }
      if let place = places[[old, new]] {
        groups[place].findings.append(finding)
      } else {
        places[[old, new]] = groups.count
        groups.append(([old, new], [finding]))
      }
    }
    return groups.map { ("moved from page \($0.key[0] + 1) to page \($0.key[1] + 1)", $0.findings) }
  }
}

extension TileFinding {
  /// How much of its frame differs, of a tile that stands where it stood.
  fileprivate var percent: DiffPercent? {
    if case .changed(let percent) = change { percent } else { nil }
  }
}

extension DiffPercent {
  fileprivate func isLess(than other: DiffPercent) -> Bool {
    UInt128(part) * UInt128(other.whole) < UInt128(other.part) * UInt128(whole)
  }
}

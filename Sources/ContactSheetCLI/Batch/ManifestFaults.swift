import PlainJSON

/// Everything that is wrong with a manifest.
package struct ManifestFaults: Error {
  /// At least one.
  package let list: [ManifestFault]

  init(list: [ManifestFault]) { self.list = list }

  /// In the order of the text, each once.
  init(inOrder faults: [ManifestFault]) {
    var known: Set<ManifestFault> = []
    let single = faults.filter { known.insert($0).inserted }
    list = single.enumerated().sorted { first, second in
      let (one, other) = (first.element.place, second.element.place)
      return (one.line, one.column, first.offset) < (other.line, other.column, second.offset)
    }.map(\.element)
  }
}

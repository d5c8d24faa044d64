import ImageCodecs

/// Which tile of one sheet is which of another, by the names of their pictures.
///
/// First by the whole name. What is left, by the name without its directories, where that stands for one
/// picture only in each sheet: the paths of two sheets are seldom relative to the same place. Of a name that
/// comes several times the k-th tile belongs to the k-th. Tiles without a name belong to each other in the
/// same way.
struct TilePairing {
  /// Of each expected tile the actual one; nil where it is gone.
  private(set) var actual: [Int?]
  /// Actual tiles that no expected one belongs to, in their order.
  private(set) var new: [Int] = []

  /// Time and memory go with the number of names.
  init(expected: [RawPath?], actual: [RawPath?]) {
    self.actual = Array(repeating: nil, count: expected.count)
    var isTaken = [Bool](repeating: false, count: actual.count)

    var places = Queues<RawPath?>()
    for (index, name) in actual.enumerated() { places.append(index, of: name) }
    for (index, name) in expected.enumerated() {
      guard let found = places.next(of: name) else { continue }
      self.actual[index] = found
      isTaken[found] = true
    }

    let names = (OnlyNames(expected), OnlyNames(actual))
    var components = Queues<[UInt8]>()
    for (index, name) in actual.enumerated() where !isTaken[index] {
      if let component = names.1.component(of: name) { components.append(index, of: component) }
    }
    for (index, name) in expected.enumerated() where self.actual[index] == nil {
      guard let component = names.0.component(of: name), let found = components.next(of: component)
      else { continue }
      self.actual[index] = found
      isTaken[found] = true
    }
    new = isTaken.indices.filter { !isTaken[$0] }
  }

  /// For each name the tiles that wait.
  private struct Queues<Name: Hashable> {
    private var waiting: [Name: (indices: [Int], taken: Int)] = [:]

    mutating func append(_ index: Int, of name: Name) {
      waiting[name, default: ([], 0)].indices.append(index)
    }

    mutating func next(of name: Name) -> Int? {
      guard let queue = waiting[name], queue.taken < queue.indices.count else { return nil }
      waiting[name]!.taken += 1
      return queue.indices[queue.taken]
    }
  }

  /// Last components that stand for one path of a sheet only.
  private struct OnlyNames {
    /// nil for one that stands for several.
    private var names: [[UInt8]: RawPath?] = [:]

    init(_ all: [RawPath?]) {
      for case let name? in all {
        let component = name.lastComponent
        if let other = names[component], other != name {
          names[component] = .some(nil)
        } else {
          names[component] = name
        }
      }
    }

    func component(of name: RawPath?) -> [UInt8]? {
      guard let component = name?.lastComponent, let only = names[component], only != nil else {
        return nil
      }
      return component
    }
  }
}

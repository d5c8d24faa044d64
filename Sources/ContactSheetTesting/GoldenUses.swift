package import ImageCodecs

/// Which line of which test uses which golden, so that no two share one: they would record over each other.
package final class GoldenUses: Sendable {
  /// A line of a test with its arguments. The same one may come again, as tests are repeated.
  package struct User: Hashable, Sendable {
    let test: RunningTest?
    let place: TestPlace

    package init(test: RunningTest?, place: TestPlace) {
      self.test = test
      self.place = place
    }

    var words: String { (test.map { "\($0.words), " } ?? "") + place.words }
  }

  /// Those of this process.
  package static let ofProcess = GoldenUses()

  private let users = Locked<[[UInt8]: User]>([:])

  package init() {}

  /// Notes who uses a golden.
  ///
  /// - Throws: where another test, case or line does; also where only capitals tell the names apart, as
  ///   they do not on every disk.
  package func claim(_ golden: RawPath, by user: User) throws(TestFault) {
    let key = golden.bytes.map {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 32 : $0
    }
    let first = users.withLock { users in
      let first = users[key] ?? user
      users[key] = first
      return first
    }
    guard first == user else {
      throw TestFault(
        "two expectations have one golden, \(printable(golden.lastComponent)): \(first.words) and "
          + "\(user.words); give one of them another name (named:)")
    }
  }
}

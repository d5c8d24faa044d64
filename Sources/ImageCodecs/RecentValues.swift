/// A few values by key, kept because they are likely to be asked for again; the one that was made first goes
/// when another comes.
///
/// Two threads may make the same value at the same time: that is no harm.
package final class RecentValues<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  private let entries = Locked<[(key: Key, value: Value)]>([])
  private let capacity: Int

  package init(capacity: Int) { self.capacity = capacity }

  package func value(_ key: Key, _ make: (Key) -> Value) -> Value {
    if let known = entries.withLock({ $0.first { $0.key == key }?.value }) { return known }
    let value = make(key)
    entries.withLock { entries in
      if entries.contains(where: { $0.key == key }) { return }
      if entries.count == capacity { entries.removeFirst() }
      entries.append((key, value))
    }
    return value
  }
}

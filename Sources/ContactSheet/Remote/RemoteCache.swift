package import ImageCodecs

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Remote files that were fetched before, in a directory that several processes use at the same time.
///
/// Of each address there is a body, `KEY-DIGEST`, and a text beside it, `KEY.json`, that says what and how old it is;
/// the key is the SHA-256 of the address. Both are renamed into place under a lock that many share, so that what is
/// there is whole; whoever removes something has the lock alone and leaves what a ``CacheLease`` names. A body whose
/// size or digest is not what its text says does not count.
package struct RemoteCache: Sendable {
  package let directory: RawPath
  private let entries: RawPath
  private let leases: RawPath

  package init(_ directory: RawPath) {
    self.directory = directory
    entries = directory.appending(Array("entries".utf8))
    leases = directory.appending(Array("in-use".utf8))
  }

  /// `contactsheet` in `XDG_CACHE_HOME` where that is an absolute path, else in the user's usual directory of caches;
  /// nil where the environment names neither that nor a home.
  package static func usualPlace() -> RawPath? {
    let name = Array("contactsheet".utf8)
    if let path = variable("XDG_CACHE_HOME"), path.bytes.first == UInt8(ascii: "/") {
      return path.appending(name)
    }
    guard let home = variable("HOME"), home.bytes.first == UInt8(ascii: "/") else { return nil }
    #if canImport(Darwin)
      let usual = "Library/Caches"
    #else
      let usual = ".cache"
    #endif
    return home.appending(Array(usual.utf8)).appending(name)
  }

  /// Bytes that `CONTACTSHEET_CACHE_MB` allows, in millions; 1 GB where it says nothing that is a number.
  package static func usualByteLimit() -> Int {
    let text = variable("CONTACTSHEET_CACHE_MB").flatMap {
      Int(String(decoding: $0.bytes, as: UTF8.self))
    }
    guard let megabytes = text, (0...1_000_000_000).contains(megabytes) else {
      return 1_000_000_000
    }
    return megabytes * 1_000_000
  }

  private static func variable(_ name: String) -> RawPath? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe RawPath(bytes: Array(UnsafeRawBufferPointer(start: value, count: strlen(value))))
  }

  // MARK: entries

  /// Makes what is not there, for its owner only.
  func prepare() throws(OutputFault) {
    for path in [entries, leases] { try RemoteCache.make(path) }
    let tag = directory.appending(Array("CACHEDIR.TAG".utf8))
    if FileStatus(tag) == nil {
      // What programs look for that make backups.
      try write("Signature: 8a477f597d28d172789f06886806bc55\n", to: tag)
    }
  }

  /// A lease of this process. The cache is prepared.
  func lease() throws(OutputFault) -> CacheLease {
    try locked { () throws(OutputFault) in try CacheLease(in: leases) }
  }

  /// What the cache has of an address, from now on in use.
  ///
  /// - Parameter lease: nil where the cache cannot be written to.
  func entry(
    for address: RemoteAddress, lease: CacheLease?
  ) -> (entry: CacheEntry, body: RawPath)? {
    let text = text(of: address)
    let found = lookUp(address, text, lease)
    guard let (entry, body) = found, FileStatus(body)?.size == entry.byteCount,
      (try? FileDigest(of: body))?.text == entry.digest
    else { return nil }
    // When it was used last; what reads a file may not change its own times.
    _ = unsafe text.withCString { unsafe utimensat(AT_FDCWD, $0, nil, 0) }
    return (entry, body)
  }

  private func lookUp(
    _ address: RemoteAddress, _ text: RawPath, _ lease: CacheLease?
  ) -> (CacheEntry, RawPath)? {
    let read = { () -> (CacheEntry, RawPath)? in
      guard let file = try? InputFile.open(text),
        let bytes = try? file.bytes(at: 0, count: min(file.byteCount, RemoteCache.textLimit)),
        let entry = CacheEntry(bytes), entry.address == address
      else { return nil }
      let name = RemoteCache.key(address) + Array("-\(entry.digest)".utf8)
      if let lease, (try? lease.add(name)) == nil { return nil }
      return (entry, entries.appending(name))
    }
    guard lease != nil else { return read() }
    return (try? locked(read)) ?? nil
  }

  /// A file to be filled and then stored.
  func newFile() throws(OutputFault) -> CacheFile { try CacheFile.create(in: entries) }

  /// Keeps what came, and gives back where it is.
  ///
  /// - Parameter isKept: past the end of this process.
  func store(
    _ file: CacheFile, as entry: CacheEntry, isKept: Bool, lease: CacheLease
  ) throws(OutputFault) -> RawPath {
    try locked { () throws(OutputFault) in
      var name = RemoteCache.key(entry.address) + Array("-\(entry.digest)".utf8)
      // Another process may have the same one, and removes its own.
      if !isKept { name += file.temporary.lastComponent.drop { $0 != UInt8(ascii: "-") } }
      let body = entries.appending(name)
      try lease.add(name)
      try file.appear(at: body, isKept: isKept)
      let text = text(of: entry.address)
      if isKept {
        try write(entry.text, to: text)
      } else {
        _ = unsafe text.withCString { unsafe unlink($0) }
      }
      return body
    }
  }

  /// Says that an entry still holds.
  func update(_ entry: CacheEntry) throws(OutputFault) {
    try locked { () throws(OutputFault) in try write(entry.text, to: text(of: entry.address)) }
  }

  // MARK: how much there is

  /// What the cache has.
  package func size() throws(OutputFault) -> CacheSize {
    if FileStatus(entries) == nil { return CacheSize(entryCount: 0, byteCount: 0) }
    let found = try locked { groups() }
    return CacheSize(
      entryCount: found.filter { $0.current != nil }.count,
      byteCount: found.reduce(0) { $0 + $1.byteCount })
  }

  /// Removes the entries that were not used for longest until the cache has so many bytes, and what belongs to no
  /// entry; but nothing that is in use.
  ///
  /// - Returns: what was removed, and how many entries were left because they are in use though they had to go.
  @discardableResult
  package func evict(limit: Int) throws(OutputFault) -> (removed: CacheSize, inUse: Int) {
    var removed = CacheSize(entryCount: 0, byteCount: 0)
    var inUse = 0
    if FileStatus(entries) == nil { return (removed, inUse) }
    try locked(exclusive: true) {
      let used = CacheLease.namesInUse(in: leases)
      var kept: [CacheGroup] = []
      var total = 0
      for group in groups() {
        for body in group.bodies where body.name != group.current && !used.contains(body.name) {
          if remove(body.name) { removed.byteCount += body.byteCount }
        }
        if group.current != nil {
          kept.append(group)
        } else if let size = group.textByteCount, remove(group.key + RemoteCache.textSuffix) {
          removed.byteCount += size
        }
        total += group.entryByteCount
      }
      kept.sort { ($0.used.seconds, $0.used.nanoseconds) < ($1.used.seconds, $1.used.nanoseconds) }
      for group in kept where total > limit {
        guard let current = group.current, !used.contains(current) else {
          inUse += 1
          continue
        }
        // First the text: a body without one is nothing, and a text without one would be a lie.
        guard remove(group.key + RemoteCache.textSuffix), remove(current) else { continue }
        total -= group.entryByteCount
        removed.entryCount += 1
        removed.byteCount += group.entryByteCount
      }
    }
    return (removed, inUse)
  }

  private func remove(_ name: [UInt8]) -> Bool {
    unsafe entries.appending(name).withCString { unsafe unlink($0) == 0 }
  }

  /// What is there, by key.
  private func groups() -> [CacheGroup] {
    var groups: [[UInt8]: CacheGroup] = [:]
    for name in (try? DirectoryListing(entries).names) ?? [] {
      let key = Array(name.prefix { RemoteCache.isDigit($0) })
      guard key.count == 64, let status = FileStatus(entries.appending(name)),
        status.kind == .file
      else { continue }
      if name == key + RemoteCache.textSuffix {
        groups[key, default: CacheGroup(key: key)].textByteCount = status.size
        groups[key]?.used = status.modified
      } else {
        groups[key, default: CacheGroup(key: key)].bodies.append((name, status.size))
      }
    }
    return groups.values.map { group in
      var group = group
      guard group.textByteCount != nil else { return group }
      let text = entries.appending(group.key + RemoteCache.textSuffix)
      if group.bodies.count == 1 {
        group.current = group.bodies[0].name
      } else if let file = try? InputFile.open(text),
        let bytes = try? file.bytes(at: 0, count: min(file.byteCount, RemoteCache.textLimit)),
        let entry = CacheEntry(bytes)
      {
        let name = group.key + Array("-\(entry.digest)".utf8)
        if group.bodies.contains(where: { $0.name == name }) { group.current = name }
      }
      return group
    }
  }

  // MARK: files

  private static let textSuffix = Array(".json".utf8)

  /// Bytes of a text; headers that are kept have at most as many.
  private static let textLimit = 1 << 20

  private static func key(_ address: RemoteAddress) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return SHA256.digest(Array(address.text.utf8)).flatMap { byte in
      [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  private func text(of address: RemoteAddress) -> RawPath {
    entries.appending(RemoteCache.key(address) + RemoteCache.textSuffix)
  }

  private func write(_ text: String, to path: RawPath) throws(OutputFault) {
    let file = try CacheFile.create(in: path.directory)
    if let error = writeAll(Array(text.utf8), to: file.descriptor) {
      throw .failed(path, "cannot be written", error)
    }
    try file.appear(at: path, isKept: true)
  }

  private static func make(_ path: RawPath) throws(OutputFault) {
    if let status = FileStatus(path) {
      guard status.kind == .directory else {
        throw .failed(path, "cannot be a directory", SystemError(code: EEXIST))
      }
      return
    }
    if path.directory != path { try make(path.directory) }
    let isMade = unsafe path.withCString { unsafe mkdir($0, 0o700) } == 0
    // Another process may have been faster.
    if !isMade, errno != EEXIST { throw .failed(path, "cannot be created", .last) }
  }

  /// Does something while nobody removes entries; or, `exclusive`, while nobody does anything else. A process that
  /// dies leaves no lock. A file system without locks has nobody who waits for one.
  private func locked<Result>(
    exclusive: Bool = false, _ body: () throws(OutputFault) -> Result
  ) throws(OutputFault) -> Result {
    let path = directory.appending(Array("lock".utf8))
    let descriptor = unsafe path.withCString {
      unsafe openFile($0, O_RDWR | O_CREAT | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw .failed(path, "cannot be opened", .last) }
    defer { close(descriptor) }
    while flock(descriptor, exclusive ? LOCK_EX : LOCK_SH) != 0, errno == EINTR {}
    return try body()
  }
}

/// The files of one key.
private struct CacheGroup {
  let key: [UInt8]
  /// When the entry was used last.
  var used = FileTime(seconds: 0, nanoseconds: 0)
  var textByteCount: Int?
  var bodies: [(name: [UInt8], byteCount: Int)] = []
  /// The name of the body that the text speaks of; nil where there is no such entry.
  var current: [UInt8]?

  var entryByteCount: Int {
    guard let current else { return 0 }
    return bodies.reduce(textByteCount ?? 0) { $0 + ($1.name == current ? $1.byteCount : 0) }
  }

  var byteCount: Int { bodies.reduce(textByteCount ?? 0) { $0 + $1.byteCount } }
}

private func openFile(_ name: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  unsafe open(name, flags, 0o600)
}

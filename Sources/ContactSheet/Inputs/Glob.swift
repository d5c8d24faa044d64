package import ImageCodecs

/// A pattern of paths.
///
/// Between two slashes `*` stands for any characters, none too, `?` for one, `[abc]` and `[a-z]` for one of
/// those, `[!a-z]` for any other; a byte that is not UTF-8 counts as a character. A name that is `**` stands
/// for any directories on the way, none too, and at the end for any files below. A `\` takes what follows for
/// what it is, in brackets too. A hidden name is matched only where the pattern has its dot. Links to
/// directories are followed but for `**`. What it matches are files, each path once, in ``NaturalOrder``;
/// what they hold is no matter. A directory that cannot be read has none.
package struct Glob: Sendable {
  private enum Part: Sendable {
    case anyDirectories
    case name(GlobName)
  }

  private let isAbsolute: Bool
  /// A slash at the end asks for a directory.
  private let asksForDirectory: Bool
  private let parts: [Part]

  package init(_ pattern: RawPath) {
    let slash = UInt8(ascii: "/")
    isAbsolute = pattern.bytes.first == slash
    asksForDirectory = pattern.bytes.last == slash
    var parts: [Part] = []
    for name in pattern.bytes.split(separator: slash) {
      if !name.elementsEqual("**".utf8) {
        parts.append(.name(GlobName(Array(name))))
      } else if case .anyDirectories? = parts.last {
        // Two of them match what one does, and would be walked many times.
        continue
      } else {
        parts.append(.anyDirectories)
      }
    }
    self.parts = parts
  }

  /// The files that match.
  ///
  /// - Parameter directory: what the paths of a relative pattern begin with, whatever its name looks like; nil
  ///   for the working directory.
  package func matches(in directory: RawPath? = nil) -> [RawPath] {
    if asksForDirectory { return [] }
    var found: Set<RawPath> = []
    collect(parts[...], in: isAbsolute ? "/" : directory, &found)
    return found.sorted(by: NaturalOrder.precedes)
  }

  /// Whether a relative path matches, whether it is there or not.
  package func matches(_ path: RawPath) -> Bool {
    let names = path.bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
    return !isAbsolute && Glob.matches(parts[...], names[...])
  }

  private static func matches(_ parts: ArraySlice<Part>, _ names: ArraySlice<[UInt8]>) -> Bool {
    guard let part = parts.first else { return names.isEmpty }
    let rest = parts.dropFirst()
    switch part {
    case .anyDirectories:
      // At the end it is a name at least.
      if !rest.isEmpty, matches(rest, names) { return true }
      guard let name = names.first, !isHidden(name) else { return false }
      return rest.isEmpty && names.count == 1 || matches(parts, names.dropFirst())
    case .name(let pattern):
      // The directory itself.
      if pattern.plain?.elementsEqual(".".utf8) == true { return matches(rest, names) }
      guard let name = names.first else { return false }
      return pattern.matches(name) && matches(rest, names.dropFirst())
    }
  }

  private static func isHidden(_ name: [UInt8]) -> Bool { name.first == UInt8(ascii: ".") }

  private static let anyName = GlobName(Array("*".utf8))

  private func collect(
    _ parts: ArraySlice<Part>, in directory: RawPath?, _ found: inout Set<RawPath>
  ) {
    guard let part = parts.first else { return }
    let rest = parts.dropFirst()
    switch part {
    case .anyDirectories:
      collect(rest.isEmpty ? [.name(Glob.anyName)] : rest, in: directory, &found)
      for name in names(in: directory) where !Glob.isHidden(name) {
        let child = Glob.path(name, in: directory)
        if DirectoryListing.isOwnDirectory(child) { collect(parts, in: child, &found) }
      }
    case .name(let pattern):
      if let plain = pattern.plain {
        take(Glob.path(plain, in: directory), rest, &found)
      } else {
        for name in names(in: directory) where pattern.matches(name) {
          take(Glob.path(name, in: directory), rest, &found)
        }
      }
    }
  }

  private func take(_ path: RawPath, _ rest: ArraySlice<Part>, _ found: inout Set<RawPath>) {
    let kind = FileStatus(path)?.kind
    if rest.isEmpty {
      if kind == .file { found.insert(path) }
    } else if kind == .directory {
      collect(rest, in: path, &found)
    }
  }

  private func names(in directory: RawPath?) -> [[UInt8]] {
    (try? DirectoryListing(directory ?? ".", hidden: true))?.names ?? []
  }

  private static func path(_ name: [UInt8], in directory: RawPath?) -> RawPath {
    directory?.appending(name) ?? RawPath(bytes: name)!
  }
}

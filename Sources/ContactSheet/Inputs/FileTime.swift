/// A moment as a file system keeps it.
package struct FileTime: Hashable, Sendable {
  /// Since 1970.
  package let seconds: Int
  /// After these seconds.
  package let nanoseconds: Int

  package init(seconds: Int, nanoseconds: Int) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}

/// Where something stands in a JSON text.
package struct JSONPlace: Hashable, Sendable {
  /// From 1. A line ends with LF, with CR LF or with CR.
  package var line: Int
  /// From 1, in Unicode scalars: what is written as `é` or `😀` counts once, a mark that is added to the
  /// letter before it counts for itself. A byte order mark at the start does not count.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension JSONPlace: CustomStringConvertible {
  package var description: String { "line \(line), column \(column)" }
}

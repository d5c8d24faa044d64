import ImageCodecs

/// Whether a line of progress stands on the terminal, so that the end of the process can clear it.
enum ProgressMark {
  static let isShown = Locked(false)

  /// To the start of the line, and erase to its end.
  static let clearing = "\r\u{1B}[K"
}

public import ContactSheet

/// What a picture is compared with.
public enum ExpectedImage: Hashable, Sendable {
  /// The PNG in `__Goldens__` beside the test file: `__Goldens__/FILE/NAME.png`, where FILE is the name of
  /// the test file without `.swift`, and NAME that of the test or the one that is given.
  case golden
  /// Another picture; nothing is ever recorded.
  case picture(PictureSource)
}

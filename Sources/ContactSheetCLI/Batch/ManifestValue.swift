/// What stands for an option's value in a manifest.
package enum ManifestValue: Hashable, Sendable {
  /// true or false.
  case flag
  /// A string: the path of a file.
  case path
  /// A string, a path or an address; or an array of such.
  case places
  /// A number, or a string with one.
  case number
  /// A whole number, or a string with what a command line takes: `10mm` for a length.
  case whole
  /// A string: a name of ``Anchor``, or two shares.
  case anchor
  /// A string.
  case text

  /// By what stands for the value in the help.
  package init(of option: Option) {
    switch option.value {
    case nil: self = .flag
    case "FILE": self = .path
    case "FILE|URL": self = .places
    case "WHERE" where option.choices == nil: self = .anchor
    case "X": self = .number
    case "BYTES", "CxR", "LENGTH", "MB", "N", "PERCENT", "PX": self = .whole
    default: self = .text
    }
  }

  /// As messages say it.
  var words: String {
    switch self {
    case .flag: "true or false"
    case .anchor:
      "center, top, bottom, left, right, top-left, top-right, bottom-left, bottom-right, or x,y from "
        + "0,0 to 1,1"
    case .path, .text: "a string"
    case .places: "a string or an array of strings"
    case .number: "a number or a string"
    case .whole: "a whole number or a string"
    }
  }

  /// The types of JSON Schema.
  var types: [String] {
    switch self {
    case .flag: ["boolean"]
    case .anchor, .path, .text: ["string"]
    case .places: ["string", "array"]
    case .number: ["number", "string"]
    case .whole: ["integer", "string"]
    }
  }
}

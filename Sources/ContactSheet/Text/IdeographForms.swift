/// Whose forms of ideographs a text has, which Unicode does not tell: 直 looks different in Beijing and in Tokyo.
///
/// The rest of the line decides, and nothing of the environment.
enum IdeographForms {
  /// Japanese: there are kana.
  case japanese
  /// Korean: there is Hangul.
  case korean
  /// Chinese: there is neither.
  case chinese
  /// There are no ideographs.
  case none

  init(_ text: String) {
    var hasIdeographs = false
    self = .none
    for scalar in text.unicodeScalars where scalar.value >= 0x1100 {
      switch scalar.value {
      case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F:
        self = .japanese
        return
      case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: self = .korean
      case 0x2E80...0x2FDF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
        hasIdeographs = true
      default: break
      }
    }
    if self == .none, hasIdeographs { self = .chinese }
  }

  /// As BCP 47 calls it.
  var language: String {
    switch self {
    case .japanese: "ja"
    case .korean: "ko"
    case .chinese: "zh-cn"
    case .none: "en"
    }
  }
}

import Foundation

/// What the tests may be built with; then the tool is, too.
package enum Sanitizer: String {
  case address = "__asan_init"
  case thread = "__tsan_init"

  /// It is in this process.
  package var isOn: Bool {
    guard let process = unsafe dlopen(nil, RTLD_NOW) else { return false }
    return unsafe dlsym(process, rawValue) != nil
  }

  /// How often a test of random things is repeated: with a sanitizer, ten times as slow, a fifth of it.
  package static func rounds(_ count: Int) -> Int { isAnyOn ? max(1, count / 5) : count }

  /// Either of them: they take several times the memory.
  package static var isAnyOn: Bool { address.isOn || thread.isOn }
}

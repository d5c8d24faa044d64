package import Foundation

/// For checks of permissions, which the superuser does not feel.
package enum Unprivileged {
  /// What goes before a command of a shell so that permissions count; the directory is made that
  /// user's. nil, said aloud, where that cannot be had.
  package static func prefix(in directory: URL) -> String? {
    guard geteuid() == 0 else { return "" }
    let user = 65_534
    let prefix = "setpriv --reuid=\(user) --regid=\(user) --clear-groups"
    let trial = try? Tool.shell(
      "chown \(user):\(user) . && \(prefix) \"$TOOL\" --version && \(prefix) test -w .",
      in: directory)
    if trial?.code == 0 { return prefix }
    print("SKIPPED: a check of permissions; the tests run as root and setpriv does not help")
    return nil
  }
}

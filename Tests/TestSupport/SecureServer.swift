import Foundation

/// A server of https with a certificate that nobody has vouched for: that of the command `openssl`.
package final class SecureServer {
  package let port: Int
  /// The file with its certificate.
  package let certificates: String
  private let process = Process()
  private let directory: TemporaryDirectory

  /// - Returns: nil where there is no such command, which is said aloud.
  package init?(serving files: [String: [UInt8]]) throws {
    directory = try TemporaryDirectory()
    for (name, bytes) in files { try directory.write(bytes, name) }
    certificates = directory.path("certificate.pem")
    let made = try Tool.shell(
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
        + "-keyout key.pem -out certificate.pem -subj /CN=localhost "
        + "-addext subjectAltName=DNS:localhost", in: directory.url)
    guard made.code == 0 else {
      precondition(environment("CONTACTSHEET_REQUIRE_TOOLS") != "1", "\(made.errorText)")
      print("SKIPPED: a test of certificates; openssl makes none here")
      return nil
    }
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_server", "-accept", "0", "-cert", "certificate.pem", "-key", "key.pem", "-WWW",
    ]
    process.currentDirectoryURL = directory.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It says where it listens: `ACCEPT 0.0.0.0:41443`.
    var text = ""
    var found: Int?
    while found == nil {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
      found = text.firstMatch(of: /ACCEPT .*:(\d+)\n/).flatMap { Int($0.1) }
    }
    guard let found else { throw CocoaError(.fileReadUnknown) }
    port = found
  }

  deinit {
    // Tests run on threads that have other signals blocked, which it inherits.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

package import Foundation
package import Raster

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A browser that is told what to do step by step, over a pipe, by Chromium's own protocol: real clicks, real
/// keys, and what is then to be seen.
package final class BrowserSession {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let folder: TemporaryDirectory
  private var received: [UInt8] = []
  private var last = 0
  private var session: String?

  package struct Failure: Error {
    package let words: String
  }

  package init() throws {
    guard let program = Browser.program else { throw Browser.Missing() }
    folder = try TemporaryDirectory()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // It listens on the descriptors 3 and 4.
    process.arguments =
      [
        "-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh", program.path,
        "--headless=new",
        "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
        "--disable-background-networking", "--disable-dev-shm-usage", "--remote-debugging-pipe",
        "--force-color-profile=srgb", "--user-data-dir=\(folder.path("profile"))", "about:blank",
      ]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let targets = try call("Target.getTargets")["targetInfos"] as? [[String: Any]] ?? []
    let page = targets.first { $0["type"] as? String == "page" }?["targetId"] as? String
    session =
      try call("Target.attachToTarget", ["targetId": page ?? "", "flatten": true])["sessionId"]
      as? String
    _ = try call("Page.enable")
  }

  deinit {
    session = nil
    _ = try? call("Browser.close")
    process.terminate()
    process.waitUntilExit()
  }

  // MARK: what is done

  /// Opens a page and waits until it is loaded.
  ///
  /// - Parameter ratio: pixels of the screen to one CSS pixel.
  package func open(
    _ page: URL, width: Int = 1300, height: Int = 1600, ratio: Double = 1, isDark: Bool = false
  ) throws {
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": ratio, "mobile": false])
    let feature = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
    _ = try call("Emulation.setEmulatedMedia", ["features": [feature]])
    _ = try call("Page.navigate", ["url": page.absoluteString])
    _ = try message { $0["method"] as? String == "Page.loadEventFired" }
  }

  /// The value of an expression, where that is text.
  package func text(_ script: String) throws -> String {
    let answer = try call(
      "Runtime.evaluate", ["expression": script, "returnByValue": true, "awaitPromise": true])
    guard let text = (answer["result"] as? [String: Any])?["value"] as? String else {
      throw Failure(words: "\(answer)")
    }
    return text
  }

  /// Presses the left button at a place of the window, in CSS pixels, and lets it go.
  package func click(x: Double, y: Double) throws {
    for type in ["mousePressed", "mouseReleased"] {
      _ = try call(
        "Input.dispatchMouseEvent",
        ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1])
    }
  }

  package func pressTab() throws {
    for type in ["rawKeyDown", "keyUp"] {
      _ = try call(
        "Input.dispatchKeyEvent",
        ["type": type, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9])
    }
  }

  /// What the window shows.
  package func screenshot() throws -> Bitmap {
    let answer = try call("Page.captureScreenshot", ["format": "png"])
    guard let data = Data(base64Encoded: answer["data"] as? String ?? "") else {
      throw Failure(words: "no picture")
    }
    return try decodedBitmap([UInt8](data))
  }

  /// What assistive programs are told: role and name of everything that is not hidden from them.
  package func accessible() throws -> [(role: String, name: String)] {
    _ = try call("Accessibility.enable")
    let nodes = try call("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
    return nodes.filter { $0["ignored"] as? Bool != true }.map { node in
      let value = { (name: String) in (node[name] as? [String: Any])?["value"] as? String ?? "" }
      return (value("role"), value("name"))
    }
  }

  // MARK: the protocol

  /// - Returns: the result of a method.
  private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    last += 1
    let number = last
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    try input.fileHandleForWriting.write(
      contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
    let answer = try self.message { $0["id"] as? Int == number }
    if let error = answer["error"] { throw Failure(words: "\(method): \(error)") }
    return answer["result"] as? [String: Any] ?? [:]
  }

  /// The next message that is meant; those before it are dropped.
  private func message(_ isMeant: ([String: Any]) -> Bool) throws -> [String: Any] {
    let limit = ContinuousClock.now + .seconds(120)
    while true {
      while let end = received.firstIndex(of: 0) {
        let data = Data(received[..<end])
        received.removeFirst(end + 1)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        if isMeant(object) { return object }
      }
      let descriptor = output.fileHandleForReading.fileDescriptor
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&ready, 1, 1000) > 0 else {
        if ContinuousClock.now > limit { throw Failure(words: "the browser does not answer") }
        continue
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw Failure(words: "the browser has gone") }
      received += more
    }
  }
}

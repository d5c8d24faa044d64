import Foundation

/// The fonts and libraries that goldens of text were drawn with: those of Debian 12.
package enum NotoFonts {
  /// Whether goldens of text are compared. Where `CONTACTSHEET_REQUIRE_TOOLS` is 1 they are; elsewhere it is said
  /// aloud that they are skipped, because other fonts and other versions draw other pixels.
  package static let areThere: Bool = {
    let lacking = NotoFonts.lacking
    if lacking.isEmpty || environment("CONTACTSHEET_REQUIRE_TOOLS") == "1" { return true }
    print(
      "SKIPPED: goldens of text, for want of \(lacking.joined(separator: ", ")); see make ci-tools")
    return false
  }()

  private static var lacking: [String] {
    let folder = "/usr/share/fonts"
    // Names and sizes in bytes.
    let fonts = [
      "truetype/noto/NotoSans-Regular.ttf": 512_672,
      "truetype/noto/NotoSansArabic-Regular.ttf": 244_072,
      "truetype/noto/NotoSansHebrew-Regular.ttf": 26_892,
      "truetype/noto/NotoSansThai-Regular.ttf": 37_744,
      "truetype/noto/NotoSansDevanagari-Regular.ttf": 229_336,
      "opentype/noto/NotoSansCJK-Regular.ttc": 19_484_784,
      "truetype/noto/NotoColorEmoji.ttf": 10_980_856,
    ]
    var lacking = fonts.keys.sorted().filter { name in
      let size = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size]
      return (size as? Int) != fonts[name]
    }
    for (name, function, wanted) in [
      ("libpango-1.0.so.0", "pango_version_string", "1.50."),
      ("libcairo.so.2", "cairo_version_string", "1.16."),
    ] where !(version(name, function) ?? "").hasPrefix(wanted) {
      lacking.append("\(name) \(wanted)x")
    }
    return lacking
  }

  /// What a library says its version is.
  private static func version(_ library: String, _ function: String) -> String? {
    guard let handle = unsafe dlopen(library, RTLD_NOW), let symbol = unsafe dlsym(handle, function)
    else { return nil }
    typealias Version = @convention(c) () -> UnsafePointer<CChar>
    return unsafe String(cString: unsafeBitCast(symbol, to: Version.self)())
  }
}

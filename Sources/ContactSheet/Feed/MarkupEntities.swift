/// The entities of HTML, `&amp;` and its like, as the characters that they stand for.
///
/// Numbers in both forms, and those names that feeds are written with: the five of XML, those of Latin-1, and
/// dashes, quotes and a few more. Another name stays as it is.
enum MarkupEntities {
  /// Resolves each once: `&amp;lt;` is `&lt;`. What lacks its semicolon is none.
  static func resolved(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let ampersand = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      let after = rest.utf8.index(after: ampersand)
      // The longest name that is known has six letters; a number may have zeros before it.
      let name = rest[after...].utf8.prefix(12).prefix { $0 != UInt8(ascii: ";") }
      if name.endIndex < rest.endIndex, rest.utf8[name.endIndex] == UInt8(ascii: ";"),
        let scalar = scalar(String(name) ?? "")
      {
        result.unicodeScalars.append(scalar)
        rest = rest[rest.utf8.index(after: name.endIndex)...]
      } else {
        result += "&"
        rest = rest[after...]
      }
    }
    return result + rest
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return names[name] }
    let digits = name.dropFirst()
    let number =
      digits.hasPrefix("x") || digits.hasPrefix("X")
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, !digits.contains("+"), !digits.contains("-") else { return nil }
    // HTML's stand-in for what no character is.
    return (number == 0 ? nil : Unicode.Scalar(number)) ?? "\u{FFFD}"
  }

  /// Those of U+00A0…U+00FF, in their order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
    acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde \
    Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute \
    Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde \
    auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
    ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """

  private static let names: [String: Unicode.Scalar] = {
    var names: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
      "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“",
      "rdquo": "”", "bdquo": "„", "bull": "•", "hellip": "…", "euro": "€", "trade": "™",
      "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š",
    ]
    for (offset, name) in latin.split(separator: " ").enumerated() {
      names[String(name)] = Unicode.Scalar(UInt8(0xA0 + offset))
    }
    return names
  }()
}

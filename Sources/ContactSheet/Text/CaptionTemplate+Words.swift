extension CaptionTemplate {
  /// A piece of a line whose tokens are known.
  private enum Piece {
    case mark(Unicode.Scalar)
    case value(String)
    /// A token that became nothing.
    case gap

    var isSpace: Bool {
      guard case .mark(let scalar) = self else { return false }
      return scalar.properties.isWhitespace
    }

    var isGap: Bool {
      guard case .gap = self else { return false }
      return true
    }

    var isValue: Bool {
      guard case .value = self else { return false }
      return true
    }

    func isMark(among marks: String) -> Bool {
      guard case .mark(let scalar) = self else { return false }
      return marks.unicodeScalars.contains(scalar)
    }
  }

  /// A line with its tokens replaced; where one became nothing, what was written around it is tidied.
  func words(_ line: [Part], _ value: (CaptionToken) -> String) -> String {
    var pieces: [Piece] = []
    for part in line {
      switch part {
      case .literal(let text): pieces += text.unicodeScalars.map { .mark($0) }
      case .token(let token):
        let text = value(token)
        pieces.append(text.isEmpty ? .gap : .value(text))
      }
    }
    if pieces.contains(where: \.isGap) { pieces = tidied(pieces) }
    return text(of: pieces)
  }

  /// Empty brackets go, and fields of which all tokens became nothing, with the separator before them.
  private func tidied(_ pieces: [Piece]) -> [Piece] {
    var kept: [Piece] = []
    for field in fields(withoutEmptyBrackets(pieces)) {
      let isBlank = field.pieces.allSatisfy(\.isSpace)
      let lacksAll =
        field.pieces.contains(where: \.isGap) && !field.pieces.contains(where: \.isValue)
      if isBlank || lacksAll { continue }
      if !kept.isEmpty { kept += field.separator }
      kept += withoutGaps(field.pieces)
    }
    return kept
  }

  /// Brackets around nothing but gaps become a gap.
  private func withoutEmptyBrackets(_ pieces: [Piece]) -> [Piece] {
    var result: [Piece] = []
    for piece in pieces {
      result.append(piece)
      for (open, close) in [("(", ")"), ("[", "]")] where piece.isMark(among: close) {
        guard let start = result.lastIndex(where: { $0.isMark(among: open) }) else { continue }
        let inside = result[(start + 1)..<(result.count - 1)]
        if inside.contains(where: \.isGap), inside.allSatisfy({ $0.isGap || $0.isSpace }) {
          result.replaceSubrange(start..., with: [.gap])
        }
      }
    }
    return result
  }

  /// What stands between separators: a mark with a space, or an end of the line, on both sides, or a comma or
  /// semicolon before a space. Marks in values separate nothing.
  private func fields(_ pieces: [Piece]) -> [(separator: [Piece], pieces: [Piece])] {
    var fields: [(separator: [Piece], pieces: [Piece])] = [([], [])]
    var index = 0
    func isSpaceOrEnd(_ index: Int) -> Bool {
      !pieces.indices.contains(index) || pieces[index].isSpace
    }
    while index < pieces.count {
      let piece = pieces[index]
      let isSeparator =
        isSpaceOrEnd(index + 1)
        && (piece.isMark(among: ",;") || piece.isMark(among: "·•|/–—-") && isSpaceOrEnd(index - 1))
      if isSeparator {
        var separator: [Piece] = []
        while let last = fields[fields.count - 1].pieces.last, last.isSpace {
          separator.insert(fields[fields.count - 1].pieces.removeLast(), at: 0)
        }
        separator.append(piece)
        while index + 1 < pieces.count, pieces[index + 1].isSpace {
          index += 1
          separator.append(pieces[index])
        }
        fields.append((separator, []))
      } else {
        fields[fields.count - 1].pieces.append(piece)
      }
      index += 1
    }
    return fields
  }

  /// Of the spaces on both sides of a gap one stays, and none at the ends.
  private func withoutGaps(_ pieces: [Piece]) -> [Piece] {
    var result: [Piece] = []
    var followsGap = false
    for piece in pieces {
      if piece.isGap {
        followsGap = true
      } else if followsGap, piece.isSpace, result.last?.isSpace ?? true {
        continue
      } else {
        followsGap = false
        result.append(piece)
      }
    }
    return trimmed(result)
  }

  private func trimmed(_ pieces: [Piece]) -> [Piece] {
    var pieces = pieces[...]
    while pieces.first?.isSpace == true { pieces.removeFirst() }
    while pieces.last?.isSpace == true { pieces.removeLast() }
    return Array(pieces)
  }

  /// In a line with letters that are written from the right each value is isolated: its direction is its own, and
  /// it does not turn the numbers beside it, as a date after Arabic would be (Unicode Standard Annex 9, "Isolates").
  /// A value of digits is not, so that `{index}/{count}` stays one number, written from the left.
  private func text(of pieces: [Piece]) -> String {
    let isolates =
      pieces.count > 1
      && pieces.contains {
        switch $0 {
        case .mark(let scalar): isWrittenFromTheRight(scalar)
        case .value(let text): text.unicodeScalars.contains(where: isWrittenFromTheRight)
        case .gap: false
        }
      }
    var text = String.UnicodeScalarView()
    for piece in pieces {
      switch piece {
      case .mark(let scalar): text.append(scalar)
      case .value(let value):
        let isIsolated = isolates && !value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isIsolated { text.append("\u{2068}") }
        text.append(contentsOf: value.unicodeScalars)
        if isIsolated { text.append("\u{2069}") }
      case .gap: break
      }
    }
    return String(text)
  }
}

/// The blocks of Hebrew, Arabic, Syriac, Thaana, N'Ko and the other scripts that are.
private func isWrittenFromTheRight(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
    true
  default: false
  }
}

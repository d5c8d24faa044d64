/// A canonical prefix code of deflate (RFC 1951, section 3.2.2).
package struct PrefixCode: Sendable {
  /// Bits of each symbol's code word; 0 for a symbol that does not occur.
  package let lengths: [UInt8]
  /// For each symbol the code word, first bit lowest, above the 8 bits that say how many bits it has.
  package let words: [UInt32]

  /// The lengths of D. Huffman's code, "A Method for the Construction of Minimum-Redundancy Codes", 1952. Where
  /// that goes beyond the limit, the longest words are cut to it, and shorter ones made longer until the words
  /// fit again, the longest of those first.
  ///
  /// A code of a single symbol has one word of one bit, which every decoder takes; one of none has no words.
  ///
  /// - Parameters:
  ///   - frequencies: how often each symbol occurs; at most 2³¹ together.
  ///   - limit: bits, 1…15; 2^limit is at least the number of symbols.
  package init(frequencies: [UInt32], limit: Int) {
    self.init(lengths: PrefixCode.lengths(frequencies, limit: limit))
  }

  /// - Parameter lengths: 0…15 each, of which a prefix code can be made.
  package init(lengths: [UInt8]) {
    self.lengths = lengths
    var next = [UInt32](repeating: 0, count: 17)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    for length in 1...16 { next[length] = (next[length] + next[length - 1]) << 1 }
    // Now the first word of each length stands at that length: the sum of those before, shifted.
    words = lengths.map { length in
      guard length > 0 else { return 0 }
      let word = next[Int(length)]
      next[Int(length)] += 1
      return reversed(word, count: length) << 8 | UInt32(length)
    }
  }

  private static func lengths(_ frequencies: [UInt32], limit: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    // The symbol in the low bits: sorting is by frequency, ties by symbol.
    var leaves = frequencies.indices.filter { frequencies[$0] > 0 }.map {
      UInt64(frequencies[$0]) << 16 | UInt64($0)
    }
    guard leaves.count > 1 else {
      if let leaf = leaves.first { lengths[Int(leaf & 0xFFFF)] = 1 }
      return lengths
    }
    leaves.sort()
    let counts = PrefixCode.counts(leaves.map { $0 >> 16 }, limit: limit)
    var index = 0
    for length in stride(from: limit, through: 1, by: -1) {
      for _ in 0..<counts[length] {
        lengths[Int(leaves[index] & 0xFFFF)] = UInt8(length)
        index += 1
      }
    }
    return lengths
  }

  /// How many words have each length, 0…limit.
  ///
  /// - Parameter weights: of at least two symbols, ascending.
  private static func counts(_ weights: [UInt64], limit: Int) -> [Int] {
    let leafCount = weights.count
    // Leaves, then inner nodes in the order in which they are made, which is that of their weights.
    var weights = weights
    var parents = [Int](repeating: 0, count: 2 * leafCount - 1)
    var (leaf, inner) = (0, leafCount)
    func lightest(_ end: Int) -> Int {
      if leaf < leafCount, inner == end || weights[leaf] <= weights[inner] {
        leaf += 1
        return leaf - 1
      }
      inner += 1
      return inner - 1
    }
    for node in leafCount..<(2 * leafCount - 1) {
      let (first, second) = (lightest(node), lightest(node))
      weights.append(weights[first] + weights[second])
      (parents[first], parents[second]) = (node, node)
    }
    var depths = [Int](repeating: 0, count: 2 * leafCount - 1)
    var counts = [Int](repeating: 0, count: limit + 1)
    for node in stride(from: 2 * leafCount - 3, through: 0, by: -1) {
      depths[node] = depths[parents[node]] + 1
      if node < leafCount { counts[min(depths[node], limit)] += 1 }
    }
    // What the words take of the 2^limit that there are.
    var taken = (1...limit).reduce(0) { $0 + counts[$1] << (limit - $1) }
    while taken > 1 << limit {
      // One of the longest words goes below a shorter one, which takes its place beside it.
      var length = limit - 1
      while counts[length] == 0 { length -= 1 }
      counts[length] -= 1
      counts[length + 1] += 2
      counts[limit] -= 1
      taken -= 1
    }
    return counts
  }
}

/// The lowest `count` bits in reverse order.
private func reversed(_ word: UInt32, count: UInt8) -> UInt32 {
  var (word, result) = (word, UInt32(0))
  for _ in 0..<count {
    result = result << 1 | word & 1
    word >>= 1
  }
  return result
}

/// The digest of FIPS 180-4, section 6.2, by which a page says which scripts and styles are its own.
package enum SHA256 {
  /// - Returns: 32 bytes. The message is held twice; it is meant for short ones.
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    // Filled up to whole blocks of 64 bytes, the last eight of which are the length in bits.
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += bytes(UInt64(message.count) * 8)
    var state = start
    for block in stride(from: 0, to: padded.count, by: 64) {
      mix(padded[block..<block + 64], into: &state)
    }
    return state.flatMap { bytes($0) }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      // Sums are modulo 2³², here and below: that is the definition.
      schedule.append(schedule[index - 16] &+ first &+ schedule[index - 7] &+ second)
    }
    var word = state
    for index in 0..<64 {
      let (a, e) = (word[0], word[4])
      let choice = e & word[5] ^ ~e & word[6]
      let majority = a & word[1] ^ a & word[2] ^ word[1] & word[2]
      let upper = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let lower = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let sum = word[7] &+ upper &+ choice &+ constants[index] &+ schedule[index]
      word.removeLast()
      word.insert(sum &+ lower &+ majority, at: 0)
      word[4] = word[4] &+ sum
    }
    for index in 0..<8 { state[index] = state[index] &+ word[index] }
  }

  /// To the right by some bits; what falls out comes back at the left.
  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  private static func bytes(_ word: some FixedWidthInteger) -> [UInt8] {
    stride(from: word.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: word >> $0)
    }
  }

  /// The first 32 fraction bits of the square roots of the first eight primes.
  private static let start = primes.prefix(8).map { root($0, cubic: false) }

  /// The first 32 fraction bits of the cube roots of the first 64 primes.
  private static let constants = primes.map { root($0, cubic: true) }

  private static let primes = (2...311).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }

  /// The fraction bits of a root, in whole numbers, bit by bit: of the largest r with r² ≤ n·2⁶⁴, or with
  /// r³ ≤ n·2⁹⁶.
  private static func root(_ number: Int, cubic: Bool) -> UInt32 {
    var root: UInt64 = 0
    // Roots are below 20, so 32 bits after the point take 37.
    for bit in (0..<37).reversed() {
      let trial = root | 1 << UInt64(bit)
      if !exceeds(trial, number, cubic: cubic) { root = trial }
    }
    return UInt32(truncatingIfNeeded: root)
  }

  private static func exceeds(_ trial: UInt64, _ number: Int, cubic: Bool) -> Bool {
    let square = UInt128(trial) * UInt128(trial)
    // trial³ has at most 111 bits, number·2⁹⁶ at most 105.
    return cubic
      ? square * UInt128(trial) > UInt128(number) << 96 : square > UInt128(number) << 64
  }
}

/// Random numbers that come out the same for the same seed: SplitMix64 (G. Steele and others, "Fast
/// Splittable Pseudorandom Number Generators", 2014).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A seed for this run, printed so that a failure can be repeated with `CONTACTSHEET_SEED`.
  package static func seed(_ test: String) -> UInt64 {
    let given = environment("CONTACTSHEET_SEED").flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(test): CONTACTSHEET_SEED=\(seed)")
    return seed
  }
}

/// A random generator that gives the same numbers for a seed, which a failing test prints.
///
/// - SeeAlso: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014
///   (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator with a seed.
  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}

/// What a try at a passcode costs: memory of 128 × n × r bytes, and time in proportion.
package struct ScryptCost: Hashable, Sendable, Codable {
  /// A power of two, from 2 to 2²⁰.
  package let n: Int

  /// From 1 to 16.
  package let r: Int

  /// From 1 to 4.
  package let p: Int

  /// What vaults are written with: 2¹⁸, 8, 1; a quarter of a gigabyte, and most of a second.
  package static let production = ScryptCost(unchecked: 1 << 18, r: 8, p: 1)

  /// Next to nothing, for tests.
  package static let testing = ScryptCost(unchecked: 16, r: 1, p: 1)

  /// Checks what a file says, which must not make us take memory without bounds.
  package init?(n: Int, r: Int, p: Int) {
    guard (2...(1 << 20)).contains(n), n & (n - 1) == 0, (1...16).contains(r), (1...4).contains(p)
    else { return nil }
    self.init(unchecked: n, r: r, p: p)
  }

  private init(unchecked n: Int, r: Int, p: Int) {
    self.n = n
    self.r = r
    self.p = p
  }
}

/// The cost of an attempt at a passcode: 128 × n × r bytes of memory, and time in proportion.
package struct ScryptCost: Hashable, Sendable, Codable {
  /// The cost factor: a power of two, from 2 to 2²⁰.
  package let n: Int

  /// The block size, from 1 to 16.
  package let r: Int

  /// The parallelism, from 1 to 4.
  package let p: Int

  /// The cost of new vaults: 2¹⁸, 8, 1; a quarter of a gigabyte, and most of a second.
  package static let production = ScryptCost(unchecked: 1 << 18, r: 8, p: 1)

  /// A minimal cost, for tests.
  package static let testing = ScryptCost(unchecked: 16, r: 1, p: 1)

  /// Checks the values of a file, which must not cause unbounded use of memory.
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

import BigInt
import EthereumCrypto
import EthereumPrimitives

/// The storage of one contract, after the newest block and after every earlier block.
struct ContractStorage: Equatable, Sendable {
  private var values: [Hash32: BigUInt] = [:]
  /// Each slot's values, each with the first block in which it is valid, oldest first.
  private var history: [Hash32: [(block: UInt64, value: BigUInt)]] = [:]
  private var changed: Set<Hash32> = []
  private(set) var root = MerklePatriciaTrie.emptyRoot

  subscript(slot: Hash32) -> BigUInt {
    get { values[slot] ?? 0 }
    set {
      values[slot] = newValue == 0 ? nil : newValue
      changed.insert(slot)
    }
  }

  /// Returns a slot's value as it was after a block.
  func value(_ slot: Hash32, after block: UInt64) -> BigUInt {
    history[slot]?.last { $0.block <= block }?.value ?? 0
  }

  /// Records the changes as the storage after a block; returns true if there were any.
  ///
  /// - Complexity: O(*n*) in the number of slots, whose trie is rebuilt.
  mutating func commit(block: UInt64) -> Bool {
    guard !changed.isEmpty else { return false }
    for slot in changed { history[slot, default: []].append((block, self[slot])) }
    changed = []
    root = Self.trie(of: values).root
    return true
  }

  /// Undoes the changes after a block.
  mutating func rewind(to block: UInt64) {
    changed = []
    for (slot, entries) in history {
      let kept = entries.prefix { $0.block <= block }
      history[slot] = kept.isEmpty ? nil : Array(kept)
      let value = kept.last?.value ?? 0
      values[slot] = value == 0 ? nil : value
    }
    root = Self.trie(of: values).root
  }

  /// Returns the trie of the storage after a block.
  func trie(after block: UInt64) -> MerklePatriciaTrie {
    Self.trie(of: history.keys.reduce(into: [:]) { $0[$1] = value($1, after: block) })
  }

  private static func trie(of values: [Hash32: BigUInt]) -> MerklePatriciaTrie {
    var trie = MerklePatriciaTrie()
    for (slot, value) in values where value > 0 {
      trie.insert(
        key: Keccak256.hash(slot.bytes).bytes, value: RLP.encode(.integer(value)))
    }
    return trie
  }

  static func == (left: ContractStorage, right: ContractStorage) -> Bool {
    left.root == right.root && left.values == right.values
  }
}

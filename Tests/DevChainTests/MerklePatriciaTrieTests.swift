import BigInt
import DevChain
import EthereumCrypto
import EthereumPrimitives
import Foundation
import JSONRPC
import TestEffort
import Testing

/// The trie against roots that geth computed.
struct MerklePatriciaTrieTests {
  static let vectors = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "TestVectors/execution-apis")

  @Test func theEmptyTrieHasTheKnownRoot() throws {
    let known = try Hash32(
      hex: "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421")
    #expect(MerklePatriciaTrie.emptyRoot == known)
    #expect(MerklePatriciaTrie().root == known)
    #expect(MerklePatriciaTrie.root(ofList: []) == known)
  }

  @Test func theTransactionRootsOfARecordedChainAreReproduced() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.vectors.appending(path: "chain.rlp")))
    var blockCount = 0
    var transactionCount = 0
    var previous: Hash32?
    for block in try Self.blocks(bytes) {
      guard
        case .list(let parts) = block, case .list(let header) = parts[0],
        case .list(let transactions) = parts[1]
      else {
        Issue.record("block \(blockCount) is no list of lists")
        return
      }
      // A typed transaction is a string there, a legacy one a list (EIP-2718).
      let raw: [[UInt8]] = transactions.map { item in
        if case .bytes(let bytes) = item { bytes } else { RLP.encode(item) }
      }
      #expect(
        header[4] == .hash(MerklePatriciaTrie.root(ofList: raw)), "block \(blockCount + 1)")
      if let previous { #expect(header[0] == .hash(previous)) }
      previous = Keccak256.hash(RLP.encode(parts[0]))
      blockCount += 1
      transactionCount += raw.count
    }
    let head = try Hash32(
      hex: "0xd226371d0b1551adb03fb52b71f08e3e11247fe9b1af994768af8cdaa8e7dcd7")
    #expect(previous == head)
    #expect(blockCount == 54)
    #expect(transactionCount > 100)
    print(
      "vectors: execution-apis chain.rlp \(blockCount) blocks, \(transactionCount) transactions passed"
    )
  }

  @Test func theStateRootOfARecordedGenesisIsReproduced() throws {
    let json = try JSONValue(
      parsing: [UInt8](try Data(contentsOf: Self.vectors.appending(path: "genesis.json"))))
    let accounts = try #require(json["alloc"]?.object)
    var trie = MerklePatriciaTrie()
    for (name, account) in accounts {
      let address = try Hex.decode("0x\(name.suffix(40))")
      let balance = try #require(account["balance"]?.string)
      let nonce = try account["nonce"]?.string.map { try Hex.decodeUInt64($0) } ?? 0
      let code = try account["code"]?.string.map { try Hex.decode($0) } ?? []
      var storage = MerklePatriciaTrie()
      for (slot, word) in account["storage"]?.object ?? [:] {
        let value = try Hex.decode(try #require(word.string)).drop { $0 == 0 }
        storage.insert(
          key: Keccak256.hash(try Hex.decode(slot)).bytes,
          value: RLP.encode(.bytes(Array(value))))
      }
      trie.insert(
        key: Keccak256.hash(address).bytes,
        value: RLP.encode(
          .list([
            .integer(nonce), .integer(try Hex.decodeUInt256(balance)), .hash(storage.root),
            .hash(Keccak256.hash(code)),
          ])))
    }
    #expect(accounts.count == 27)
    let root = try Hash32(
      hex: "0xdc43f460541a253c0f64b6943ef83fa3bd601699a255622f088d46f7fde359fc")
    #expect(trie.root == root)
    print("vectors: execution-apis genesis.json \(accounts.count) accounts passed")
  }

  @Test func theOrderOfInsertionDoesNotMatter() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<Effort.count(20) {
      let pairs = (0..<200).map { index in
        (
          (0..<Int.random(in: 1...4, using: &random)).map { _ in
            UInt8.random(in: 0...3, using: &random)
          },
          [UInt8(truncatingIfNeeded: index), 1]
        )
      }
      let unique = Dictionary(pairs, uniquingKeysWith: { $1 })
      let roots = (0..<3).map { _ in
        var trie = MerklePatriciaTrie()
        for (key, value) in unique.shuffled(using: &random) { trie.insert(key: key, value: value) }
        return trie.root
      }
      #expect(Set(roots).count == 1)

      // Every value and every key counts.
      var other = MerklePatriciaTrie()
      for (key, value) in unique { other.insert(key: key, value: value) }
      let changed = unique.keys.sorted { $0.lexicographicallyPrecedes($1) }[0]
      other.insert(key: changed, value: [9, 9, 9])
      #expect(other.root != roots[0])
      other.insert(key: changed, value: unique[changed] ?? [])
      #expect(other.root == roots[0])
    }
  }

  /// Splits the encodings of consecutive blocks.
  private static func blocks(_ bytes: [UInt8]) throws -> [RLPItem] {
    var blocks: [RLPItem] = []
    var rest = bytes[...]
    while let first = rest.first {
      let size: Int
      if first < 0xf8 {
        size = 1 + Int(first - 0xc0)
      } else {
        let lengthCount = Int(first - 0xf7)
        size =
          1 + lengthCount
          + rest.dropFirst().prefix(lengthCount).reduce(0) { $0 << 8 | Int($1) }
      }
      blocks.append(try RLP.decode(Array(rest.prefix(size))))
      rest = rest.dropFirst(size)
    }
    return blocks
  }
}

/// The same numbers for the same seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

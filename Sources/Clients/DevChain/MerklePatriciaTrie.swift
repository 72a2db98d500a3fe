import EthereumCrypto
package import EthereumPrimitives

/// The authenticated map of Ethereum: its root depends on every key and every value in it.
///
/// Nodes never change, so copies share all of them. There is no removal, because the chain never
/// removes accounts.
///
/// - SeeAlso: Yellow Paper, appendix D.
package struct MerklePatriciaTrie: Sendable {
  private var top: TrieNode?

  package init() {}

  /// The root of a trie without keys.
  package static let emptyRoot = Keccak256.hash(RLP.encode(.bytes([])))

  /// The hash of the entire content.
  package var root: Hash32 {
    top.map { Keccak256.hash($0.encoded) } ?? Self.emptyRoot
  }

  /// Adds a key with its value, or replaces the value of an existing key.
  ///
  /// - Precondition: `value` is not empty; an empty value means removal in Ethereum.
  /// - Complexity: O(*d*) hashes, *d* being the depth at which the key differs from all others.
  package mutating func insert(key: [UInt8], value: [UInt8]) {
    precondition(!value.isEmpty, "An empty value means removal, which this trie does not have.")
    let path = key.flatMap { [$0 >> 4, $0 & 15] }[...]
    top = top.map { $0.inserting(path, value) } ?? .leaf(path, value)
  }

  /// Returns the nodes that prove a key's value, or its absence, from the top down; those embedded
  /// in their parents are not listed again.
  func proof(of key: [UInt8]) -> [[UInt8]] {
    var path = key.flatMap { [$0 >> 4, $0 & 15] }[...]
    var proof: [[UInt8]] = []
    var node = top
    while let found = node {
      if proof.isEmpty || found.encoded.count >= 32 { proof.append(found.encoded) }
      node = found.child(on: &path)
    }
    return proof
  }

  /// Returns the root over a list: the keys are the encoded positions.
  package static func root(ofList values: [[UInt8]]) -> Hash32 {
    var trie = MerklePatriciaTrie()
    for (index, value) in values.enumerated() {
      trie.insert(key: RLP.encode(.integer(UInt64(index))), value: value)
    }
    return trie.root
  }
}

/// A node and its encoding; it never changes.
private final class TrieNode: Sendable {
  typealias Path = ArraySlice<UInt8>

  enum Content: Sendable {
    /// The rest of one key, and its value.
    case leaf(path: Path, value: [UInt8])
    /// The common prefix of all keys below; at least one nibble.
    case shared(path: Path, child: TrieNode)
    /// One child for each possible next nibble, and the value of the key that ends here.
    case branch(children: [TrieNode?], value: [UInt8]?)
  }

  let content: Content
  let encoded: [UInt8]

  private init(_ content: Content) {
    self.content = content
    encoded = RLP.encode(Self.item(content))
  }

  static func leaf(_ path: Path, _ value: [UInt8]) -> TrieNode {
    TrieNode(.leaf(path: path, value: value))
  }

  private static func sharing(_ path: Path, _ child: TrieNode) -> TrieNode {
    path.isEmpty ? child : TrieNode(.shared(path: path, child: child))
  }

  func inserting(_ path: Path, _ value: [UInt8]) -> TrieNode {
    switch content {
    case .leaf(let ownPath, let ownValue):
      if ownPath == path { return .leaf(path, value) }
      let common = path.commonPrefixCount(with: ownPath)
      let branch = Self.emptyBranch
        .inserting(ownPath.dropFirst(common), ownValue)
        .inserting(path.dropFirst(common), value)
      return Self.sharing(path.prefix(common), branch)

    case .shared(let ownPath, let child):
      let common = path.commonPrefixCount(with: ownPath)
      if common == ownPath.count {
        return Self.sharing(ownPath, child.inserting(path.dropFirst(common), value))
      }
      var children = [TrieNode?](repeating: nil, count: 16)
      let rest = ownPath.dropFirst(common)
      children[Int(rest[rest.startIndex])] = Self.sharing(rest.dropFirst(), child)
      let branch = TrieNode(.branch(children: children, value: nil))
        .inserting(path.dropFirst(common), value)
      return Self.sharing(path.prefix(common), branch)

    case .branch(var children, let ownValue):
      guard let nibble = path.first else {
        return TrieNode(.branch(children: children, value: value))
      }
      let rest = path.dropFirst()
      let child = children[Int(nibble)]
      children[Int(nibble)] = child.map { $0.inserting(rest, value) } ?? .leaf(rest, value)
      return TrieNode(.branch(children: children, value: ownValue))
    }
  }

  /// Returns the next node on the path to a key, nil at the end, and leaves the rest in `path`.
  func child(on path: inout Path) -> TrieNode? {
    switch content {
    case .leaf: return nil
    case .shared(let ownPath, let child):
      guard path.starts(with: ownPath) else { return nil }
      path = path.dropFirst(ownPath.count)
      return child
    case .branch(let children, _):
      guard let nibble = path.popFirst() else { return nil }
      return children[Int(nibble)]
    }
  }

  private static let emptyBranch = TrieNode(
    .branch(children: [TrieNode?](repeating: nil, count: 16), value: nil))

  private static func item(_ content: Content) -> RLPItem {
    switch content {
    case .leaf(let path, let value):
      return .list([.bytes(compact(path, isLeaf: true)), .bytes(value)])
    case .shared(let path, let child):
      return .list([.bytes(compact(path, isLeaf: false)), child.reference])
    case .branch(let children, let value):
      return .list(children.map { $0?.reference ?? .bytes([]) } + [.bytes(value ?? [])])
    }
  }

  /// A parent's reference to this node: its hash, or the whole node if that is shorter.
  private var reference: RLPItem {
    encoded.count < 32 ? Self.item(content) : .hash(Keccak256.hash(encoded))
  }

  /// Packs nibbles into bytes, after a nibble that says whether it is a leaf and whether the count
  /// is odd.
  ///
  /// - SeeAlso: Yellow Paper, appendix C.
  private static func compact(_ path: Path, isLeaf: Bool) -> [UInt8] {
    let isOdd = path.count % 2 == 1
    let flag: UInt8 = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0)
    let nibbles = (isOdd ? [flag] : [flag, 0]) + path
    return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func commonPrefixCount(with other: Self) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}

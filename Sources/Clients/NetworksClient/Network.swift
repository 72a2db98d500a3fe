package import EthereumPrimitives

/// A chain that the owner has named, with a node that follows it.
package struct Network: Codable, Hashable, Sendable {
  /// The maximum number of networks in a home folder.
  package static let countMax = 100

  /// The owner's name for it.
  package var name: NetworkName
  /// The chain that the node must follow.
  package var chainID: ChainID
  /// The node's JSON-RPC address, which may contain a key: it is shown without user, path and
  /// query, and is not encoded.
  package var url = ""

  /// Describes a network.
  package init(name: NetworkName, chainID: ChainID, url: String) {
    self.name = name
    self.chainID = chainID
    self.url = url
  }

  private enum CodingKeys: CodingKey { case name, chainID }
}

/// A name of letters, digits and a few signs that can be typed in a shell.
package struct NetworkName: Hashable, Sendable, CustomStringConvertible {
  /// The maximum number of characters.
  package static let characterCountMax = 32

  /// Its characters.
  package let text: String

  /// The reason a text can't be a name.
  package enum Refusal: Error, Codable, Hashable, Sendable {
    /// It has no characters.
    case empty
    /// It has more than `characterCountMax` characters.
    case tooLong(found: Int, max: Int)
    /// It has a character other than `a` to `z`, `0` to `9` and, after the first, `-`, `_`, `.`.
    case otherCharacter(position: Int)
  }

  /// Checks a text; nothing is trimmed or lowercased.
  package init(_ text: String) throws(Refusal) {
    guard !text.isEmpty else { throw .empty }
    guard text.count <= Self.characterCountMax else {
      throw .tooLong(found: text.count, max: Self.characterCountMax)
    }
    for (index, character) in text.enumerated() {
      let isLetter = ("a"..."z").contains(character) || ("0"..."9").contains(character)
      guard character.unicodeScalars.count == 1,
        isLetter || (index > 0 && "-_.".contains(character))
      else { throw .otherCharacter(position: index) }
    }
    self.text = text
  }

  package var description: String { text }
}

/// The networks of a home folder, and the one in use.
package struct NetworkBook: Codable, Hashable, Sendable {
  /// The networks, sorted by name.
  package var networks: [Network]
  /// The one in use; nil for the default, the node of `devchain`.
  package var used: NetworkName?

  /// Describes the networks of a home folder.
  package init(networks: [Network] = [], used: NetworkName? = nil) {
    self.networks = networks
    self.used = used
  }

  /// Returns the network with a name.
  package subscript(_ name: NetworkName) -> Network? {
    networks.first { $0.name == name }
  }

  /// The network in use; nil for the default.
  package var current: Network? { used.flatMap { self[$0] } }
}

// MARK: - Rules

extension NetworkBook {
  /// Adds a network under an unused name.
  package mutating func add(_ network: Network) throws(NetworkRefusal) {
    guard self[network.name] == nil else { throw .nameTaken(network.name) }
    guard networks.count < Network.countMax else { throw .full(max: Network.countMax) }
    networks.append(network)
    networks.sort { $0.name.text < $1.name.text }
  }

  /// Selects the network to use; nil for the default.
  package mutating func use(_ name: NetworkName?) throws(NetworkRefusal) {
    if let name, self[name] == nil { throw .unknown(name) }
    used = name
  }

  /// Removes a network; if it was in use, the default is used instead.
  package mutating func remove(_ name: NetworkName) throws(NetworkRefusal) {
    guard self[name] != nil else { throw .unknown(name) }
    networks.removeAll { $0.name == name }
    if used == name { used = nil }
  }
}

extension NetworkName: CodedAsText {
  package var codedText: String { text }
  package init(codedText: String) throws { try self.init(codedText) }
}

import Foundation

/// The fixtures of bitcoinjs/bip32.
package struct ExtendedKeyFixtures: Decodable, Sendable {
  /// A key of a tree.
  package struct Node: Decodable, Sendable {
    package let seed: String?
    package let path: String?
    package let pubKey: String
    package let privKey: String
    package let chainCode: String
    package let base58: String
    package let base58Priv: String
    package let identifier: String
    package let fingerprint: String
    package let index: UInt32?
    package let depth: UInt8?
  }

  /// A seed with keys of its tree.
  package struct Tree: Decodable, Sendable {
    package let network: String
    package let master: Node
    package let children: [Node]
  }

  /// Texts that are not extended keys.
  package struct InvalidText: Decodable, Sendable {
    package let exception: String
    package let string: String
    package let network: String?
  }

  /// Invalid seeds.
  package struct InvalidSeed: Decodable, Sendable {
    package let exception: String
    package let seed: String
  }

  /// Inputs that must be refused.
  package struct Invalid: Decodable, Sendable {
    package let fromBase58: [InvalidText]
    package let fromSeed: [InvalidSeed]
  }

  package let valid: [Tree]
  package let invalid: Invalid

  /// Loads the file.
  package static func load() throws -> ExtendedKeyFixtures {
    try TestVectors.json("bip32-bitcoinjs/index.json", as: ExtendedKeyFixtures.self)
  }
}

/// The test vectors in the text of BIP-32.
package struct ExtendedKeySpecification: Sendable {
  /// A key of a tree by its path, such as `m/0H/1`.
  package struct Chain: Sendable {
    package let seed: String
    package let path: String
    package let publicKey: String
    package let privateKey: String
  }

  /// The keys of test vectors 1 to 4.
  package var chains: [Chain] = []
  /// The texts of test vector 5 with the reasons to refuse them.
  package var invalid: [(text: String, reason: String)] = []

  /// Reads the specification's last part.
  package static func load() throws -> ExtendedKeySpecification {
    var result = ExtendedKeySpecification()
    var seed = ""
    var path = ""
    var publicKey = ""
    var isInvalidPart = false
    for line in try TestVectors.text("bip32-spec/bip-0032.mediawiki").split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("===Test vector 5") { isInvalidPart = true }
      if line.hasPrefix("==Acknowledgements") { break }
      if line.hasPrefix("Seed (hex):") { seed = String(words[2]) }
      switch words.dropFirst().first {
      case "Chain": path = words[2].replacingOccurrences(of: "<sub>H</sub>", with: "H")
      case "ext" where words[2] == "pub:": publicKey = String(words[3])
      case "ext" where words[2] == "prv:":
        result.chains.append(
          Chain(seed: seed, path: path, publicKey: publicKey, privateKey: String(words[3])))
      case .some(let text) where isInvalidPart && line.hasPrefix("* "):
        result.invalid.append((String(text), words.dropFirst(2).joined(separator: " ")))
      case .some, nil: continue
      }
    }
    return result
  }
}

/// A recovery phrase with its entropy, its seed with the passphrase "TREZOR", and its master key.
package struct MnemonicVector: Decodable, Sendable {
  package let entropy: [UInt8]
  package let phrase: String
  package let seed: [UInt8]
  package let masterKey: String

  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    entropy = bytes(try container.decode(String.self))
    phrase = try container.decode(String.self)
    seed = bytes(try container.decode(String.self))
    masterKey = try container.decode(String.self)
  }

  /// Returns the vectors of a language, such as `english`.
  package static func all(_ language: String) throws -> [MnemonicVector] {
    let languages = try TestVectors.json(
      "bip39/vectors.json", as: [String: [MnemonicVector]].self)
    return languages[language] ?? []
  }

  /// Returns Japanese phrases with their seeds and the passphrase `japanesePassphrase`.
  package static func japanese() throws -> [(phrase: String, seed: [UInt8])] {
    let languages = try TestVectors.json(
      "bip39-bitcoinjs/vectors.json", as: [String: [[String]]].self)
    return (languages["japanese"] ?? []).map { ($0[1], bytes($0[2])) }
  }

  /// The passphrase of the Japanese seeds, as their authors typed it: its first character stands
  /// for five others.
  package static let japanesePassphrase = "㍍ガバヴァぱばぐゞちぢ十人十色"

  /// Returns the words of the English list, in their order.
  package static func englishWords() throws -> [String] {
    try TestVectors.text("bip39/english.txt").split(separator: "\n").map(String.init)
  }
}

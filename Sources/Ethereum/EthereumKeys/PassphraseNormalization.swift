package import EthereumCrypto
import Foundation

/// The normal form of BIP-39's passphrase and of the vault's passcode, NFKD.
package enum PassphraseNormalization {
  /// Normalises a passphrase; ASCII is already in normal form.
  ///
  /// Foundation, which maintains Unicode's tables, decomposes one scalar at a time. Its strings are
  /// not wiped, so none of them may contain more of the passphrase than that scalar.
  ///
  /// - Throws: `MnemonicError.passphraseNotUTF8`.
  /// - SeeAlso: BIP-39, "From mnemonic to seed"; Unicode Standard Annex 15, section 1.3.
  package static func nfkd(
    _ passphrase: borrowing SecretBytes
  ) throws(MnemonicError) -> SecretBytes {
    var scalars: [Unicode.Scalar] = []
    defer { scalars.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
    let isASCII = try passphrase.withUnsafeBytes { bytes throws(MnemonicError) in
      if bytes.allSatisfy({ $0 < 0x80 }) { return true }
      // Reallocation would leave copies that are not wiped.
      scalars.reserveCapacity(bytes.count * decompositionCountMax)
      try decompose(bytes, into: &scalars)
      return false
    }
    if isASCII { return passphrase.copy() }
    order(&scalars)
    var normalized = SecretBytes(count: scalars.reduce(0) { $0 + UTF8.width($1) })
    normalized.withUnsafeMutableBytes { buffer in
      var end = 0
      for scalar in scalars {
        for unit in UTF8.encode(scalar) ?? UTF8.EncodedScalar() {
          buffer[end] = unit
          end += 1
        }
      }
    }
    return normalized
  }

  /// The maximum length of a scalar's decomposition: U+FDFA becomes 18 scalars.
  private static let decompositionCountMax = 18

  private static func decompose(
    _ bytes: UnsafeRawBufferPointer, into scalars: inout [Unicode.Scalar]
  ) throws(MnemonicError) {
    var decoder = Unicode.UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return
      case .error: throw .passphraseNotUTF8
      case .scalarValue(let scalar):
        let parts = String(Character(scalar)).decomposedStringWithCompatibilityMapping
        scalars.append(contentsOf: parts.unicodeScalars)
      }
    }
  }

  /// Sorts the marks after each letter by their combining class.
  private static func order(_ scalars: inout [Unicode.Scalar]) {
    func markClass(_ index: Int) -> UInt8 {
      scalars[index].properties.canonicalCombiningClass.rawValue
    }
    for index in scalars.indices where markClass(index) != 0 {
      var place = index
      while place > 0, markClass(place - 1) > markClass(place) {
        scalars.swapAt(place - 1, place)
        place -= 1
      }
    }
  }
}

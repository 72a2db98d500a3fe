package import EthereumCrypto
import Foundation

/// The normal form in which BIP-39 takes a passphrase, and the vault its passcode: NFKD.
package enum PassphraseNormalization {
  /// Normalises a passphrase; ASCII is its own normal form.
  ///
  /// Foundation, which maintains the tables of Unicode, decomposes one scalar at a time. Its strings
  /// are not wiped, so none of them ever has more of the passphrase than that scalar.
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
      // Growing would leave copies behind that are not wiped.
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

  /// How many scalars one becomes, at most: U+FDFA becomes 18.
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

  /// Puts the marks behind each letter in the order of their classes.
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

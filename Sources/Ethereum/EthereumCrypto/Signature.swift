package import EthereumPrimitives

/// An ECDSA signature over secp256k1 from which the signer can be recovered.
package struct Signature: Hashable, Sendable {
  /// The x coordinate of the nonce's point, modulo the group's order.
  package let r: Hash32
  /// The proof; signatures made here have at most half of the group's order (EIP-2).
  package let s: Hash32
  /// The parity of the y coordinate of the nonce's point: 0 if even, 1 if odd.
  package let yParity: UInt8

  /// Creates a signature, without checking its signer; nil unless `yParity` is 0 or 1.
  package init?(r: Hash32, s: Hash32, yParity: UInt8) {
    guard yParity <= 1 else { return nil }
    self.r = r
    self.s = s
    self.yParity = yParity
  }

  /// True if r and s are from 1 to the group's order less 1.
  package var isInRange: Bool {
    r != .zero && s != .zero && r < Secp256k1.order && s < Secp256k1.order
  }

  /// True if s is at most half of the group's order, as EIP-2 requires for transactions.
  package var isLowS: Bool { s <= Secp256k1.halfOrder }

  /// The 65 bytes that wallets exchange: r, s, and 27 or 28.
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65) { buffer, count in
      let target = UnsafeMutableRawBufferPointer(buffer)
      r.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: target[..<32]).copyMemory(from: $0)
      }
      s.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: target[32..<64]).copyMemory(from: $0)
      }
      target[64] = 27 + yParity
      count = 65
    }
  }
}

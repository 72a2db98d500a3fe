package import BigInt

/// A value of RLP: bytes, or a list of values.
package indirect enum RLPItem: Hashable, Sendable {
  case bytes([UInt8])
  case list([RLPItem])

  /// An integer: its bytes without leading zeros, zero as no bytes.
  package static func integer(_ value: UInt64) -> RLPItem {
    integer(UInt256(value))
  }

  /// An integer: its bytes without leading zeros, zero as no bytes.
  package static func integer(_ value: UInt256) -> RLPItem {
    .bytes(value.bytes32.withUnsafeBytes { Array($0.suffix(value.byteCount)) })
  }

  /// An integer of any size: its bytes without leading zeros, zero as no bytes.
  package static func integer(_ value: BigUInt) -> RLPItem {
    var bytes: [UInt8] = []
    for word in value.words.reversed() {
      for shift in stride(from: UInt.bitWidth - 8, through: 0, by: -8) {
        let byte = UInt8(truncatingIfNeeded: word >> shift)
        if byte != 0 || !bytes.isEmpty { bytes.append(byte) }
      }
    }
    return .bytes(bytes)
  }

  /// Thirty-two bytes.
  package static func hash(_ hash: Hash32) -> RLPItem { .bytes(hash.bytes) }

  /// Twenty bytes.
  package static func address(_ address: Address) -> RLPItem { .bytes(address.bytes) }
}

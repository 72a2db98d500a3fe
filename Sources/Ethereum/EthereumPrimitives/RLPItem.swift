/// A value of RLP: bytes, or a list of values.
package indirect enum RLPItem: Hashable, Sendable {
  case bytes([UInt8])
  case list([RLPItem])

  /// Returns an integer of any size: its bytes without leading zeros, zero as no bytes.
  ///
  /// - Precondition: `value` is not negative.
  package static func integer(_ value: some BinaryInteger) -> RLPItem {
    precondition(value >= 0, "RLP has no negative integers")
    var bytes: [UInt8] = []
    for word in Array(value.words).reversed() {
      for shift in stride(from: UInt.bitWidth - 8, through: 0, by: -8) {
        let byte = UInt8(truncatingIfNeeded: word >> UInt(shift))
        if byte != 0 || !bytes.isEmpty { bytes.append(byte) }
      }
    }
    return .bytes(bytes)
  }

  /// Returns an integer: its bytes without leading zeros, zero as no bytes.
  package static func integer(_ value: UInt256) -> RLPItem {
    .bytes(value.bytes32.withUnsafeBytes { Array($0.suffix(value.byteCount)) })
  }

  /// Returns thirty-two bytes.
  package static func hash(_ hash: Hash32) -> RLPItem { .bytes(hash.bytes) }

  /// Returns twenty bytes.
  package static func address(_ address: Address) -> RLPItem { .bytes(address.bytes) }
}

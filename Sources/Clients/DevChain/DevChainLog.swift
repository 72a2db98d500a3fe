import EthereumCrypto
package import EthereumPrimitives

/// A log entry written by a contract during a call.
package struct DevChainLog: Equatable, Sendable {
  /// The contract.
  package let address: Address
  /// The topics by which it can be found, the event's hash first.
  package let topics: [Hash32]
  package let data: [UInt8]

  /// The log as encoded in a receipt.
  var rlp: RLPItem {
    .list([.bytes(address.bytes), .list(topics.map(RLPItem.hash)), .bytes(data)])
  }

  /// Returns the Bloom filter of all addresses and topics: three bits of 2,048 for each.
  ///
  /// - SeeAlso: Yellow Paper, section 4.4.1.
  static func bloom(_ logs: some Sequence<DevChainLog>) -> [UInt8] {
    var bloom = BlockHeader.emptyBloom
    for log in logs {
      for entry in [log.address.bytes] + log.topics.map(\.bytes) {
        let hash = Keccak256.hash(entry).bytes
        for index in [0, 2, 4] {
          let bit = (Int(hash[index]) << 8 | Int(hash[index + 1])) & 2_047
          bloom[255 - bit / 8] |= 1 << (bit % 8)
        }
      }
    }
    return bloom
  }
}

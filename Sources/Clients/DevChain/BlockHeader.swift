package import BigInt
import EthereumCrypto
package import EthereumPrimitives

/// The header of a block, with the fields of the fork Prague.
///
/// - SeeAlso: Yellow Paper, section 4.3; EIP-1559, EIP-4895, EIP-4844, EIP-4788 and EIP-7685 for
///   the fields after `nonce`.
package struct BlockHeader: Equatable, Sendable {
  package var parentHash: Hash32
  package var coinbase: Address
  package var stateRoot: Hash32
  package var transactionsRoot: Hash32
  package var receiptsRoot: Hash32
  package var number: UInt64
  package var gasLimit: UInt64
  package var gasUsed: UInt64
  package var timestampSeconds: UInt64
  package var baseFeePerGas: BigUInt
  /// The Bloom filter of all logs.
  package var logsBloom = Self.emptyBloom

  /// The hash of an empty list of uncles.
  package static let emptyUnclesHash = Keccak256.hash(RLP.encode(.list([])))
  /// The hash of an empty list of requests to the consensus layer: SHA-256 of nothing (EIP-7685).
  package static let emptyRequestsHash = Hash32(
    0xe3b0_c442_98fc_1c14, 0x9afb_f4c8_996f_b924, 0x27ae_41e4_649b_934c, 0xa495_991b_7852_b855)
  /// 2,048 bits, all zero: no logs.
  package static let emptyBloom = [UInt8](repeating: 0, count: 256)

  /// The header in the form that is hashed.
  package var rlp: RLPItem {
    let zero: UInt64 = 0
    return .list([
      .hash(parentHash), .hash(Self.emptyUnclesHash), .bytes(coinbase.bytes), .hash(stateRoot),
      .hash(transactionsRoot), .hash(receiptsRoot), .bytes(logsBloom),
      .integer(zero), .integer(number), .integer(gasLimit), .integer(gasUsed),
      .integer(timestampSeconds), .bytes([]), .hash(.zero), .bytes([UInt8](repeating: 0, count: 8)),
      .integer(baseFeePerGas), .hash(MerklePatriciaTrie.emptyRoot), .integer(zero), .integer(zero),
      .hash(.zero), .hash(Self.emptyRequestsHash),
    ])
  }
}

import ActivityClient
import EthereumPrimitives

/// The known facts about the scanned blocks of a chain.
struct ScannedBlocks: Equatable, Sendable {
  /// A block by its number and its hash.
  struct Block: Equatable, Sendable {
    var number: UInt64
    var hash: Hash32
  }

  /// The number of remembered blocks; a deeper reorganisation removes all of them.
  static let countMax = 128

  /// The hash of the chain's first block; nil if nothing was scanned.
  var genesis: Hash32?
  /// The remembered blocks, newest first, without the first one of the chain.
  var blocks: [Block] = []
  /// The blocks scanned without a gap for each account.
  var accounts: [Address: ClosedRange<UInt64>] = [:]

  /// Returns the hash of a remembered block.
  func hash(of number: UInt64) -> Hash32? {
    number == 0 ? genesis : blocks.first { $0.number == number }?.hash
  }

  /// Returns the blocks scanned for all of the given accounts.
  func range(for accounts: [Address]) -> ClosedRange<UInt64>? {
    let ranges = accounts.map { self.accounts[$0] }
    guard let first = ranges.first, var common = first else { return nil }
    for range in ranges {
      guard let range, range.overlaps(common) else { return nil }
      common = common.clamped(to: range)
    }
    return common
  }
}

/// Blocks without a gap, scanned for accounts, and what they contained.
struct ScannedBatch: Sendable {
  /// The number of blocks written together.
  static let blockCountMax = 10

  let chainID: ChainID
  let accounts: [Address]
  let genesis: ScannedBlocks.Block
  /// The blocks, in their order.
  var blocks: [ScannedBlocks.Block] = []
  var received: [ReceivedPayment] = []
}

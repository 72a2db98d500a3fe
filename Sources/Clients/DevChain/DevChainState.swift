package import BigInt
import EthereumCrypto
package import EthereumPrimitives

/// A whole chain as a value: accounts, blocks, the pool, and the rules that change them.
///
/// It reads no clock: the caller passes the time when mining. A copy of it is a snapshot.
package struct DevChainState: Equatable, Sendable {
  package let configuration: DevChainConfiguration
  package internal(set) var ledger: AccountLedger
  /// All blocks, the first at index 0.
  package internal(set) var blocks: [DevChainBlock]
  package internal(set) var pool = TransactionPool()
  /// True to mine every accepted transaction immediately.
  package var isAutomining: Bool
  /// The number of seconds by which the chain's time is ahead of its caller's.
  package internal(set) var timeOffsetSeconds: UInt64 = 0

  var blockNumbers: [Hash32: UInt64] = [:]
  var places: [Hash32: TransactionPlace] = [:]

  /// The position of a mined transaction.
  package struct TransactionPlace: Equatable, Sendable {
    package let blockNumber: UInt64
    package let index: Int
  }

  /// Creates a chain with its first block.
  package init(_ configuration: DevChainConfiguration = DevChainConfiguration()) {
    self.configuration = configuration
    isAutomining = configuration.isAutomining
    ledger = AccountLedger(
      genesisBalances: configuration.genesisBalances, hasToken: configuration.hasToken)
    blocks = []
    append(
      header: BlockHeader(
        parentHash: .zero, coinbase: .zero, stateRoot: ledger.stateRoot,
        transactionsRoot: MerklePatriciaTrie.emptyRoot,
        receiptsRoot: MerklePatriciaTrie.emptyRoot, number: 0,
        gasLimit: configuration.blockGasLimit, gasUsed: 0,
        timestampSeconds: configuration.genesisTimestampSeconds,
        baseFeePerGas: configuration.genesisBaseFeePerGas),
      transactions: [], receipts: [])
  }

  package static func == (left: DevChainState, right: DevChainState) -> Bool {
    left.blocks == right.blocks && left.ledger == right.ledger && left.pool == right.pool
      && left.isAutomining == right.isAutomining
      && left.timeOffsetSeconds == right.timeOffsetSeconds
  }
}

// MARK: - Looking

extension DevChainState {
  /// The newest block; a chain always has one.
  package var head: DevChainBlock { blocks[blocks.count - 1] }

  /// The base fee per gas of the next block.
  package var nextBaseFeePerGas: BigUInt {
    GasRules.baseFeePerGas(
      after: head.header.baseFeePerGas, gasUsed: head.header.gasUsed,
      gasLimit: head.header.gasLimit)
  }

  /// Finds a block by its number.
  package func block(number: UInt64) -> DevChainBlock? {
    number < UInt64(blocks.count) ? blocks[Int(number)] : nil
  }

  /// Finds a block by its hash.
  package func block(hash: Hash32) -> DevChainBlock? {
    blockNumbers[hash].flatMap(block(number:))
  }

  /// Finds the position of a mined transaction.
  package func place(of hash: Hash32) -> TransactionPlace? { places[hash] }

  /// Returns an account's next nonce, counting transactions that wait in the pool without a gap.
  package func pendingNonce(of address: Address) -> UInt64 {
    let nonce = ledger[address].nonce
    return nonce + UInt64(pool.executable(of: address, from: nonce).count)
  }

  /// The chain's sums, added up from accounts and receipts.
  ///
  /// - Complexity: O(*n*) in the number of accounts and transactions.
  package var books: DevChainBooks {
    var burnt: BigUInt = 0
    var tips: BigUInt = 0
    for block in blocks {
      let baseFee = block.header.baseFeePerGas
      for receipt in block.receipts {
        burnt += BigUInt(receipt.gasUsed) * baseFee
        tips += BigUInt(receipt.gasUsed) * (receipt.effectiveGasPrice - baseFee)
      }
    }
    return DevChainBooks(
      mintedWei: ledger.mintedWei, balancesWei: ledger.totalBalanceWei, burntWei: burnt,
      tipsWei: tips)
  }
}

// MARK: - Changing

extension DevChainState {
  /// Moves the chain's time further ahead of its caller's.
  package mutating func advanceTime(bySeconds seconds: UInt64) {
    let (sum, overflow) = timeOffsetSeconds.addingReportingOverflow(seconds)
    timeOffsetSeconds = overflow ? .max : sum
  }

  /// Drops a waiting transaction; returns true if it was waiting.
  package mutating func drop(_ hash: Hash32) -> Bool {
    pool.remove(hash)
  }

  mutating func append(
    header: BlockHeader, transactions: [DevChainTransaction], receipts: [DevChainReceipt]
  ) {
    let encodedHeader = RLP.encode(header.rlp)
    let block = DevChainBlock(
      header: header, hash: Keccak256.hash(encodedHeader), transactions: transactions,
      receipts: receipts,
      size: Self.encodedSize(headerSize: encodedHeader.count, transactions: transactions))
    blockNumbers[block.hash] = header.number
    for (index, transaction) in transactions.enumerated() {
      places[transaction.hash] = TransactionPlace(blockNumber: header.number, index: index)
    }
    blocks.append(block)
  }

  /// Returns the length of an encoded block: header, transactions, no uncles, no withdrawals.
  private static func encodedSize(headerSize: Int, transactions: [DevChainTransaction]) -> Int {
    /// Returns the length of a list or of a long string around a payload.
    func wrapped(_ count: Int) -> Int {
      count < 56 ? 1 + count : 1 + (Int.bitWidth - count.leadingZeroBitCount + 7) / 8 + count
    }
    // In a block, legacy transactions are lists, and typed ones are strings (EIP-2718).
    let sizes = transactions.map { $0.type == 0 ? $0.raw.count : wrapped($0.raw.count) }
    let emptyListSize = 1
    return wrapped(headerSize + wrapped(sizes.reduce(0, +)) + 2 * emptyListSize)
  }
}

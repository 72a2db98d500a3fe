import EthereumPrimitives
import EthereumTransactions
import SendFeature

/// A transaction as the network has it.
struct WorldTransaction {
  let hash: Hash32
  let raw: [UInt8]
  let transaction: UnsignedTransaction

  var nonce: UInt64 { transaction.nonce }

  /// Returns true if a balance covers the most that it may cost.
  func isPayable(by balance: Wei) -> Bool {
    do {
      let fee = try transaction.maxFeePerGas.cost(of: transaction.gasLimit)
      return try fee.adding(transaction.value) <= balance
    } catch {
      return false
    }
  }

  /// Returns the rest of a balance after it.
  func rest(of balance: Wei) -> Wei {
    do {
      return try balance.subtracting(transaction.value)
        .subtracting(WorldChain.baseFee.cost(of: FeePolicy.plainGas))
    } catch {
      preconditionFailure("A block has what the account can't pay: \(error)")
    }
  }
}

/// A block of the simulated chain.
struct WorldBlock {
  let number: UInt64
  let hash: Hash32
  let parentHash: Hash32
  let baseFee: Wei
  let transactions: [WorldTransaction]
  /// The number of the wallet's transactions in blocks, up to this one.
  let accountNonce: UInt64
  /// The wallet's balance after this block.
  let balance: Wei
}

/// A block that existed, which a reorganisation may have removed since.
struct WorldSight {
  /// The hashes of its transactions.
  let hashes: [Hash32]
  /// The greatest depth that it ever had.
  private(set) var depth: UInt64 = 0

  init(hashes: [Hash32]) {
    self.hashes = hashes
  }

  mutating func reach(_ depth: UInt64) { self.depth = max(self.depth, depth) }
}

/// The chain as one node sees it.
struct WorldView {
  var blocks: [WorldBlock]
  var places: [Hash32: Int]
  var finalized: UInt64

  var head: WorldBlock { blocks[blocks.count - 1] }

  /// Returns the block of a number; nil if it does not exist yet.
  func block(_ number: UInt64) -> WorldBlock? {
    number < UInt64(blocks.count) ? blocks[Int(number)] : nil
  }

  func place(of hash: Hash32) -> (block: WorldBlock, index: Int)? {
    guard let number = places[hash], number < blocks.count,
      let index = blocks[number].transactions.firstIndex(where: { $0.hash == hash })
    else { return nil }
    return (blocks[number], index)
  }
}

/// The true state of the chain: one chain of blocks, and the transactions that wait for one.
///
/// Unchecked: everything of one world runs on one thread.
final class WorldChain: @unchecked Sendable {
  let plan: ChainPlan
  private let seed: UInt64
  private(set) var view: WorldView
  /// The transactions that the producers of blocks know, in order of arrival.
  private var waiting: [WorldTransaction] = []
  private var blockCount: UInt64 = 0
  /// All blocks with transactions that ever existed.
  private(set) var sights: [Hash32: WorldSight] = [:]
  /// The time of the next block.
  private(set) var nextBlock: Duration

  /// The number of blocks before the wallet's first start.
  private static let firstCount = 24

  init(_ plan: ChainPlan, seed: UInt64) {
    self.plan = plan
    self.seed = seed
    view = WorldView(blocks: [], places: [:], finalized: 0)
    nextBlock = .seconds(plan.blockSeconds)
    for _ in 0..<Self.firstCount { append([]) }
  }

  // MARK: - Blocks

  /// Makes the next block from all transactions that can go into it.
  func mine(at moment: Duration) {
    nextBlock = moment + .seconds(plan.blockSeconds)
    // A block is occasionally full without the wallet's transactions.
    let isFull = WorldRandom.mix(seed ^ blockCount &* 31) % 8 == 0
    var chosen: [WorldTransaction] = []
    if !isFull {
      var nonce = view.head.accountNonce
      var balance = view.head.balance
      while let next = best(of: nonce), next.isPayable(by: balance) {
        chosen.append(next)
        nonce += 1
        balance = next.rest(of: balance)
      }
    }
    append(chosen)
    waiting.removeAll { $0.nonce < view.head.accountNonce }
  }

  /// Returns the transaction of a nonce that pays most.
  private func best(of nonce: UInt64) -> WorldTransaction? {
    let rivals = waiting.filter { $0.nonce == nonce }
    // Not every producer knows the best one.
    if WorldRandom.mix(seed ^ blockCount &* 17) % 3 == 0 { return rivals.first }
    return rivals.max { first, second in
      first.transaction.maxPriorityFeePerGas < second.transaction.maxPriorityFeePerGas
    }
  }

  /// The nonce after all consecutive waiting ones.
  var nextNonce: UInt64 {
    var nonce = view.head.accountNonce
    while waiting.contains(where: { $0.nonce == nonce }) { nonce += 1 }
    return nonce
  }

  /// Returns the nonces of those transactions that are in a block or wait for one.
  func nonces(of hashes: Set<Hash32>) -> [UInt64] {
    guard !hashes.isEmpty else { return [] }
    return (waiting + view.blocks.flatMap(\.transactions))
      .filter { hashes.contains($0.hash) }.map(\.nonce)
  }

  private func append(_ transactions: [WorldTransaction]) {
    blockCount += 1
    let number = UInt64(view.blocks.count)
    let last = view.blocks.last
    let block = WorldBlock(
      number: number, hash: Hash32(0xb10c, seed, blockCount, number),
      parentHash: last?.hash ?? .zero, baseFee: Self.baseFee, transactions: transactions,
      accountNonce: (last?.accountNonce ?? 0) + UInt64(transactions.count),
      balance: transactions.reduce(last?.balance ?? Self.firstBalance) { $1.rest(of: $0) })
    view.blocks.append(block)
    for transaction in transactions { view.places[transaction.hash] = Int(number) }
    let lag = UInt64(plan.finalityLag)
    view.finalized = max(view.finalized, number > lag ? number - lag : 0)
    for place in Set(view.places.values) {
      let block = view.blocks[place]
      let hashes = block.transactions.map(\.hash)
      sights[block.hash, default: WorldSight(hashes: hashes)].reach(number - block.number + 1)
    }
  }

  static let baseFee = Wei(10_000_000_000)
  /// The account's balance before its first payment: 10 ether.
  private static let firstBalance = Wei(10_000_000_000_000_000_000)

  /// Replaces the last blocks with others, and one more.
  func reorganise(depth: Int, forgets: Bool) {
    let keep = plan.chainID.isDevelopment ? 1 : Int(view.finalized) + 1
    let count = min(depth, view.blocks.count - keep)
    guard count > 0 else { return }
    let removed = view.blocks.suffix(count).flatMap(\.transactions)
    view.blocks.removeLast(count)
    for transaction in removed { view.places[transaction.hash] = nil }
    if plan.chainID.isDevelopment { view.finalized = min(view.finalized, view.head.number) }
    if !forgets { waiting = removed + waiting }
    for _ in 0...count { append([]) }
  }

  // MARK: - Transactions

  /// Sends a transaction to the producers of blocks.
  func gossip(_ transaction: WorldTransaction) {
    guard view.places[transaction.hash] == nil,
      !waiting.contains(where: { $0.hash == transaction.hash })
    else { return }
    waiting.append(transaction)
  }

  /// Makes the producers of blocks forget the waiting transactions.
  func forgetWaiting() { waiting = [] }
}

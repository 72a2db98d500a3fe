import ActivityClient
import BigInt
import DevChain
import EthereumPrimitives
import Headrace
import HeadraceTesting
import NodeClient
import NodeClientLive
import SendFeature
import Synchronization
import Testing
import VaultClient

/// The point where a wallet is killed: before or after a write to the disk or the chain.
enum KillPoint: CaseIterable, Sendable {
  case beforeRecord, afterRecord
  case beforeHandingOverIsNoted, afterHandingOverIsNoted
  case beforeBroadcast, afterBroadcast
  case beforeTakingIsNoted, afterTakingIsNoted
  case beforeReceipt, afterReceipt
  case beforeConfirmationIsNoted, afterConfirmationIsNoted
}

/// A wallet that can be killed, with the real journal and a dev chain, which outlive it.
///
/// A commit of the journal is complete or absent: its meaning on a disk is up to SQLite.
final class MortalWallet: Sendable {
  let bench = SendBench()
  let chain: DevChain
  private let minesAtOnce: Bool
  private let isDead = Mutex(false)

  init(minesAtOnce: Bool) {
    self.minesAtOnce = minesAtOnce
    chain = DevChain(
      DevChainConfiguration(
        chainID: SendBench.chainID,
        genesisBalances: [SendBench.account.address: 1_000_000_000_000_000_000],
        isAutomining: minesAtOnce),
      nowSeconds: { 1_800_000_000 })
  }

  /// True if the last life reached its point.
  var wasKilled: Bool { isDead.withLock { $0 } }

  // MARK: - Lives

  /// Pays a quarter of an ether, and is killed at a point.
  func pay(killedAt point: KillPoint?) async {
    isDead.withLock { $0 = false }
    let (node, activity) = clients(killedAt: point)
    let store = bench.store(SendBench.state("0.25"))
    store.exhaustivity = .off
    store.dependencies.node = node
    store.dependencies.activity = activity
    await store.send(.view(.reviewButtonTapped))
    await store.skipReceivedActions(strict: false)
    // A machine that stops while the quote reads the journal has signed nothing.
    guard store.state.phase.is(\.reviewing) else { return }
    await store.send(.view(.passcodeEntered(SecretHandle(id: 1))))
    await passTime()
    await store.skipInFlightEffects(strict: false)
  }

  /// Starts with the contents of the disk, resumes open payments, and is killed at a point.
  func resume(killedAt point: KillPoint?) async {
    isDead.withLock { $0 = false }
    let (node, activity) = clients(killedAt: point)
    let store = bench.resuming()
    store.exhaustivity = .off
    store.dependencies.node = node
    store.dependencies.activity = activity
    await store.send(.view(.started))
    await passTime()
    if point == nil {
      await store.finish()
    } else {
      await store.skipInFlightEffects(strict: false)
    }
  }

  /// Lets effects run, a block arrive, and the wallet look again.
  private func passTime() async {
    await bench.clock.advance()
    if !minesAtOnce { await chain.mine() }
    await bench.clock.advance(by: .seconds(1))
  }

  // MARK: - Books

  /// Returns the number of transactions in blocks.
  func minedCount() async -> Int {
    await chain.state.blocks.map(\.transactions.count).reduce(0, +)
  }

  /// Returns the number of nonces that the account has used.
  func spentNonceCount() async -> UInt64 {
    await chain.state.ledger[SendBench.account.address].nonce
  }

  // MARK: - Dying

  private func clients(killedAt point: KillPoint?) -> (NodeClient, ActivityClient) {
    let live = NodeClient.jsonRPC(
      over: chain.transport,
      configuration: NodeClientConfiguration(retry: .never, clock: bench.clock, jitter: { 0 }))
    var node = live
    node.sendRawTransaction = { raw in
      try await self.pass(.beforeBroadcast, point)
      let hash = try await live.sendRawTransaction(raw)
      try await self.pass(.afterBroadcast, point)
      return hash
    }
    node.receipt = { hash in
      try await self.pass(.beforeReceipt, point)
      let receipt = try await live.receipt(hash)
      if receipt != nil { try await self.pass(.afterReceipt, point) }
      return receipt
    }
    let journal = bench.makeActivity()
    var activity = journal
    activity.record = { intent, transaction throws(RecordRefusal) in
      guard await self.survives(.beforeRecord, point) else { throw .mismatch(.hash) }
      let payment = try await journal.record(intent, transaction)
      guard await self.survives(.afterRecord, point) else { throw .mismatch(.hash) }
      return payment
    }
    activity.update = { id, event throws(UpdateRefusal) in
      let (before, after) = Self.points(event)
      guard await self.survives(before, point) else { throw .unknownPayment }
      let payment = try await journal.update(id, event)
      guard await self.survives(after, point) else { throw .unknownPayment }
      return payment
    }
    return (node, activity)
  }

  private static func points(_ event: PaymentEvent) -> (before: KillPoint, after: KillPoint) {
    switch event {
    case .handedOver: (.beforeHandingOverIsNoted, .afterHandingOverIsNoted)
    case .taken, .refused: (.beforeTakingIsNoted, .afterTakingIsNoted)
    case .included, .settled, .replaced, .reorganised, .abandoned:
      (.beforeConfirmationIsNoted, .afterConfirmationIsNoted)
    }
  }

  private func pass(_ here: KillPoint, _ point: KillPoint?) async throws {
    guard await survives(here, point) else { throw NodeError.cancelled }
  }

  /// Returns true if the wallet continues.
  ///
  /// A dead one hangs until its store is released, and then gets only refusals: nothing that it
  /// does reaches disk or chain.
  private func survives(_ here: KillPoint, _ point: KillPoint?) async -> Bool {
    let isDead = isDead.withLock { isDead in
      isDead = isDead || here == point
      return isDead
    }
    guard isDead else { return true }
    do {
      try await bench.clock.sleep(for: .seconds(1_000_000))
      Issue.record("A dead wallet woke up")
    } catch {
      // Its store is released.
    }
    return false
  }
}

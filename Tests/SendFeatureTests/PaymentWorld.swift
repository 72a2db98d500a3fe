import ActivityClient
import ActivityClientLive
import DevChain
import EthereumPrimitives
import EthereumTransactions
import Foundation
import HeadraceTesting
import JSONRPC
import NodeClient
import Synchronization
import Testing
import VaultClient

@testable import SendFeature

/// Everything that a payment uses. Each request takes time and may fail, and one that must not be
/// made fails the test.
final class PaymentWorld: Sendable, Equatable {
  struct Facts {
    /// The typed passcodes that were neither used nor discarded.
    var secrets: [SecretHandle] = []
    var isOpen = anyOf(false, true)
    /// True if the vault was opened for a payment and not locked since.
    var isOpenForPayment = false
    /// The transaction that the owner has reviewed.
    var reviewed: Hash32?
    /// True if the feature has a reason to ask a node, and to search for earlier payments.
    var mayAsk = true
    var maySearch = true
    /// True if the journal is being read because the wallet was opened.
    var isLoading = false
    /// True if a node has answered, so that it may be sent something.
    var hasAnswered = false
    /// True if the screen was closed.
    var isClosed = false
    /// True if a request failed since the wallet was opened.
    var hasFailed = false

    // Few of these happen in a run, so that each payment can end.
    fileprivate var failuresLeft = 2
    fileprivate var pausesLeft = 3
    fileprivate var refusalsLeft = 1
    fileprivate var lossesLeft = 1
    fileprivate var handleCount: UInt64 = 0
  }

  let bench = SendBench()
  /// The time at which the wallet is opened, after the payments of `SendBench` were recorded.
  let date = SendBench.date.addingTimeInterval(anyOf(0, 700, 4_000))
  /// Enough, the fee alone, or one wei more.
  let balance = anyOf(Wei(1_000_000_000_000_000_000), 4_242_000, 4_242_001)
  /// The tips that a second node reports; nil if there is none.
  let otherTips = anyOf(nil, [1, 1, 1] as [Wei], [1, 2, 3])
  /// A transaction about which the node never answers; all other requests then succeed.
  let silence: Hash32?
  private let state = Mutex(Facts())

  init(silence: Hash32? = nil) {
    self.silence = silence.flatMap { anyOf(nil, $0) }
  }

  var facts: Facts { state.withLock { $0 } }

  static func == (first: PaymentWorld, second: PaymentWorld) -> Bool { first === second }

  func note(_ change: (inout Facts) -> Void) { state.withLock { change(&$0) } }

  /// Fails the test if a condition is false; `#expect` would print all facts.
  func require(_ isTrue: Bool, _ text: Comment) {
    if !isTrue { Issue.record(text) }
  }

  /// Names a passcode.
  func passcode() -> SecretHandle {
    state.withLock {
      $0.handleCount += 1
      return SecretHandle(id: $0.handleCount)
    }
  }

  private func happens(_ left: WritableKeyPath<Facts, Int>) -> Bool {
    guard silence == nil || left == \.pausesLeft, facts[keyPath: left] > 0,
      anyOf(false, false, false, true)
    else { return false }
    note { $0[keyPath: left] -= 1 }
    return true
  }

  private func fails() -> Bool {
    // Seldom, so that failures are left for late requests.
    guard anyOf(false, true), happens(\.failuresLeft) else { return false }
    note { $0.hasFailed = true }
    return true
  }
}

// MARK: - The Vault and the Journal

extension PaymentWorld {
  var vault: VaultClient {
    let real = bench.makeVault()
    var vault = real
    vault.authorize = { purpose, passcode throws(AuthorizationRefusal) in
      self.note { $0.secrets.removeAll { $0 == passcode } }
      await Task.yield()
      if self.fails() { throw .passcode(.wrongPasscode(triesLeft: 1)) }
      let wasOpen = self.facts.isOpen
      self.note {
        $0.isOpen = true
        if !wasOpen { $0.isOpenForPayment = true }
      }
      return Authorization(id: 1, hasOpenedVault: !wasOpen)
    }
    vault.sign = { authorization, account, transaction throws(SigningRefusal) in
      await Task.yield()
      if self.fails() { throw .journalIsOlder }
      self.require(transaction.signingHash == self.facts.reviewed, "Signed without a review.")
      return try await real.sign(authorization, account, transaction)
    }
    vault.lock = {
      self.note { ($0.isOpen, $0.isOpenForPayment) = (false, false) }
    }
    vault.discard = { passcode in self.note { $0.secrets.removeAll { $0 == passcode } } }
    return vault
  }

  var activity: ActivityClient {
    let real = bench.makeActivity()
    var activity = real
    activity.record = { intent, transaction throws(RecordRefusal) in
      await Task.yield()
      if self.fails() { throw .storage(.busy) }
      let payment = try await real.record(intent, transaction)
      // It is on the disk, although the journal reports that it could not be written.
      if self.fails() { throw .storage(.busy) }
      return payment
    }
    activity.unresolved = { () throws(JournalFailure) in
      self.require(Task.isCancelled || self.facts.maySearch, "Searched without a reason.")
      await Task.yield()
      return try await real.unresolved()
    }
    activity.update = { id, event throws(UpdateRefusal) in
      if case .handedOver = event {
        self.require(self.facts.hasAnswered, "Handed over to a node that never answered.")
      }
      await Task.yield()
      return try await real.update(id, event)
    }
    return activity
  }
}

// MARK: - The Nodes

extension PaymentWorld {
  private func ask() async throws {
    try Task.checkCancellation()
    require(facts.mayAsk, "A node is asked without a reason.")
    await Task.yield()
    try Task.checkCancellation()
    if fails() { throw NodeError.down }
    note { $0.hasAnswered = true }
  }

  /// A node that includes everything in the next block, sometimes later, and may lose its pool.
  var node: NodeClient {
    let (real, chain) = (bench.node.client(balance: balance), bench.node.chain)
    var node = real
    node.chainID = {
      try await self.ask()
      return try await real.chainID()
    }
    node.feeHistory = { query in
      try await self.ask()
      return try await real.feeHistory(query)
    }
    node.sendRawTransaction = { raw in
      try await self.checkSending(raw)
      try await self.ask()
      if self.happens(\.refusalsLeft) { throw Self.full }
      let hash = try await real.sendRawTransaction(raw)
      if self.fails() { throw NodeError.down }
      return hash
    }
    node.receipt = { hash in
      try await self.ask()
      if hash == self.silence { throw NodeError.down }
      return try await real.receipt(hash)
    }
    node.block = { tag in
      try await self.ask()
      if tag == .latest {
        if self.happens(\.lossesLeft) { await chain.forgetPool() }
        if !self.happens(\.pausesLeft) { await chain.mine() }
      }
      return try await real.block(at: tag)
    }
    return node
  }

  private static let full = NodeError.refused(
    method: "eth_sendRawTransaction", RPCError(code: -32_000, message: "txpool is full"))

  /// A second node, which has the same chain, accepts nothing, and may report other tips.
  var verifier: NodeClient? {
    guard let otherTips else { return nil }
    var node = bench.node.client(balance: balance)
    node.feeHistory = { _ in
      var history = FeeHistory.sample
      history.rewards = [otherTips]
      return history
    }
    node.sendRawTransaction = { raw in
      try await self.checkSending(raw)
      throw Self.full
    }
    return node
  }

  private func checkSending(_ raw: [UInt8]) async throws {
    let payments = try await bench.makeActivity().payments(ActivityQuery())
    let payment = payments.first { $0.transactions.contains { $0.rawTransaction == raw } }
    let role = payment?.transactions.first { $0.rawTransaction == raw }?.role
    require(payment?.mayBeKnown == true, "Sent before the journal has recorded it.")
    require(payment?.isCancelling != true || role == .cancel, "Paid although it is cancelled.")
  }
}

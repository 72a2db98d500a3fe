import ActivityClient
import EthereumPrimitives
import NodeClient

/// Decides the next step for a payment of the journal, without side effects; each input returns the
/// step to perform, and the step's result is the next input.
struct PaymentDeliveryMachine: Equatable {
  /// A step to perform.
  enum Step: Equatable {
    /// Write this to the journal; respond with `.noted`.
    case note(PaymentEvent)
    /// Send these bytes to the node; respond with `.sent` or `.failed`.
    case handOver(PaymentTransaction)
    /// Look at the chain; respond with `.saw`, `.failed`, `.contradicted` or `.headMoved`.
    case look
    /// Ask the second node whether it reports the same end; respond with `.verified`.
    case verify(PaymentEvent, ChainSnapshot)
    /// Wait, and report the reason; respond with `.waited`.
    case pause(Duration, PaymentProgress)
    /// The payment has reached its end.
    case end
  }

  /// The result of a step.
  enum Input: Equatable {
    case noted(Payment)
    case sent(Hash32, NodeRefusal?)
    case saw(ChainSnapshot)
    case failed(NodeError)
    case contradicted(InconsistentAnswer)
    case headMoved
    case journalBusy
    case verified(PaymentEvent, Verdict)
    case waited(Payment)
  }

  /// A second node's statement about an end.
  enum Verdict: Equatable {
    case agreed
    case disagreed
    /// Both nodes count the nonce as spent, and neither names the transaction that spent it.
    case unproved
    case failed(NodeError)
  }

  /// The payment as the journal has it.
  private(set) var payment: Payment

  let policy: FinalityPolicy
  let hasVerifier: Bool

  /// True if bytes are sent; otherwise the payment is only looked at.
  let sends: Bool

  /// True if the bytes were sent since the last pause: once is enough.
  private var handedOver = false

  /// The node's refusal of those bytes.
  private var refusal: NodeRefusal?

  /// The transaction to send once the journal has recorded that it is about to be sent.
  private var outgoing: PaymentTransaction?

  /// The index of the transaction tried next, counted back from the one signed last.
  private var attempt = 0

  /// The number of notes written since the last pause; two wallets that write the same payment
  /// could otherwise outdate each other's notes for ever.
  private var noteCount = 0
  private static let noteCountMax = 8

  /// A transaction in a pool, the first one of its account.
  private struct PoolWait: Equatable {
    let hash: Hash32
    /// The newest block when the transaction was first seen in the pool.
    let since: UInt64
  }

  private var poolWait: PoolWait?

  /// The number of consecutive looks that failed.
  private var failureCount = 0

  init(_ payment: Payment, policy: FinalityPolicy, hasVerifier: Bool, sends: Bool = true) {
    self.payment = payment
    self.policy = policy
    self.hasVerifier = hasVerifier
    self.sends = sends
  }

  // MARK: - Inputs

  /// Returns the first step.
  mutating func begin() -> Step {
    guard payment.state.isUnresolved else { return .end }
    let isNew = payment.state == .broadcast && !payment.current.mayBeKnown
    return sends && (payment.state == .signed || isNew) ? handOver() : .look
  }

  /// Returns the next step.
  mutating func receive(_ input: Input) -> Step {
    switch input {
    case .noted(let payment):
      self.payment = payment
      noteCount += 1
      return afterNote()
    case .sent(let hash, let refusal):
      self.refusal = refusal
      guard let refusal else {
        attempt = 0
        return .note(.taken(hash))
      }
      attempt += 1
      return .note(.refused(hash, refusal))
    case .saw(let look):
      failureCount = 0
      return judge(look)
    case .failed(let error):
      failureCount += 1
      return .pause(backOff(error.retryAfter), .nodeFailing(error))
    case .contradicted(let answer):
      failureCount += 1
      return .pause(backOff(nil), .nodeInconsistent(answer))
    case .headMoved:
      return .pause(policy.pollInterval, .chainMoving)
    case .journalBusy:
      return .pause(policy.pollInterval, .journalBusy)
    case .verified(let event, .agreed):
      return .note(event)
    case .verified(_, .disagreed):
      return .pause(policy.pollInterval, .verifierDisagreeing)
    case .verified(_, .unproved):
      return .pause(policy.pollInterval, .nonceSpent(needed: policy.depth))
    case .verified(_, .failed(let error)):
      return .pause(backOff(error.retryAfter), .verifierFailing(error))
    case .waited(let payment):
      self.payment = payment
      handedOver = false
      refusal = nil
      outgoing = nil
      noteCount = 0
      return begin()
    }
  }

  private mutating func afterNote() -> Step {
    guard payment.state.isUnresolved else { return .end }
    if let outgoing {
      self.outgoing = nil
      if payment.state == .broadcast { return send(outgoing) }
    }
    return noteCount < Self.noteCountMax ? .look : .pause(policy.pollInterval, .chainMoving)
  }

  // MARK: - Sending

  /// Sends a transaction of the family: the one signed last, then, while nodes refuse it, the
  /// earlier ones; if the payer cancels, no paying one.
  private mutating func handOver() -> Step {
    let family =
      payment.isCancelling
      ? payment.transactions.filter { $0.role == .cancel } : payment.transactions
    let transaction = family[family.count - 1 - attempt % family.count]
    // After a crash, a reader of the journal must know that the network may have seen it.
    guard transaction.mayBeKnown, payment.state == .broadcast else {
      outgoing = transaction
      return .note(.handedOver(transaction.hash))
    }
    return send(transaction)
  }

  private mutating func send(_ transaction: PaymentTransaction) -> Step {
    handedOver = true
    return .handOver(transaction)
  }

  // MARK: - Judging

  private mutating func judge(_ look: ChainSnapshot) -> Step {
    if let inclusion = look.inclusion { return judge(inclusion, look) }
    if let former = payment.state.inclusion {
      guard look.head.number >= former.blockNumber else {
        return .pause(
          policy.pollInterval,
          .nodeBehind(head: look.head.number, needed: former.blockNumber))
      }
      if look.formerBlockStands {
        return .pause(
          policy.pollInterval, .nodeInconsistent(.receiptMissing(former.transactionHash)))
      }
      return .note(payment.reorganised)
    }
    guard look.accountNonce <= payment.nonce else {
      // A count alone decides nothing, but a second node may name the transaction.
      guard let spent = look.spent, spent.by != nil || hasVerifier else {
        return .pause(policy.pollInterval, .nonceSpent(needed: policy.depth))
      }
      return decide(.replaced(spent, isFinal: look.spentForGood), look)
    }
    if look.isWaiting { return .pause(policy.pollInterval, progressInPool(look)) }
    if handedOver {
      return .pause(policy.pollInterval, refusal.map { .refused($0) } ?? .waitingForBlock)
    }
    // The node was restarted, is another one, or received the transaction too early: send the same
    // bytes again.
    return sends ? handOver() : .pause(policy.pollInterval, .forgotten)
  }

  /// Returns what a transaction in a pool waits for.
  private mutating func progressInPool(_ look: ChainSnapshot) -> PaymentProgress {
    guard look.accountNonce == payment.nonce else {
      poolWait = nil
      return .waitingForEarlier(accountNonce: look.accountNonce)
    }
    let ceiling = payment.current.maxFeePerGas
    if let baseFee = look.baseFee, baseFee > ceiling {
      return .underpriced(baseFee: baseFee, ceiling: ceiling)
    }
    if poolWait?.hash != payment.hash || poolWait.map({ $0.since > look.head.number }) == true {
      poolWait = PoolWait(hash: payment.hash, since: look.head.number)
    }
    let blockCount = look.head.number - (poolWait?.since ?? look.head.number)
    return blockCount < FinalityPolicy.longWaitBlockCount
      ? .waitingForBlock : .waitingForLong(blockCount: blockCount)
  }

  private mutating func judge(_ inclusion: PaymentInclusion, _ look: ChainSnapshot) -> Step {
    let isDeepEnough = look.isDeepEnough(inclusion.blockNumber, by: policy)
    let isProved = hasVerifier || !payment.isFailure(inclusion) || believesFailure(inclusion)
    // While the second node is asked, the journal has the first node's answer.
    let isNoted = !hasVerifier || payment.state == .included(inclusion)
    if isDeepEnough, isProved, isNoted {
      let isFinal = look.isFinal(of: payment, inclusion, hasVerifier: hasVerifier)
      return decide(.settled(inclusion, isFinal: isFinal), look)
    }
    guard payment.state == .included(inclusion) else { return .note(.included(inclusion)) }
    if isDeepEnough { return .pause(policy.pollInterval, .failureUnproved) }
    return .pause(
      policy.pollInterval,
      .inBlock(
        number: inclusion.blockNumber, depth: look.depth(of: inclusion.blockNumber),
        needed: policy.depth))
  }

  /// Returns true if one node is enough to treat a payment as failed, although the payer would
  /// then pay again: if the node is the payer's own, and code ran that can fail.
  private func believesFailure(_ inclusion: PaymentInclusion) -> Bool {
    policy.believesFailureOfCode && !payment.isPlain(inclusion)
  }

  private func decide(_ event: PaymentEvent, _ look: ChainSnapshot) -> Step {
    hasVerifier ? .verify(event, look) : .note(event)
  }

  /// Returns a pause that grows with consecutive failures, or lasts as a server asks, within a
  /// limit.
  private func backOff(_ retryAfter: Duration?) -> Duration {
    let own = policy.pollInterval * (1 << min(max(failureCount - 1, 0), 3))
    return min(max(own, retryAfter ?? .zero), FinalityPolicy.pauseMax)
  }
}

// MARK: - Ends

/// The result of one look at an end in the journal.
enum EndJudgement: Equatable {
  /// It is still true; perhaps it is final now.
  case stands(PaymentEvent?)
  /// It is no longer in the chain.
  case gone
  /// This look is inconclusive.
  case unknown(PaymentProgress)

  /// True if the node's chain does not contain the end: it has other blocks there, or none.
  var isLoss: Bool {
    switch self {
    case .gone, .unknown(.nodeBehind): true
    case .stands, .unknown: false
    }
  }

  /// Judges an end.
  ///
  /// - Parameters:
  ///   - payment: The payment as the journal has it.
  ///   - look: One node's answers about it.
  ///   - trustsNode: True to believe a chain shorter than the journal's: its owner declares that
  ///     this node is right.
  ///   - hasVerifier: True if a second node is asked to confirm this one's answers.
  init(_ payment: Payment, _ look: ChainSnapshot, trustsNode: Bool, hasVerifier: Bool = false) {
    if let former = payment.state.inclusion {
      let isFinal = look.isFinal(of: payment, former, hasVerifier: hasVerifier)
      self = Self.judge(payment, former, look, trustsNode, isFinal: isFinal)
    } else if case .replaced(let spent) = payment.state {
      if look.inclusion != nil {
        self = .gone
      } else if spent.blockNumber == 0, look.accountNonce <= payment.nonce {
        // Taken over from an older wallet: another payment of the journal has the nonce.
        self = .stands(nil)
      } else if look.accountNonce > payment.nonce {
        self = .stands(payment.isFinal ? nil : Self.final(spent, look))
      } else if look.head.number < spent.blockNumber, !trustsNode {
        self = .unknown(.nodeBehind(head: look.head.number, needed: spent.blockNumber))
      } else {
        self = .gone
      }
    } else {
      self = .stands(nil)
    }
  }

  /// Returns what finally spent the nonce: the transaction found now, or, while its block is in the
  /// chain, the one found before.
  private static func final(_ spent: NonceSpent, _ look: ChainSnapshot) -> PaymentEvent? {
    if look.spentForGood { return look.spent.map { .replaced($0, isFinal: true) } }
    guard spent.by != nil, look.formerBlockStands, look.isFinal(spent.blockNumber) else {
      return nil
    }
    return .replaced(spent, isFinal: true)
  }

  private static func judge(
    _ payment: Payment, _ former: PaymentInclusion, _ look: ChainSnapshot, _ trustsNode: Bool,
    isFinal: Bool
  ) -> EndJudgement {
    if look.inclusion == former {
      let isNews = isFinal && !payment.isFinal
      return .stands(isNews ? .settled(former, isFinal: true) : nil)
    }
    // Nodes delete the receipts of old blocks, but not their transactions.
    if look.formerBlockHasPayment { return .stands(nil) }
    if look.inclusion != nil || trustsNode { return .gone }
    guard look.head.number >= former.blockNumber else {
      return .unknown(.nodeBehind(head: look.head.number, needed: former.blockNumber))
    }
    guard !look.formerBlockStands else {
      return .unknown(.nodeInconsistent(.receiptMissing(former.transactionHash)))
    }
    return .gone
  }
}

// MARK: - Failures

extension Payment {
  /// Returns true if a block is reported to have reverted the payment; only a receipt says so, and
  /// a node can forge a receipt for a real block.
  func isFailure(_ inclusion: PaymentInclusion) -> Bool {
    inclusion.outcome == .undone && transaction(inclusion.transactionHash)?.role != .cancel
  }

  /// Returns true if a transfer in a block was signed for an account without code, which can't
  /// fail. If it is reported to have failed, code was added since, or the node lies twice.
  func isPlain(_ inclusion: PaymentInclusion) -> Bool {
    transaction(inclusion.transactionHash)?.gasLimit == FeePolicy.plainGas
  }
}

extension ChainSnapshot {
  /// Returns true if an end can't be undone any more; a failure is final only if two nodes agree.
  fileprivate func isFinal(
    of payment: Payment, _ inclusion: PaymentInclusion, hasVerifier: Bool
  ) -> Bool {
    isFinal(inclusion.blockNumber) && (hasVerifier || !payment.isFailure(inclusion))
  }
}

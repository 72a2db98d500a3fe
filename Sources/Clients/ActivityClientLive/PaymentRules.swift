import ActivityClient
import EthereumPrimitives

/// The rules of a payment's events, without side effects.
extension Payment {
  /// Applies an event.
  ///
  /// A block's statement is accepted in every state but a final one; a node's claim changes no
  /// state.
  ///
  /// - Throws: `UpdateRefusal.impossible` with the current state, or `.unknownPayment` if the event
  ///   is about a transaction outside the family.
  mutating func apply(_ event: PaymentEvent) throws(UpdateRefusal) {
    switch event {
    case .handedOver(let hash):
      try require(hash)
      switch state {
      case .signed, .broadcast: state = .broadcast
      case .included, .confirmed, .reverted, .cancelled, .replaced, .abandoned:
        throw .impossible(from: state)
      }
      change(hash) { $0.mayBeKnown = true }
    case .taken(let hash):
      try require(hash)
      if state == .signed || state == .abandoned { throw .impossible(from: state) }
      change(hash) { $0.wasTaken = true }
      lastRefusal = nil
    case .refused(let hash, let refusal):
      try require(hash)
      if state == .signed || state == .abandoned { throw .impossible(from: state) }
      if state == .broadcast { lastRefusal = refusal }
    case .included(let inclusion):
      try include(inclusion, isFinal: false) { .included($0) }
    case .settled(let inclusion, let isFinal):
      let role = try require(inclusion.transactionHash).role
      try include(inclusion, isFinal: isFinal) { inclusion in
        switch (inclusion.outcome, role) {
        case (.undone, .original), (.undone, .speedUp): .reverted(inclusion)
        case (.succeeded, .original), (.succeeded, .speedUp): .confirmed(inclusion)
        // Its outcome in the block does not matter: it used the nonce, so no transaction of the
        // family pays.
        case (_, .cancel): .cancelled(inclusion)
        }
      }
    case .replaced(let spent, let isFinal):
      try replace(spent, isFinal: isFinal)
    case .reorganised(let judged, let isFinal):
      guard state.isOfBlocks, judged == nil || judged == state && isFinal == self.isFinal else {
        throw .impossible(from: state)
      }
      // A block contained it, so the network had it, even if every node that was asked refused it.
      if let hash = state.inclusion?.transactionHash {
        change(hash) { $0.wasTaken = true }
        lastRefusal = nil
      }
      state = .broadcast
      self.isFinal = false
    case .abandoned:
      guard state == .signed, !mayBeKnown else {
        if state == .abandoned { return }
        throw .impossible(from: state)
      }
      state = .abandoned
      // A signed payment that is no longer wanted must not be kept.
      for index in transactions.indices { transactions[index].rawTransaction = [] }
    }
  }

  private mutating func include(
    _ inclusion: PaymentInclusion, isFinal: Bool, _ end: (PaymentInclusion) -> PaymentState
  ) throws(UpdateRefusal) {
    try require(inclusion.transactionHash)
    let next = end(inclusion)
    if state.inclusion == inclusion, case .included = next {
      // The head fell back a little; the block is the same.
      return
    }
    guard !self.isFinal || state == next else { throw .impossible(from: state) }
    self.isFinal = isFinal || self.isFinal && state == next
    state = next
    change(inclusion.transactionHash) { $0.mayBeKnown = true }
  }

  private mutating func replace(_ spent: NonceSpent, isFinal: Bool) throws(UpdateRefusal) {
    switch state {
    case .signed, .broadcast:
      state = .replaced(spent)
      self.isFinal = isFinal
    case .replaced(let known):
      guard !self.isFinal else { return }
      // The first block in which it was seen is kept, unless this one is final.
      state = .replaced(isFinal ? spent : known)
      self.isFinal = isFinal
    case .included, .confirmed, .reverted, .cancelled, .abandoned:
      throw .impossible(from: state)
    }
  }

  @discardableResult
  private func require(_ hash: Hash32) throws(UpdateRefusal) -> PaymentTransaction {
    guard let transaction = transaction(hash) else { throw .unknownPayment }
    return transaction
  }

  private mutating func change(_ hash: Hash32, _ change: (inout PaymentTransaction) -> Void) {
    guard let index = transactions.firstIndex(where: { $0.hash == hash }) else { return }
    change(&transactions[index])
  }
}

// MARK: - Families

extension Payment {
  /// Checks a transaction to be added to the family.
  func check(replacement: PaymentTransaction) throws(ReplaceRefusal) {
    switch state {
    case .signed, .broadcast: break
    case .included, .confirmed, .reverted, .cancelled, .replaced, .abandoned:
      throw .notOpen(state)
    }
    guard replacement.role != .original, replacement.role == .cancel || !isCancelling else {
      throw .mismatch(.role)
    }
    guard replacement.nonce == nonce else { throw .mismatch(.nonce) }
    if let field = replacement.mismatch(with: intent) { throw .mismatch(field) }
    let highestFee = transactions.map(\.maxFeePerGas).max() ?? .zero
    let highestTip = transactions.map(\.maxPriorityFeePerGas).max() ?? .zero
    let fee = ReplacementFee.minimum(above: highestFee)
    let tip = ReplacementFee.minimum(above: highestTip)
    guard let fee, let tip, replacement.maxFeePerGas >= fee,
      replacement.maxPriorityFeePerGas >= tip
    else {
      throw .feeTooLow(maxFeePerGas: fee ?? .max, maxPriorityFeePerGas: tip ?? .max)
    }
  }
}

// MARK: - Nonces

/// The nonces of an account on a chain, as the journal knows them; without side effects.
struct NonceBook {
  /// A payment whose nonce no other payment may have.
  struct Holder {
    let id: PaymentID
    let nonce: UInt64
    /// True if blocks that can't be undone have spent it.
    let isSpentForGood: Bool
  }

  let holders: [Holder]

  /// True if the journal is a copy that may lack payments; then higher counts of a node are
  /// reported even if the journal has no payment of the account.
  var isBehind = false

  /// The maximum number of unknown transactions that a node may count; more are refused, whatever
  /// the payer accepts.
  ///
  /// An account that makes a hundred transactions in each second needs more than a year for them.
  static let unknownCountMax: UInt64 = 4_294_967_295

  /// Returns the lowest unused nonce, starting from the node's count.
  func next(_ question: NonceQuestion) throws(NonceRefusal) -> UInt64 {
    let (latest, pending) = (question.latest, question.pending)
    if let behind = holders.first(where: { $0.isSpentForGood && $0.nonce >= latest }) {
      throw .chainBehind(behind.id)
    }
    guard pending >= latest else { throw .inconsistent(latest: latest, pending: pending) }
    let taken = Set(holders.map(\.nonce))
    let afterLast = taken.max().map { $0.successor ?? $0 }
    let known = afterLast ?? 0
    guard pending <= known || pending - known <= Self.unknownCountMax else {
      throw .implausible(count: pending)
    }
    func free(from nonce: UInt64) throws(NonceRefusal) -> UInt64 {
      var nonce = nonce
      while taken.contains(nonce), nonce < .max { nonce += 1 }
      // EIP-2681: the nonce after this one must exist.
      guard nonce < .max else { throw .exhausted }
      return nonce
    }
    let nonce = try free(from: latest)
    // An account that the journal knows has no nonces other than the journal's.
    let first = isBehind ? 0 : latest
    let expected = min(nonce, afterLast ?? first)
    let isExplained = expected >= latest
    if isExplained, pending <= nonce { return nonce }
    let report = GapReport(
      expected: expected, nonce: try free(from: max(nonce, pending)),
      latest: latest, pending: pending)
    guard question.acceptedGap == report else { throw .gap(report) }
    return report.nonce
  }
}

extension UInt64 {
  fileprivate var successor: UInt64? {
    let (next, overflow) = addingReportingOverflow(1)
    return overflow ? nil : next
  }
}

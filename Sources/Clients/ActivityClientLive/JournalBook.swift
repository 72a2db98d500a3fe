import ActivityClient
import EthereumPrimitives
import Foundation

/// The payments that a journal's lines add up to.
struct JournalBook {
  private var payments: [PaymentID: Payment] = [:]

  /// In the order in which they were recorded.
  private var order: [PaymentID] = []

  // MARK: - Finding

  func payment(_ id: PaymentID) -> Payment? {
    payments[id]
  }

  /// Payments whose end is not known, newest first, and then the others, newest first.
  func payments(_ query: ActivityQuery) -> [Payment] {
    let matching = order.reversed().lazy.compactMap { payments[$0] }.filter { payment in
      (query.from ?? payment.intent.from) == payment.intent.from
        && (query.chainID ?? payment.intent.chainID) == payment.intent.chainID
    }
    let ordered = [true, false].map { isUnresolved in
      matching.filter { $0.state.isUnresolved == isUnresolved }
    }
    return Array(ordered.joined().dropFirst(max(0, query.offset)).prefix(max(0, query.limit)))
  }

  /// Payments whose end is not known, oldest first.
  var unresolved: [Payment] {
    order.compactMap { payments[$0] }.filter(\.state.isUnresolved)
  }

  /// Who has a nonce; a rejected payment has given it back.
  func holder(ofNonce nonce: UInt64, like intent: PaymentIntent) -> PaymentID? {
    order.first { id in
      guard let payment = payments[id] else { return false }
      return payment.intent.nonce == nonce && payment.intent.from == intent.from
        && payment.intent.chainID == intent.chainID && payment.holdsNonce
    }
  }

  /// The lowest nonce, from a node's count on, that nobody has.
  func nextNonce(
    chainID: ChainID, from: Address, pendingCount: UInt64
  ) throws(RecordRefusal) -> UInt64 {
    let holders = payments.values.filter { payment in
      payment.intent.from == from && payment.intent.chainID == chainID && payment.holdsNonce
    }
    let inBlock = holders.filter { !$0.state.isUnresolved }
      .max { $0.intent.nonce < $1.intent.nonce }
    if let inBlock, inBlock.intent.nonce >= pendingCount { throw .chainBehind(inBlock.id) }
    let taken = Set(holders.map(\.intent.nonce))
    var nonce = pendingCount
    while taken.contains(nonce), nonce < .max { nonce += 1 }
    return nonce
  }

  // MARK: - Recording

  /// Records a signed payment, unless the nonce is taken: also by the very same transaction, since
  /// whoever signed that one pays by it.
  ///
  /// A rejected one that is signed again, to the bit, is open again: it is about to be broadcast.
  mutating func record(_ intent: PaymentIntent, at date: Date) throws(RecordRefusal) -> Payment {
    var payment = Payment(intent: intent, recordedAt: date)
    let existing = payments[payment.id]
    if let holder = holder(ofNonce: intent.nonce, like: intent) { throw .nonceTaken(by: holder) }
    if let existing {
      payment.recordedAt = existing.recordedAt
      payment.updatedAt = date
    } else {
      order.append(payment.id)
    }
    payments[payment.id] = payment
    return payment
  }

  /// Notes what became of a payment.
  ///
  /// - Returns: Whether that was news.
  mutating func update(
    _ id: PaymentID, _ event: PaymentEvent, at date: Date
  ) throws(UpdateRefusal) -> Bool {
    guard var payment = payments[id] else { throw .unknownPayment }
    guard let state = payment.state.after(event) else { throw .impossible(from: payment.state) }
    guard state != payment.state else { return false }
    let regains = !payment.holdsNonce
    payment.state = state
    payment.updatedAt = date
    // A rejected payment may come back, if nobody took its nonce; unless a block decided for it.
    if regains, state == .broadcast,
      holder(ofNonce: payment.intent.nonce, like: payment.intent) != nil
    {
      throw .impossible(from: payments[id]?.state ?? state)
    }
    payments[id] = payment
    return true
  }
}

extension Payment {
  /// Whether no other payment may have its nonce.
  var holdsNonce: Bool {
    if case .failed(.rejected) = state { false } else { true }
  }
}

extension PaymentState {
  /// The state after an event; the same one when that is no news, nil when it cannot be.
  ///
  /// What a block says is true from every state; what a node said is not, once a block has spoken.
  func after(_ event: PaymentEvent) -> PaymentState? {
    switch (event, self) {
    case (.confirmed(let inclusion), _):
      .confirmed(inclusion)
    case (.broadcast, .signed), (.broadcast, .broadcast), (.broadcast, .failed(.rejected)):
      .broadcast
    case (.failed(let failure), .signed), (.failed(let failure), .broadcast),
      (.failed(let failure), .failed(.rejected)):
      .failed(failure)
    case (.failed(let failure), .failed(let known)) where failure == known:
      self
    case (.reorganised, .confirmed), (.reorganised, .failed(.reverted)),
      (.reorganised, .failed(.replaced)):
      .broadcast
    case (.broadcast, _), (.failed, _), (.reorganised, _):
      nil
    }
  }
}

import ActivityClient
import EthereumPrimitives
import JSONRPC
import NodeClient

/// Sends payments of the journal to the node and follows them to their end; signs nothing.
///
/// It sends only bytes from the journal, so it can be restarted at any time, by any number of
/// wallets: the chain accepts a transaction once. The journal records that bytes are about to be
/// sent, and each new finding, before anything depends on it.
struct PaymentDelivery: Sendable {
  let node: NodeClient
  let verifier: NodeClient?
  let activity: ActivityClient
  let clock: any Clock<Duration>
  let policy: FinalityPolicy

  init(
    node: NodeClient, verifier: NodeClient? = nil, activity: ActivityClient,
    clock: any Clock<Duration>, policy: FinalityPolicy
  ) {
    self.node = node
    self.verifier = verifier
    self.activity = activity
    self.clock = clock
    self.policy = policy
  }

  /// Sends a payment and follows it until it ends or the time is over.
  ///
  /// A node's failures only cause waiting. Its refusals decide nothing.
  ///
  /// - Parameters:
  ///   - payment: A payment of the journal.
  ///   - sends: True to send the bytes; otherwise the payment is only looked at.
  ///   - deadline: The time to follow it; nil for no limit.
  ///   - news: Receives each change of the payment, and of what it waits for, before the end.
  /// - Throws: The journal's refusals, except when another process is writing it; or
  ///   `CancellationError`. The payment stays in the journal.
  func deliver(
    _ payment: Payment, sends: Bool = true, deadline: Duration? = nil,
    news: @Sendable (PaymentNews) async -> Void
  ) async throws -> FollowingEnd {
    var machine = PaymentDeliveryMachine(
      payment, policy: policy, hasVerifier: verifier != nil, sends: sends)
    let elapsed = stopwatch(clock)
    var told = PaymentNews(payment: payment, progress: .handingOver)
    var step = machine.begin()
    while step != .end {
      if case .pause(let duration, let progress) = step {
        let next = PaymentNews(payment: machine.payment, progress: progress)
        if next != told {
          told = next
          await news(next)
        }
        let left = deadline.map { $0 - elapsed() }
        if let left, left <= duration {
          if left > .zero { try await clock.sleep(for: left) }
          return .stillOpen(next)
        }
        try await clock.sleep(for: duration)
        step = machine.receive(.waited(try await reread(machine.payment)))
        continue
      }
      let input = try await perform(step, machine.payment)
      step = machine.receive(input)
      if step != .end, told.payment != machine.payment {
        told.payment = machine.payment
        await news(told)
      }
      try Task.checkCancellation()
    }
    return .ended(machine.payment)
  }

  /// Sends a payment once, without waiting, if no part of it was sent yet.
  ///
  /// - Returns: The payment with its new state.
  func handOver(_ payment: Payment) async throws -> Payment {
    var machine = PaymentDeliveryMachine(payment, policy: policy, hasVerifier: false)
    var step = machine.begin()
    while true {
      switch step {
      case .note, .handOver: step = machine.receive(try await perform(step, machine.payment))
      case .look, .verify, .pause, .end: return machine.payment
      }
    }
  }

  /// Looks once at a payment that has ended.
  ///
  /// - Parameters:
  ///   - trustsNode: True to trust a chain that is shorter than the journal's.
  ///   - resends: True to send the bytes again if the node's chain does not reach the end. They
  ///     can't pay twice, and a chain that lost them may wait for them for ever.
  /// - Returns: The result of the look, and the payment, which is open again if its end was undone.
  /// - Throws: `SendMoneyFailure.finalEndLost` if the end is final and the only node, which is not
  ///   trusted, does not have it; the journal's refusals; or `CancellationError`.
  func review(
    _ payment: Payment, trustsNode: Bool = false, resends: Bool = false
  ) async throws -> (judgement: EndJudgement, payment: Payment) {
    switch try await look(at: payment, node) {
    case .saw(let look):
      let judgement = EndJudgement(
        payment, look, trustsNode: trustsNode, hasVerifier: verifier != nil)
      if payment.isFinal, !trustsNode, verifier == nil, judgement.isLoss,
        let block = payment.state.endBlockNumber
      {
        throw SendMoneyFailure.finalEndLost(payment.hash, block: block, head: look.head.number)
      }
      switch judgement {
      case .stands(let event):
        guard let verifier else {
          guard let event else { return (judgement, payment) }
          return (judgement, try await note(event, of: payment))
        }
        switch try await secondLook(at: payment, verifier) {
        case .saw(let other) where look.agrees(with: other, by: policy):
          // It is final only if both nodes say so; until then it is read again.
          guard let event, other.isFinal(event) else { return (.stands(nil), payment) }
          return (judgement, try await note(event, of: payment))
        case .saw, .unclear: return (.unknown(.verifierDisagreeing), payment)
        case .failed(let error): return (.unknown(.verifierFailing(error)), payment)
        }
      case .unknown(.nodeBehind) where resends && look.accountNonce <= payment.nonce:
        if let hash = payment.state.inclusion?.transactionHash,
          let transaction = payment.transaction(hash)
        {
          _ = try await send(transaction, of: payment)
        }
        return (judgement, payment)
      case .unknown: return (judgement, payment)
      case .gone:
        switch try await verdict(onLossOf: payment) {
        case .agreed, .unproved:
          // Since this process read the journal, another one may have opened the payment or found
          // another end, which the journal keeps.
          let known = try await note(payment.reorganised, of: payment)
          return (known.state.isUnresolved ? judgement : .unknown(.chainMoving), known)
        case .disagreed: return (.unknown(.verifierDisagreeing), payment)
        case .failed(let error): return (.unknown(.verifierFailing(error)), payment)
        }
      }
    case .failed(let error): return (.unknown(.nodeFailing(error)), payment)
    case .contradicted(let answer): return (.unknown(.nodeInconsistent(answer)), payment)
    case .noted, .sent, .headMoved, .journalBusy, .verified, .waited:
      return (.unknown(.chainMoving), payment)
    }
  }
}

// MARK: - Performing Steps

extension PaymentDelivery {
  func perform(
    _ step: PaymentDeliveryMachine.Step, _ payment: Payment
  ) async throws -> PaymentDeliveryMachine.Input {
    switch step {
    case .note(let event):
      do {
        // While the node does not answer, no part of a signed payment was sent, and the journal can
        // say so.
        if case .handedOver = event { try await node.requireChain(payment.intent.chainID) }
        // The transaction that spent the nonce may be one that another wallet has added since.
        if case .replaced = event {
          let known = try await reread(payment)
          guard known.transactions.count == payment.transactions.count else {
            return .noted(known)
          }
        }
        return .noted(try await note(event, of: payment))
      } catch UpdateRefusal.storage(.busy) {
        return .journalBusy
      } catch let error as NodeError {
        return .failed(error)
      }
    case .handOver(let transaction):
      return try await send(transaction, of: payment)
    case .look:
      return try await look(at: payment, node)
    case .verify(let event, let look):
      return try await verify(event, look, payment)
    case .pause, .end:
      preconditionFailure("The step \(step) is not performed here.")
    }
  }

  /// Sends the bytes; no answer changes the payment's state.
  ///
  /// If the node does not accept them, or accepted and then lost them, the second node gets the
  /// same bytes: either node can get them into a block, and the chain accepts them only once.
  private func send(
    _ transaction: PaymentTransaction, of payment: Payment
  ) async throws -> PaymentDeliveryMachine.Input {
    let answer = try await send(transaction, of: payment, to: node)
    guard let verifier, answer != .sent(transaction.hash, nil) || transaction.wasTaken else {
      return answer
    }
    let second = try await send(transaction, of: payment, to: verifier)
    return second == .sent(transaction.hash, nil) ? second : answer
  }

  private func send(
    _ transaction: PaymentTransaction, of payment: Payment, to node: NodeClient
  ) async throws -> PaymentDeliveryMachine.Input {
    do {
      // Another chain's node would refuse them, but bytes copied to that chain could pay.
      try await node.requireChain(payment.intent.chainID)
      _ = try await node.sendRawTransaction(transaction.rawTransaction)
      return .sent(transaction.hash, nil)
    } catch let error as NodeError {
      guard case .refused(_, let refusal) = error else { return .failed(error) }
      if error.poolRefusal == .alreadyKnown { return .sent(transaction.hash, nil) }
      return .sent(transaction.hash, NodeRefusal(code: refusal.code, message: refusal.message))
    }
  }

  private func look(
    at payment: Payment, _ node: NodeClient
  ) async throws -> PaymentDeliveryMachine.Input {
    do {
      return .saw(try await ChainSnapshot.take(at: payment, node, policy))
    } catch let error as NodeError {
      return .failed(error)
    } catch let answer as InconsistentAnswer {
      return .contradicted(answer)
    } catch is ChainSnapshot.HeadMoved {
      return .headMoved
    }
  }

  /// Asks the second node whether it reports the same end.
  ///
  /// Two honest nodes without the receipts of old blocks agree that a nonce is spent, even if the
  /// payment itself spent it. So one of them must name another transaction that did.
  private func verify(
    _ event: PaymentEvent, _ look: ChainSnapshot, _ payment: Payment
  ) async throws -> PaymentDeliveryMachine.Input {
    guard let verifier else { return .verified(event, .agreed) }
    switch try await secondLook(at: payment, verifier) {
    case .saw(let other) where look.agrees(with: other, by: policy):
      guard case .replaced(let spent, _) = event, spent.by == nil else {
        return .verified(other.isFinal(event) ? event : event.notFinal, .agreed)
      }
      guard let named = other.spent, named.by != nil else { return .verified(event, .unproved) }
      let isFinal = other.spentForGood && look.isFinal(named.blockNumber)
      return .verified(.replaced(named, isFinal: isFinal), .agreed)
    case .saw, .unclear: return .verified(event, .disagreed)
    case .failed(let error): return .verified(event, .failed(error))
    }
  }

  /// Returns what the second node, if any, reports about an end that the first does not see.
  private func verdict(
    onLossOf payment: Payment
  ) async throws -> PaymentDeliveryMachine.Verdict {
    guard let verifier else { return .agreed }
    switch try await secondLook(at: payment, verifier) {
    case .saw(let look):
      // Its chain may be the shorter one as well.
      return EndJudgement(payment, look, trustsNode: true) == .gone ? .agreed : .disagreed
    case .unclear: return .disagreed
    case .failed(let error): return .failed(error)
    }
  }

  /// A second node's answer.
  private enum SecondLook {
    case saw(ChainSnapshot)
    /// Its answers contradict each other, or its chain moved.
    case unclear
    case failed(NodeError)
  }

  private func secondLook(
    at payment: Payment, _ verifier: NodeClient
  ) async throws -> SecondLook {
    switch try await look(at: payment, verifier) {
    case .saw(let look): .saw(look)
    case .failed(let error): .failed(error)
    case .contradicted, .headMoved, .noted, .sent, .journalBusy, .verified, .waited: .unclear
    }
  }

  /// Returns the payment from the journal: another wallet may have added a transaction.
  func reread(_ payment: Payment) async throws(JournalFailure) -> Payment {
    do throws(JournalFailure) {
      guard let known = try await activity.payment(.id(payment.id)) else { return payment }
      return known
    } catch {
      guard error == .busy else { throw error }
      return payment
    }
  }

  /// Writes an event to the journal; if another wallet wrote a later one, that counts.
  private func note(_ event: PaymentEvent, of payment: Payment) async throws -> Payment {
    do {
      return try await activity.update(payment.id, event)
    } catch UpdateRefusal.impossible(let state) {
      guard let known = try await activity.payment(.id(payment.id)) else {
        throw UpdateRefusal.impossible(from: state)
      }
      return known
    }
  }
}

/// Returns a function that measures the time since this call.
private func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}

import ActivityClient
import EthereumPrimitives
import Foundation
import Headrace
import NodeClient
import SendFeature
import VaultClient

@testable import WalletCLI

/// The end of a person's command.
enum CommandEnd: Equatable {
  /// The exit code, and the payment that the last line is about.
  case exit(Int32, Hash32?)
  /// The process was killed.
  case killed
}

/// One command of the `wallet` program, from its start to its exit code, with the decisions and
/// texts of the program's own host, but without a terminal.
final class WorldHost {
  let world: SendWorld
  let process: WorldProcess
  /// The hash printed on standard output.
  private(set) var announced: Hash32?
  /// True if the node counts transactions of the account that the chain does not have, and the
  /// person was asked about that.
  private(set) var sawFalseCount = false

  /// The payment as it was when the command ended.
  private(set) var told: Payment?

  private struct Killed: Error {}

  /// The longest time before a payment is recorded.
  private static let preparingSecondsMax = 600
  private static let askingSecondsMax = 60

  init(_ world: SendWorld, _ crash: CrashPlan? = nil) {
    self.world = world
    process = WorldProcess(world, crash)
  }

  private func ending(_ command: () throws -> Payment) -> CommandEnd {
    defer { process.end() }
    do {
      let payment = try command()
      told = payment
      return process.isDead ? .killed : .exit(0, payment.hash)
    } catch let failure as CommandFailure {
      if !process.isDead { world.log("wallet: \(failure.message)") }
      return process.isDead ? .killed : .exit(failure.status.rawValue, failure.payment)
    } catch {
      return .killed
    }
  }

  // MARK: - Commands

  /// Runs `wallet send`.
  func send(_ intent: IntentPlan, key: PaymentKey?, isAgain: Bool) -> CommandEnd {
    ending {
      let patience = PaymentPatience(
        waitsForEnd: !intent.isNoWait, seconds: intent.patienceSeconds)
      if let known = try recorded(intent, key) { return try follow(.id(known.id), patience) }
      let core = try review(intent, key)
      guard case .reviewing(let draft, let quote) = core.state.phase else { throw Killed() }
      for warning in quote.questions where isMeant(warning, isAgain) {
        process.send(.view(.warningAgreed(warning)), to: core)
      }
      let open = core.state.openQuestions
      guard open.isEmpty else { throw FailureText.failure(.notAgreed(open)) }
      let passcode = world.vault.type(toSign: quote.transaction(for: draft))
      let end = try wait(
        core, .view(.passcodeEntered(passcode)), patience, { PaymentStage($0) },
        recorded: resumeOthers)
      told = end.stage.payment
      if end.reason == .stopped, end.stage.payment == nil {
        guard let payment = try recorded(draft, quote) else { throw CommandFailure.interrupted }
        announced = payment.hash
        throw FailureText.unknownEnd(payment, "not known: interrupted")
      }
      return try end.payment(patience, node: "the node")
    }
  }

  /// Runs `wallet speed-up` or `wallet cancel`.
  func replace(
    _ hash: Hash32, as role: PaymentTransaction.Role, _ patience: PaymentPatience
  ) -> CommandEnd {
    ending {
      let activity = process.clients.activity
      let known = try journal { try await activity.payment(.transaction(hash)) }
      guard let known else { throw FailureText.unknown(.transaction(hash)) }
      var state = ReplacePayment.State(
        account: WorldPeople.account, payment: known, role: role)
      state.policy = world.defect.policy
      let core = process.makeCore(state, ReplacePayment())
      process.send(.view(.started), to: core)
      let interrupted = FailureText.unknownEnd(known, "not known: interrupted")
      try check(
        process.wait(Self.preparingSecondsMax) { core.state.phase != .quoting },
        stopped: interrupted)
      if case .reviewing(let quote) = core.state.phase {
        for question in quote.questions { process.send(.view(.warningAgreed(question)), to: core) }
        let passcode = world.vault.type(toSign: quote.transaction)
        process.send(.view(.passcodeEntered(passcode)), to: core)
        try check(
          process.wait(Self.preparingSecondsMax) { core.state.phase != .submitting(quote) },
          stopped: interrupted)
      }
      switch core.state.phase {
      case .recorded(let payment): return try follow(.id(payment.id), patience, wanted: role)
      case .abandoned(let payment): return payment
      case .refused(_, let failure), .failed(let failure): throw FailureText.failure(failure)
      case .idle, .quoting, .reviewing, .submitting: throw Killed()
      }
    }
  }

  /// Runs `wallet wait`.
  func wait(for hash: Hash32, _ patience: PaymentPatience) -> CommandEnd {
    ending { try follow(.transaction(hash), patience) }
  }

  /// Runs `wallet status`.
  func status(of hash: Hash32) -> CommandEnd {
    ending {
      let core = process.makeCore(FollowPayment.State(.transaction(hash)), FollowPayment())
      process.send(.view(.looked), to: core)
      let end = process.wait(Self.preparingSecondsMax) {
        switch core.state.phase {
        case .idle, .searching, .looking: false
        case .unknown, .seen, .following, .ended, .stopped, .failed: true
        }
      }
      try check(
        end, stopped: FailureText.notLookedUp(.transaction(hash), FailureText.toldToStop))
      switch core.state.phase {
      case .seen(let status):
        try FailureText.check(status, node: "the node")
        return status.payment
      case .unknown: throw FailureText.unknown(.transaction(hash))
      case .failed(let failure): throw FailureText.failure(failure)
      case .stopped(let payment, let failure): throw FailureText.unsettled(payment, failure)
      case .idle, .searching, .looking, .following, .ended: throw Killed()
      }
    }
  }

  /// Opens the wallet as a screen, and leaves it open for a time.
  func open(seconds: Int) {
    let screen = openScreen()
    _ = screen.wait(seconds) { false }
    screen.end()
  }

  /// Opens the wallet as a screen.
  func openScreen() -> WorldProcess {
    let core = process.makeCore(
      ResumePayments.State(chainID: world.plan.chain.chainID), ResumePayments())
    core.instruments.append(telling(isPaying: false))
    process.send(.view(.started), to: core)
    return process
  }

  /// Runs `wallet activity`: finds a payment like this one in the journal that is not among the
  /// known ones.
  func find(_ intent: IntentPlan, unlike known: Set<Hash32>) -> Hash32? {
    defer { process.end() }
    let wanted = world.intent(intent, key: nil)
    let activity = process.clients.activity
    guard
      case .success(let found) = process.perform({
        try await activity.payments(ActivityQuery(limit: .max))
      })
    else { return nil }
    return found.first {
      wanted.difference(from: $0.intent) == nil && $0.intent.key == nil && $0.state != .abandoned
        && $0.transactions.allSatisfy { !known.contains($0.hash) }
    }?.hash
  }

  // MARK: - Parts of commands

  private func recorded(_ intent: IntentPlan, _ key: PaymentKey?) throws -> Payment? {
    guard let key else { return nil }
    let activity = process.clients.activity
    guard let known = try journal({ try await activity.payment(.key(key)) }) else { return nil }
    let typed = world.intent(intent, key: key)
    if let field = typed.difference(from: known.intent) {
      throw FailureText.failure(.notRecorded(.keyTaken(by: known.id, field: field)))
    }
    return known
  }

  /// Returns the journal's record of a payment whose recording was interrupted.
  private func recorded(_ draft: SendDraft, _ quote: SendQuote) throws -> Payment? {
    let intent = PaymentIntent(
      key: draft.key, chainID: draft.chainID, from: draft.account.address, to: draft.recipient,
      value: draft.amount, isEverything: draft.isEverything)
    let activity = process.clients.activity
    switch process.perform({ try await activity.equalPayments(intent, .distantPast) }) {
    case nil: throw Killed()
    case .success(let equal): return equal.first { $0.nonce == quote.nonce }
    case .failure(let failure as JournalFailure):
      throw FailureText.perhapsRecorded(FailureText.journal(failure))
    case .failure(let error): throw error
    }
  }

  private func journal<Value>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    switch process.perform(work) {
    case nil: throw Killed()
    case .success(let value): return value
    case .failure(let failure as JournalFailure): throw FailureText.journal(failure)
    case .failure(let error): throw error
    }
  }

  /// Returns true if the person confirms a warning; a node's count is compared with another source.
  private func isMeant(_ warning: SendWarning, _ isAgain: Bool) -> Bool {
    switch warning {
    case .equalPayment, .undonePayment: return isAgain
    case .unknownEarlier(let count):
      let isTrue = world.defect.believesCounts || count == world.chain.view.head.accountNonce
      if !isTrue { sawFalseCount = true }
      return isTrue
    case .publishedAccount, .firstPayment, .looksLike, .contract, .delegated, .ownAccount,
      .releases, .feeShare:
      return false
    }
  }

  private func review(
    _ intent: IntentPlan, _ key: PaymentKey?
  ) throws -> StoreCore<SendMoney.State, SendMoney.Action> {
    let state = SendMoney.State(
      account: WorldPeople.account, chainID: world.plan.chain.chainID,
      ownAddresses: [WorldPeople.account.address])
    let core = process.makeCore(state, SendMoney())
    let text = WorldPeople.recipientTexts[intent.recipient]
    process.send(.view(.recipientChanged(text)), to: core)
    process.send(.view(.amountChanged(intent.amountText)), to: core)
    process.send(.view(.policyChanged(world.defect.policy)), to: core)
    process.send(.view(.keyChanged(key)), to: core)
    process.send(.view(.reviewButtonTapped), to: core)
    let end = process.wait(Self.askingSecondsMax) {
      if case .quoting = core.state.phase { false } else { true }
    }
    if end == .timeOver {
      throw CommandFailure(said: "the node did not answer; nothing was sent", .nodeUnavailable)
    }
    try check(end)
    if let failure = core.state.failure { throw FailureText.failure(failure) }
    // Another process may have given it this name in the meantime.
    if let payment = core.state.payment {
      throw FailureText.unknownEnd(payment, "not known: it was recorded in the meantime")
    }
    return core
  }

  private func follow(
    _ reference: PaymentReference, _ patience: PaymentPatience,
    wanted role: PaymentTransaction.Role = .original
  ) throws -> Payment {
    let core = process.makeCore(FollowPayment.State(reference), FollowPayment())
    let end = try wait(
      core, .view(.followed), patience, { PaymentStage($0) }, earlier: \.earlier)
    told = end.stage.payment
    switch end.stage {
    case .missing: throw FailureText.unknown(reference)
    case .preparing: throw FailureText.notLookedUp(reference, FailureText.toldToStop)
    case .refused(let failure):
      throw FailureText.notLookedUp(reference, FailureText.failure(failure))
    case .open, .ended, .stopped: break
    }
    return try end.payment(patience, node: "the node", wanted: role)
  }

  /// Starts the steps of a payment, and waits as long as the patience allows.
  private func wait<State, Action>(
    _ core: StoreCore<State, Action>, _ action: Action, _ patience: PaymentPatience,
    _ stage: @escaping (State) -> PaymentStage,
    earlier: @escaping (State) -> [OldPayment] = { _ in [] },
    recorded: (Payment) -> Void = { _ in }
  ) throws -> PaymentWaitEnd {
    core.instruments = [
      StageInstrument<State, Action> { [weak self] state in
        guard let self, let payment = stage(state).payment else { return }
        for other in earlier(state) { process.tell(other.payment.id, isNews: true) }
        // A new payment is announced before it is sent; an old one was asked for by its owner.
        process.tell(payment.id)
        guard announced == nil else { return }
        announced = payment.hash
        world.log("prints \(payment.hash.hex.prefix(10))")
      }
    ]
    process.send(action, to: core)
    let preparing = process.wait(Self.preparingSecondsMax) { stage(core.state) != .preparing }
    world.require(
      .waitsEnd, preparing != .timeOver, "nothing came of it for \(Self.preparingSecondsMax) s")
    if preparing == .killed { throw Killed() }
    if let payment = stage(core.state).payment { recorded(payment) }
    let narrator = WaitNarrator(node: "the node", patience: patience)
    let end = process.wait(patience.seconds) {
      narrator.reason(toEndAt: stage(core.state)) != nil
    }
    switch end {
    case .killed: throw Killed()
    case .done: return PaymentWaitEnd(stage: stage(core.state), reason: .done)
    case .timeOver: return PaymentWaitEnd(stage: stage(core.state), reason: .timeOver)
    case .stopped:
      process.cancel(core)
      return PaymentWaitEnd(stage: stage(core.state), reason: .stopped)
    }
  }

  /// Resumes the other payments, as the wallet does once a new one is recorded.
  private func resumeOthers(than payment: Payment) {
    var state = ResumePayments.State(chainID: world.plan.chain.chainID)
    state.excluded = [payment.id]
    let core = process.makeCore(state, ResumePayments())
    let world = world
    core.instruments = [
      ActionInstrument<ResumePayments.State, ResumePayments.Action> { action in
        if case .delegate(let delegate) = action { world.log("told: \(delegate.name)") }
      }
    ]
    core.instruments.append(telling(isPaying: true))
    process.send(.view(.started), to: core)
  }

  /// Records which payments the owner is notified of before they are sent.
  private func telling(
    isPaying: Bool
  ) -> some StoreInstrument<ResumePayments.State, ResumePayments.Action> {
    let (process, world) = (process, world)
    return ActionInstrument<ResumePayments.State, ResumePayments.Action> { action in
      switch action {
      case .delegate(.resumed(let payments)):
        process.tellResumed(payments.map(\.id), isPaying: isPaying)
        // A command does not mention these; a screen reports the old ones.
        guard !isPaying else { break }
        process.tellOld(payments.map { OldPayment(payment: $0, at: world.date) })
      case .delegate(.stale(let payments)) where !isPaying: process.tellOld(payments)
      case .delegate(.reopened(let payment)): process.tell(payment.id, isNews: true)
      default: break
      }
    }
  }

  private func check(
    _ end: WorldProcess.WaitEnd, stopped: CommandFailure = .interrupted
  ) throws {
    switch end {
    case .done: break
    case .stopped: throw stopped
    case .killed, .timeOver: throw Killed()
    }
  }
}

extension ResumePayments.Delegate {
  /// Its name in the log.
  fileprivate var name: String {
    switch self {
    case .resumed(let payments): "resumed \(payments.map(\.nonce))"
    case .stale(let stale): "old \(stale.map(\.payment.nonce))"
    case .settled(let payment): "settled \(payment.nonce)"
    case .reopened(let payment): "reopened \(payment.nonce)"
    case .cancellationRequired(let payment): "to be cancelled \(payment.nonce)"
    case .stopped(let payment, let failure): "stopped \(payment.nonce) \(failure)"
    case .failed(let failure): "failed \(failure)"
    }
  }
}

extension SendWorld {
  /// Returns the journal's intent for a payment of the plan.
  func intent(_ intent: IntentPlan, key: PaymentKey?) -> PaymentIntent {
    PaymentIntent(
      key: key, chainID: plan.chain.chainID, from: WorldPeople.account.address,
      to: WorldPeople.recipients[intent.recipient],
      value: intent.isEverything ? .zero : Wei(UInt64(intent.milliether) * 1_000_000_000_000_000),
      isEverything: intent.isEverything)
  }
}

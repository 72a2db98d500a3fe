import ActivityClient
import EthereumPrimitives
import EthereumTransactions
import Headrace
import HeadraceTesting
import TestEffort
import Testing
import VaultClient

@testable import SendFeature

/// Random taps on the screens that pay, in random orders of their events.
@Suite struct CheckedPaymentsTests {
  private typealias Paying = WatchedFeature<SendMoney>
  private typealias Replacing = WatchedFeature<ReplacePayment>
  private typealias Following = WatchedFeature<FollowPayment>
  private typealias Resuming = WatchedFeature<ResumePayments>

  /// The time between two looks at the chain.
  private static let advances: [Duration] = [.seconds(1)]
  private static let runCount = Effort.schedules(100)

  // MARK: - The Form

  @Test func eachPaymentIsReviewedSignedOnceAndEnds() async throws {
    try await check(
      Self.paying(), initialState: Self.form(),
      actions: { $0.offering(Self.taps($0).map { .view($0) }) }, advances: Self.advances,
      invariants: [
        .always("a form has no agreement") {
          $0.feature.phase != .editing || $0.feature.agreedWarnings.isEmpty
        },
        .always("nothing is signed with an open question") {
          !$0.feature.phase.is(\.submitting) || $0.feature.openQuestions.isEmpty
        },
        .always("a review pays something, with the lower tip") { state in
          guard case .reviewing(_, let quote) = state.feature.phase else { return true }
          let tip = state.world.otherTips.map { min($0[1], 2) } ?? 2
          return quote.amount > .zero && quote.maxPriorityFeePerGas <= tip
        },
        .always("the screen stays until the payment is decided") { action, state in
          guard case .feature(.delegate(.closed)) = action else { return true }
          return !state.feature.phase.is(\.submitting)
        },
        .always("a vault that was opened for a payment is locked after it") { action, state in
          switch action {
          case .feature(.inner(.recorded)), .feature(.inner(.refused)):
            !state.world.facts.isOpenForPayment
          case .feature, .prepare, .ready: true
          }
        },
        .atEnd("nothing is in flight") {
          switch $0.feature.phase {
          case .quoting, .submitting, .following, .unsettled: false
          case .editing, .reviewing, .refused, .confirmed, .failed: true
          }
        },
        .atEnd("no passcode is kept") { $0.world.facts.secrets.isEmpty },
      ], schedules: Self.runCount)
  }

  @Sendable private static func form() -> Paying.State {
    var form = SendBench.state("0.25")
    form.policy = FeePolicy(feeCeiling: .max)
    return Paying.State(form)
  }

  @Sendable private static func paying() -> Paying {
    Paying(
      base: SendMoney(),
      watching: { state, action, world in
        world.note {
          if case .view(.passcodeEntered(let passcode)) = action { $0.secrets.append(passcode) }
          switch state.phase {
          case .reviewing(let draft, let quote), .refused(let draft, let quote, _):
            $0.reviewed = quote.transaction(for: draft).signingHash
            $0.mayAsk = false
          case .quoting, .submitting, .following: $0.mayAsk = true
          case .editing, .unsettled, .confirmed, .failed: $0.mayAsk = false
          }
        }
      })
  }

  /// The actions of a user, most often the one that matters in this phase.
  private static func taps(_ state: Paying.State) -> [SendMoney.View] {
    let form = state.feature
    let usual: SendMoney.View =
      switch form.phase {
      case .reviewing, .refused:
        form.openQuestions.first.map { .warningAgreed($0) }
          ?? .passcodeEntered(state.world.passcode())
      case .submitting: .closeButtonTapped
      case .editing, .quoting, .following, .unsettled, .confirmed, .failed: .reviewButtonTapped
      }
    return [
      usual, usual, usual, .reviewButtonTapped, .passcodeEntered(state.world.passcode()),
      .amountChanged("0.25"), .amountChanged("0.000000000001"), .maxButtonTapped,
      .backButtonTapped, .closeButtonTapped,
    ]
  }

  // MARK: - Payments of the Journal

  @Test func aReplacementIsReviewedAndAsksNothingOnceItIsClosed() async throws {
    let payment = SendBench.payment(
      try SendBench.draft(), try await SendBench.quote(SendBench.draft()))
    try await check(
      Self.replacing(),
      initialState: Replacing.State(
        ReplacePayment.State(
          account: SendBench.account, payment: payment, role: anyOf(.speedUp, .cancel))),
      actions: { state in
        guard !state.world.facts.isClosed else { return [] }
        let agreements = state.feature.openQuestions.map { ReplacePayment.View.warningAgreed($0) }
        let taps =
          agreements + [
            .started, .passcodeEntered(state.world.passcode()), .closeButtonTapped,
          ]
        return state.offering(taps.map { .view($0) })
      }, advances: Self.advances,
      invariants: [.atEnd("no passcode is kept") { $0.world.facts.secrets.isEmpty }],
      length: 8, schedules: Self.runCount)
  }

  @Sendable private static func replacing() -> Replacing {
    Replacing(
      base: ReplacePayment(),
      preparing: { world in
        let payment = try await world.bench.recorded()
        guard anyOf(true, false) else { return }
        _ = try await world.bench.makeActivity().update(payment.id, .handedOver(payment.hash))
      },
      watching: { state, action, world in
        world.note {
          if case .view(.passcodeEntered(let passcode)) = action { $0.secrets.append(passcode) }
          if case .delegate(.closed) = action { $0.isClosed = true }
          if case .reviewing(let quote) = state.phase {
            $0.reviewed = quote.transaction.signingHash
          }
          switch state.phase {
          case .quoting, .submitting: $0.mayAsk = !$0.isClosed
          case .idle, .reviewing, .refused, .recorded, .abandoned, .failed: $0.mayAsk = false
          }
        }
      })
  }

  @Test func aPaymentBehindAnotherEndsAndThenNothingIsAsked() async throws {
    let (first, second) = try await Self.twoPayments()
    try await check(
      Self.following(),
      initialState: Following.State(
        FollowPayment.State(.id(second)), world: PaymentWorld(silence: first)),
      actions: { $0.offering([.view(.followed), .view(.looked)]) }, advances: Self.advances,
      invariants: [
        .always("an earlier payment is listed once") {
          Set($0.feature.earlier.map(\.payment.id)).count == $0.feature.earlier.count
        },
        .always("a block has one confirmation") {
          guard case .following(_, let progress?) = $0.feature.phase else { return true }
          return progress.isPossible
        },
        .atEnd("it waits only for a decision about an earlier one") { state in
          !state.feature.phase.is(\.following)
            || state.world.date > SendBench.date && state.feature.earlier.isEmpty
        },
      ], length: 8, schedules: Self.runCount)
  }

  /// The hashes of two recorded payments, which are also their ids.
  private static func twoPayments() async throws -> (Hash32, PaymentID) {
    let quote = try await SendBench.quote(SendBench.draft())
    return try (
      SendBench.payment(SendBench.draft(), quote).hash,
      SendBench.payment(SendBench.draft(), quote, nonce: 1).id
    )
  }

  @Sendable private static func following() -> Following {
    Following(
      base: FollowPayment(),
      preparing: { world in
        _ = try await world.bench.recorded(nonce: 0)
        let payment = try await world.bench.recorded(nonce: 1)
        guard anyOf(false, true) else { return }
        _ = try await world.bench.makeActivity().replace(
          payment.id, try await world.bench.faster(payment, as: .cancel))
      },
      watching: { state, _, world in
        world.note {
          switch state.phase {
          case .following(_, .waitingForEarlier?): ($0.mayAsk, $0.maySearch) = (true, true)
          case .looking, .following: ($0.mayAsk, $0.maySearch) = (true, false)
          case .idle, .searching, .unknown, .seen, .ended, .stopped, .failed:
            ($0.mayAsk, $0.maySearch) = (false, false)
          }
        }
      })
  }

  @Test func eachPaymentOfTheJournalEndsOrWaitsForItsOwner() async throws {
    let (_, second) = try await Self.twoPayments()
    try await check(
      Self.resuming(), initialState: Self.journal(before: second),
      actions: { state in
        let waiting = (state.feature.payments + state.feature.stale).map(\.id)
          .filter { state.feature.waitsForDecision($0) }
        return state.offering(
          ([.started, .started] + waiting.map { .resendButtonTapped($0) }
            + waiting.map { .abandonButtonTapped($0) }).map { .view($0) })
      }, advances: Self.advances,
      invariants: [
        .always("a payment is followed once") {
          Set($0.feature.payments.map(\.id)).count == $0.feature.payments.count
        },
        .always("a block has one confirmation") {
          $0.feature.progress.values.allSatisfy(\.isPossible)
        },
        .always("a payment before one that was just made is sent") {
          $0.feature.excluded.isEmpty || !$0.feature.progress.values.contains(.forgotten)
        },
        .atEnd("a payment without an end waits for its owner") { state in
          state.world.facts.hasFailed || state.feature.payments.isEmpty
            || (state.feature.payments + state.feature.stale)
              .contains { state.feature.waitsForDecision($0.id) }
        },
      ], length: 8, schedules: Self.runCount)
  }

  private enum FirstPayment { case new, taken, reverted }

  /// The screen that made the second payment may still follow it.
  @Sendable private static func journal(before second: PaymentID) -> Resuming.State {
    var state = ResumePayments.State(chainID: SendBench.chainID)
    state.excluded = anyOf([], [second])
    return Resuming.State(state)
  }

  @Sendable private static func resuming() -> Resuming {
    Resuming(
      base: ResumePayments(),
      preparing: { world in
        switch anyOf(FirstPayment.new, .taken, .reverted) {
        case .new: _ = try await world.bench.recorded(nonce: 0)
        case .reverted: _ = try await world.bench.endedInAForgedBlock()
        case .taken:
          let (activity, payment) = (
            world.bench.makeActivity(), try await world.bench.recorded(nonce: 0)
          )
          _ = try await activity.update(payment.id, .handedOver(payment.hash))
          _ = try await activity.update(payment.id, .taken(payment.hash))
          world.note { $0.hasAnswered = true }
        }
        _ = try await world.bench.recorded(nonce: 1)
      },
      watching: { _, action, world in
        switch action {
        case .view(.started): world.note { ($0.isLoading, $0.hasFailed) = (true, false) }
        case .inner(.loaded):
          world.require(world.facts.isLoading, "The journal is read twice.")
          world.note { $0.isLoading = false }
        case .view, .inner, .delegate: break
        }
      })
  }
}

extension PaymentProgress {
  /// False for a block that has not even one confirmation.
  fileprivate var isPossible: Bool { if case .inBlock(_, 0, _) = self { false } else { true } }
}

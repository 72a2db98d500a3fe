package import ActivityClient
package import EthereumPrimitives
package import Headrace
import NodeClient
package import VaultClient

/// Moves ether to one recipient: edit, quote, review, sign, submit, follow to the block.
///
/// The payment is written to the journal before it is broadcast. A wallet that is killed anywhere
/// in between, or closes the screen, finds it there: `ResumePayments` sends the same bytes again,
/// which can't pay twice.
@Reducer
package struct SendMoney {
  /// What the user typed, and how far the flow has come.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The account that pays.
    package let account: VaultAccount
    /// The chain that the payment is for.
    package let chainID: ChainID
    /// The recipient, as it was typed.
    package var recipientText = ""
    /// The amount in ether, as it was typed.
    package var amountText = ""
    /// How fast the payment is to be.
    package var speed = FeeSpeed.normal
    /// Where the flow stands.
    package var phase = Phase.editing
    /// Whether the screen was closed while the payment was signed; it closes once that is decided.
    package var isClosing = false

    /// Why the flow does not go on, if it does not.
    package var failure: SendMoneyFailure? {
      switch phase {
      case .refused(_, _, let failure), .unsettled(_, let failure), .failed(let failure): failure
      case .editing, .quoting, .reviewing, .submitting, .following, .confirmed: nil
      }
    }

    /// Creates an empty form.
    package init(account: VaultAccount, chainID: ChainID) {
      self.account = account
      self.chainID = chainID
    }
  }

  /// Where the flow stands. Each case holds just the data valid at that point.
  @CasePathable
  package enum Phase: Equatable, Sendable {
    /// The user types.
    case editing
    /// The node is asked for balance, fees and gas.
    case quoting(SendDraft)
    /// The user looks at what will be sent.
    case reviewing(SendDraft, SendQuote)
    /// The vault signs and the journal writes; nobody else knows of the payment.
    case submitting(SendDraft, SendQuote)
    /// Nothing was signed or nothing was written, so nothing is sent; a passcode tries again.
    case refused(SendDraft, SendQuote, SendMoneyFailure)
    /// The journal has the payment; no block is known to have it.
    case following(Payment)
    /// The journal has the payment, which may be in a block, and following it has stopped.
    case unsettled(Payment, SendMoneyFailure)
    /// A block has the payment.
    case confirmed(Payment, PaymentInclusion)
    /// Nothing was sent, or what was sent did not pay; what was typed can be changed.
    case failed(SendMoneyFailure)
  }

  /// What can happen.
  package enum Action: Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// What the user did.
  @CasePathable
  package enum View: Equatable, Sendable {
    case recipientChanged(String)
    case amountChanged(String)
    case speedChanged(FeeSpeed)
    case reviewButtonTapped
    case backButtonTapped
    case passcodeEntered(SecretHandle)
    case closeButtonTapped
  }

  /// What came back.
  @CasePathable
  package enum Inner: Equatable, Sendable {
    case quoted(SendDraft, SendQuote)
    case quoteFailed(SendDraft, SendMoneyFailure)
    case recorded(Payment)
    case refused(SendMoneyFailure)
    case changed(Payment)
    case settled(Payment)
    case stopped(SendMoneyFailure)
  }

  /// What the parent is told.
  @CasePathable
  package enum Delegate: Equatable, Sendable {
    case confirmed(Payment)
    case closed
  }

  enum CancelID { case quote }

  @Dependency(\.node) var node
  @Dependency(\.vault) var vault
  @Dependency(\.activity) var activity
  @Dependency(\.continuousClock) var clock

  /// Creates the feature.
  package init() {}

  /// Routes what happened to its handler.
  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): handleViewAction(state: &state, action: action)
      case .inner(let action): handleInnerAction(state: &state, action: action)
      case .delegate: .none
      }
    }
  }
}

// MARK: - Handling What the User Did

extension SendMoney {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .recipientChanged(let text):
      return edit(&state) { $0.recipientText = text }
    case .amountChanged(let text):
      return edit(&state) { $0.amountText = text }
    case .speedChanged(let speed):
      return edit(&state) { $0.speed = speed }
    case .backButtonTapped:
      return edit(&state) { _ in }
    case .reviewButtonTapped:
      return quote(&state)
    case .passcodeEntered(let passcode):
      return submit(&state, passcode: passcode)
    case .closeButtonTapped:
      return close(&state)
    }
  }

  /// Goes back to the form; that is possible until the payment is on its way.
  private func edit(_ state: inout State, _ change: (inout State) -> Void) -> Effect<Action> {
    switch state.phase {
    case .editing:
      change(&state)
      return .none
    case .quoting, .reviewing, .refused, .failed:
      change(&state)
      state.phase = .editing
      return .cancel(id: CancelID.quote)
    case .submitting, .following, .unsettled, .confirmed:
      return .none
    }
  }

  private func quote(_ state: inout State) -> Effect<Action> {
    guard state.phase == .editing || state.phase.is(\.failed) else { return .none }
    let draft: SendDraft
    do {
      draft = try SendDraft(
        recipientText: state.recipientText, amountText: state.amountText, account: state.account,
        chainID: state.chainID, speed: state.speed)
    } catch {
      state.phase = .failed(error)
      return .none
    }
    state.phase = .quoting(draft)
    return .run { [node] send in
      await send(.inner(.quoted(draft, try await SendQuote(asking: node, for: draft))))
    } catch: { error, send in
      await send(.inner(.quoteFailed(draft, SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.quote, cancelInFlight: true)
  }

  private func submit(_ state: inout State, passcode: SecretHandle) -> Effect<Action> {
    switch state.phase {
    case .reviewing(let draft, let quote), .refused(let draft, let quote, _):
      state.phase = .submitting(draft, quote)
      let submission = PaymentSubmission(node: node, vault: vault, activity: activity)
      return .run { send in
        let payment = try await submission.record(draft, quote, passcode: passcode)
        await send(.inner(.recorded(payment)))
      } catch: { error, send in
        await send(.inner(.refused(SendMoneyFailure(error))))
      }
    case .editing, .quoting, .submitting, .following, .unsettled, .confirmed, .failed:
      return .run { [vault] _ in await vault.discard(passcode) }
    }
  }

  /// Closes the screen, but not while nobody knows whether there is a payment: whoever takes over
  /// then must find it in the journal.
  private func close(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .submitting:
      state.isClosing = true
      return .none
    case .editing, .quoting, .reviewing, .refused, .following, .unsettled, .confirmed, .failed:
      return .send(.delegate(.closed))
    }
  }
}

// MARK: - Handling What Came Back

extension SendMoney {
  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .quoted(let draft, let quote):
      guard state.phase == .quoting(draft) else { return .none }
      state.phase = .reviewing(draft, quote)
      return .none
    case .quoteFailed(let draft, let failure):
      guard state.phase == .quoting(draft) else { return .none }
      state.phase = .failed(failure)
      return .none
    case .recorded(let payment):
      state.phase = .following(payment)
      return .merge(closeIfAsked(&state), follow(payment))
    case .refused(let failure):
      guard case .submitting(let draft, let quote) = state.phase else { return .none }
      state.phase = .refused(draft, quote, failure)
      return closeIfAsked(&state)
    case .changed(let payment):
      state.phase = .following(payment)
      return .none
    case .settled(let payment):
      return settle(&state, payment)
    case .stopped(let failure):
      guard case .following(let payment) = state.phase else { return .none }
      state.phase = .unsettled(payment, failure)
      return .none
    }
  }

  private func closeIfAsked(_ state: inout State) -> Effect<Action> {
    guard state.isClosing else { return .none }
    state.isClosing = false
    return .send(.delegate(.closed))
  }

  private func follow(_ payment: Payment) -> Effect<Action> {
    let delivery = PaymentDelivery(node: node, activity: activity, clock: clock)
    return .run { send in
      let settled = try await delivery.deliver(payment) { await send(.inner(.changed($0))) }
      await send(.inner(.settled(settled)))
    } catch: { error, send in
      await send(.inner(.stopped(SendMoneyFailure(error))))
    }
  }

  private func settle(_ state: inout State, _ payment: Payment) -> Effect<Action> {
    switch payment.state {
    case .confirmed(let inclusion):
      state.phase = .confirmed(payment, inclusion)
      return .send(.delegate(.confirmed(payment)))
    case .failed(let failure):
      state.phase = .failed(SendMoneyFailure(failure, of: payment))
      return .none
    case .signed, .broadcast:
      state.phase = .following(payment)
      return .none
    }
  }
}

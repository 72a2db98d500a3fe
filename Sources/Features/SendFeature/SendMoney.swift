package import ActivityClient
package import ContactsClient
package import EthereumPrimitives
package import Headrace
import NodeClient
package import VaultClient

/// Moves ether to one recipient: edit, quote, review, sign, submit, follow to the block.
///
/// The payment is written to the journal before it is broadcast. If the wallet is killed at any
/// point in between, or the screen is closed, the payment is found there: `ResumePayments` sends
/// the same bytes again, which can't pay twice.
@Reducer
package struct SendMoney {
  /// The typed text, and the progress of the flow.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The account that pays.
    package let account: VaultAccount
    /// The chain that the payment is for.
    package let chainID: ChainID
    /// The recipient as typed.
    package var recipientText = ""
    /// The amount in ether as typed.
    package var amountText = ""
    /// The speed of the payment.
    package var speed = FeeSpeed.normal
    /// The owner's fee as typed; nil if the speed decides.
    package var ownFee: OwnFeeText?
    /// The price of gas when the owner began to set the fee, if the node reported it.
    package var currentFees: CurrentFees?
    /// The account's balance at the form's last request; nil until the node has answered.
    package var balance: KnownBalance?
    /// The estimates for the speeds; empty until the node has answered.
    package var offers: [SpeedOffer] = []
    /// The limits on the payment's cost.
    package var policy = FeePolicy.standard
    /// The name of the payment: paying again by the same name pays only once.
    package var key: PaymentKey?
    /// The report on unknown nonces that the owner accepts.
    package var acceptedGap: GapReport?
    /// The last payment recorded from this form, in its last known state.
    package var payment: Payment?
    /// The event that the followed payment waits for, if it is known.
    package var progress: PaymentProgress?
    /// The wallet's accounts, used to recognise payments to oneself.
    package let ownAddresses: [Address]
    /// The contacts whose names may be typed as the recipient.
    package var contacts: [Contact] = []
    /// The review's warnings that the owner has agreed to.
    package var agreedWarnings: Set<SendWarning> = []
    /// The current phase of the flow.
    package var phase = Phase.editing
    /// True if the screen was closed during signing; it closes once the outcome is known.
    package var isClosing = false

    /// The quote under review or signed, if there is one.
    package var quote: SendQuote? {
      switch phase {
      case .reviewing(_, let quote), .submitting(_, let quote), .refused(_, let quote, _): quote
      case .editing, .quoting, .following, .unsettled, .confirmed, .failed: nil
      }
    }

    /// The warnings that the owner has not agreed to.
    package var openQuestions: [SendWarning] {
      quote?.questions.filter { !agreedWarnings.contains($0) } ?? []
    }

    /// Creates an empty form.
    ///
    /// - Parameters:
    ///   - account: The account that pays.
    ///   - chainID: The chain that the payment is for.
    ///   - ownAddresses: The wallet's accounts, with or without the one that pays.
    package init(account: VaultAccount, chainID: ChainID, ownAddresses: [Address] = []) {
      self.account = account
      self.chainID = chainID
      self.ownAddresses = ownAddresses
    }
  }

  /// The phases of the flow; each case has only the data valid at that point.
  @CasePathable
  package enum Phase: Codable, Equatable, Sendable {
    /// The user is typing.
    case editing
    /// The node is being asked for balance, fees and gas.
    case quoting(SendDraft)
    /// The user is looking at what will be sent.
    case reviewing(SendDraft, SendQuote)
    /// The vault is signing and the journal is writing; the payment is not known elsewhere.
    case submitting(SendDraft, SendQuote)
    /// Nothing was signed or nothing was written, so nothing is sent; a passcode tries again.
    case refused(SendDraft, SendQuote, SendMoneyFailure)
    /// The journal has the payment; its end is not known yet, even if a block contains it.
    case following(Payment)
    /// The journal has the payment, which may be in a block; following it has stopped.
    case unsettled(Payment, SendMoneyFailure)
    /// The payment succeeded, in a block that is deep enough.
    case confirmed(Payment, PaymentInclusion)
    /// Nothing was sent, or the sent transaction did not pay; the form can be changed.
    case failed(SendMoneyFailure)
  }

  /// The feature's actions.
  package enum Action: Codable, Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// Actions of the user.
  @CasePathable
  package enum View: Codable, Equatable, Sendable {
    /// The form appeared, or has been visible for a while.
    case appeared
    case recipientChanged(String)
    case amountChanged(String)
    case maxButtonTapped
    case speedChanged(FeeSpeed)
    case ownFeeChosen
    case ownFeeChanged(OwnFeeText)
    case policyChanged(FeePolicy)
    case keyChanged(PaymentKey?)
    case gapAccepted(GapReport)
    case reviewButtonTapped
    case warningAgreed(SendWarning)
    case backButtonTapped
    case passcodeEntered(SecretHandle)
    case closeButtonTapped
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case quoted(SendDraft, SendQuote)
    case found(SendDraft, Payment)
    case quoteFailed(SendDraft, SendMoneyFailure)
    case recorded(Payment)
    case refused(SendMoneyFailure)
    case changed(PaymentNews)
    case settled(Payment)
    case stopped(SendMoneyFailure)
    case feesRead(CurrentFees)
    case feesUnknown
    case balanceRead(KnownBalance)
    case offersRead([SpeedOffer])
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    /// The payment is in the journal, and the vault is locked.
    case recorded(Payment)
    /// The vault is locked; it must be opened before a payment can be signed.
    case unlockRequired
    case confirmed(Payment)
    case closed
  }

  enum CancelID { case quote, fees, balance, offers }

  @Dependency(\.node) var node
  @Dependency(\.verifier) var verifier
  @Dependency(\.vault) var vault
  @Dependency(\.activity) var activity
  @Dependency(\.contacts) var contacts
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date

  /// Creates the feature.
  package init() {}

  /// Routes each action to its handler.
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
    case .appeared:
      return look(state)
    case .recipientChanged(let text):
      return edit(&state) { $0.typeRecipient(text) }
    case .amountChanged(let text):
      return edit(&state) { $0.amountText = text }
    case .maxButtonTapped:
      return edit(&state) { $0.amountText = SendDraft.everythingText }
    case .speedChanged(let speed):
      return edit(&state) {
        $0.speed = speed
        $0.ownFee = nil
      }
    case .ownFeeChosen:
      return chooseOwnFee(&state)
    case .ownFeeChanged(let text):
      return state.ownFee == nil ? .none : edit(&state) { $0.ownFee = text }
    case .policyChanged(let policy):
      return edit(&state) { $0.policy = policy }
    case .keyChanged(let key):
      return edit(&state) { $0.key = key }
    case .gapAccepted(let report):
      return edit(&state) { $0.acceptedGap = report }
    case .backButtonTapped:
      return edit(&state) { _ in }
    case .reviewButtonTapped:
      return quote(&state)
    case .warningAgreed(let warning):
      return agree(&state, warning)
    case .passcodeEntered(let passcode):
      return submit(&state, passcode: passcode)
    case .closeButtonTapped:
      return close(&state)
    }
  }

  /// Returns to the form, which is possible until the payment is sent.
  func edit(_ state: inout State, _ change: (inout State) -> Void) -> Effect<Action> {
    switch state.phase {
    case .editing:
      change(&state)
      return .none
    case .quoting, .reviewing, .refused, .failed:
      change(&state)
      state.phase = .editing
      state.agreedWarnings = []
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
        recipientText: state.recipientText, amountText: state.amountText,
        contacts: state.contacts, account: state.account, chainID: state.chainID,
        speed: state.speed, ownFee: state.ownFee, policy: state.policy, key: state.key,
        acceptedGap: state.acceptedGap)
    } catch {
      state.phase = .failed(error)
      return .none
    }
    state.phase = .quoting(draft)
    state.payment = nil
    state.agreedWarnings = []
    return .run { [node, verifier, activity, contacts, date, own = state.ownAddresses] send in
      if let known = try await draft.recorded(in: activity) {
        return await send(.inner(.found(draft, known)))
      }
      let inquiry = QuoteInquiry(
        node: node, verifier: verifier, activity: activity, now: date.now, ownAddresses: own,
        contactAddresses: try await contacts.all().map(\.address))
      await send(.inner(.quoted(draft, try await SendQuote(inquiry, for: draft))))
    } catch: { error, send in
      await send(.inner(.quoteFailed(draft, SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.quote, cancelInFlight: true)
  }

  /// Records the owner's agreement to one warning of the review.
  private func agree(_ state: inout State, _ warning: SendWarning) -> Effect<Action> {
    switch state.phase {
    case .reviewing(_, let quote), .refused(_, let quote, _):
      if quote.questions.contains(warning) { state.agreedWarnings.insert(warning) }
    case .editing, .quoting, .submitting, .following, .unsettled, .confirmed, .failed:
      break
    }
    return .none
  }

  private func submit(_ state: inout State, passcode: SecretHandle) -> Effect<Action> {
    switch state.phase {
    case .reviewing(let draft, let quote), .refused(let draft, let quote, _):
      let open = state.openQuestions
      guard open.isEmpty else {
        state.phase = .refused(draft, quote, .notAgreed(open))
        return .run { [vault] _ in await vault.discard(passcode) }
      }
      state.phase = .submitting(draft, quote)
      let submission = PaymentSubmission(
        node: node, verifier: verifier, vault: vault, activity: activity)
      return .run { [vault] send in
        let payment = try await submission.record(draft, quote, passcode: passcode)
        // The key was unlocked for this one payment only, so it is not kept during the wait.
        await vault.lock()
        await send(.inner(.recorded(payment)))
      } catch: { error, send in
        await send(.inner(.refused(SendMoneyFailure(error))))
      }
    case .editing, .quoting, .submitting, .following, .unsettled, .confirmed, .failed:
      return .run { [vault] _ in await vault.discard(passcode) }
    }
  }

  /// Closes the screen, unless it is still unknown whether a payment was made: the feature that
  /// takes over must find it in the journal.
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
      state.phase = .reviewing(draft.paying(quote.amount), quote)
      return .none
    case .found(let draft, let payment):
      guard state.phase == .quoting(draft) else { return .none }
      state.phase = .following(payment)
      state.payment = payment
      // Nothing is signed, so the key is not needed during the wait.
      return .merge(
        .run { [vault] send in
          await vault.lock()
          await send(.delegate(.recorded(payment)))
        }, follow(payment))
    case .quoteFailed(let draft, let failure):
      guard state.phase == .quoting(draft) else { return .none }
      state.phase = .failed(failure)
      return .none
    case .recorded(let payment):
      state.phase = .following(payment)
      state.payment = payment
      return .merge(
        .send(.delegate(.recorded(payment))), closeIfAsked(&state), follow(payment))
    case .refused(let failure):
      guard case .submitting(let draft, let quote) = state.phase else { return .none }
      state.phase = failure.needsReview ? .failed(failure) : .refused(draft, quote, failure)
      let unlock = failure.needsUnlock ? Effect<Action>.send(.delegate(.unlockRequired)) : .none
      return .merge(unlock, closeIfAsked(&state))
    case .changed(let news):
      state.phase = .following(news.payment)
      state.payment = news.payment
      state.progress = news.progress
      return .none
    case .settled(let payment):
      return settle(&state, payment)
    case .stopped(let failure):
      guard case .following(let payment) = state.phase else { return .none }
      state.phase = .unsettled(payment, failure)
      return .none
    case .feesRead(let fees):
      take(fees, in: &state)
      return .none
    case .feesUnknown:
      return .none
    case .balanceRead(let balance):
      state.balance = balance
      return .none
    case .offersRead(let offers):
      state.offers = offers
      return .none
    }
  }

  private func closeIfAsked(_ state: inout State) -> Effect<Action> {
    guard state.isClosing else { return .none }
    state.isClosing = false
    return .send(.delegate(.closed))
  }
}

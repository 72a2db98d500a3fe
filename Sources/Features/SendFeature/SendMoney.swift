package import ActivityClient
package import ContactsClient
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
  package struct State: Codable, Equatable, Sendable {
    /// The account that pays.
    package let account: VaultAccount
    /// The chain that the payment is for.
    package let chainID: ChainID
    /// The recipient, as it was typed.
    package var recipientText = ""
    /// The amount in ether, as it was typed.
    package var amountText = ""
    /// How fast the payment should be.
    package var speed = FeeSpeed.normal
    /// The fee that the owner sets, as it is typed; nil if the speed decides.
    package var ownFee: OwnFeeText?
    /// What gas cost when the owner began to set the fee, if the node reported it.
    package var currentFees: CurrentFees?
    /// The account's balance when this form last asked; nil until the node has answered.
    package var balance: KnownBalance?
    /// The estimates for the speeds; empty until the node has answered.
    package var offers: [SpeedOffer] = []
    /// The maximum cost of the payment.
    package var policy = FeePolicy.standard
    /// The name of the payment: paying by the same name again pays once.
    package var key: PaymentKey?
    /// The report on unknown nonces that the owner accepts.
    package var acceptedGap: GapReport?
    /// The payment that was recorded last from this form, as it was last known.
    package var payment: Payment?
    /// What the payment waits for while it is followed, as far as that is known.
    package var progress: PaymentProgress?
    /// The wallet's accounts, to recognise payments to oneself.
    package let ownAddresses: [Address]
    /// The contacts whose names may be typed as the recipient.
    package var contacts: [Contact] = []
    /// The warnings of the review that the owner has agreed to, one by one.
    package var agreedWarnings: Set<SendWarning> = []
    /// Where the flow stands.
    package var phase = Phase.editing
    /// Whether the screen was closed while the payment was signed; it closes once that is decided.
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
    ///   - ownAddresses: The wallet's accounts; the one that pays need not be among them.
    package init(account: VaultAccount, chainID: ChainID, ownAddresses: [Address] = []) {
      self.account = account
      self.chainID = chainID
      self.ownAddresses = ownAddresses
    }
  }

  /// Where the flow stands. Each case holds just the data valid at that point.
  @CasePathable
  package enum Phase: Codable, Equatable, Sendable {
    /// The user types.
    case editing
    /// The node is asked for balance, fees and gas.
    case quoting(SendDraft)
    /// The user looks at what will be sent.
    case reviewing(SendDraft, SendQuote)
    /// The vault signs and the journal writes; the payment is not known elsewhere.
    case submitting(SendDraft, SendQuote)
    /// Nothing was signed or nothing was written, so nothing is sent; a passcode tries again.
    case refused(SendDraft, SendQuote, SendMoneyFailure)
    /// The journal has the payment; its end is not known yet, though a block may have it.
    case following(Payment)
    /// The journal has the payment, which may be in a block, and following it has stopped.
    case unsettled(Payment, SendMoneyFailure)
    /// It paid, in a block that is deep enough.
    case confirmed(Payment, PaymentInclusion)
    /// Nothing was sent, or what was sent did not pay; what was typed can be changed.
    case failed(SendMoneyFailure)
  }

  /// What can happen.
  package enum Action: Codable, Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// What the user did.
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

  /// What came back.
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

  /// What the parent receives.
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

  /// Goes back to the form; that is possible until the payment is on its way.
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

  /// Takes the owner's agreement to one warning of the review.
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
        // The key was opened for this one payment; it is not kept during the wait for a block.
        await vault.lock()
        await send(.inner(.recorded(payment)))
      } catch: { error, send in
        await send(.inner(.refused(SendMoneyFailure(error))))
      }
    case .editing, .quoting, .submitting, .following, .unsettled, .confirmed, .failed:
      return .run { [vault] _ in await vault.discard(passcode) }
    }
  }

  /// Closes the screen, but not while it is unknown whether there is a payment: the feature that
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
      // Nothing is signed: the key is not needed for the wait.
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

package import ActivityClient
package import EthereumPrimitives
package import Headrace
package import NodeClient
package import VaultClient

/// Moves ether to one recipient: edit, quote, review, sign, submit, follow to the block.
///
/// The payment is written to the journal before it is broadcast. A wallet that is killed anywhere
/// in between finds it there and sends the same bytes again, which can't pay twice.
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
    /// The vault signs, the journal writes, the node takes the payment.
    case submitting(SendDraft, SendQuote)
    /// The node has the payment; no block does yet.
    case following(Payment)
    /// A block has the payment.
    case confirmed(Payment, PaymentInclusion)
    /// Something refused; nothing was sent unless the failure says so.
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
    case submitted(Payment)
    case receiptFound(Payment, TransactionReceipt)
    case settled(Payment)
    case failed(SendMoneyFailure)
  }

  /// What the parent is told.
  @CasePathable
  package enum Delegate: Equatable, Sendable {
    case confirmed(Payment)
    case closed
  }

  enum CancelID { case quote }

  /// How long to wait between looks for the receipt.
  package static let pollInterval = Duration.seconds(1)

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
      state.recipientText = text
      return backToEditing(&state)
    case .amountChanged(let text):
      state.amountText = text
      return backToEditing(&state)
    case .speedChanged(let speed):
      state.speed = speed
      return backToEditing(&state)
    case .backButtonTapped:
      return backToEditing(&state)
    case .reviewButtonTapped:
      return quote(&state)
    case .passcodeEntered(let passcode):
      return submit(&state, passcode: passcode)
    case .closeButtonTapped:
      return .send(.delegate(.closed))
    }
  }

  /// Editing is possible until the payment is on its way.
  private func backToEditing(_ state: inout State) -> Effect<Action> {
    switch state.phase {
    case .editing:
      return .none
    case .quoting, .reviewing, .failed:
      state.phase = .editing
      return .cancel(id: CancelID.quote)
    case .submitting, .following, .confirmed:
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
      await send(.inner(.failed(SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.quote, cancelInFlight: true)
  }

  private func submit(_ state: inout State, passcode: SecretHandle) -> Effect<Action> {
    guard case .reviewing(let draft, let quote) = state.phase else {
      return .run { [vault] _ in await vault.discard(passcode) }
    }
    state.phase = .submitting(draft, quote)
    let submission = PaymentSubmission(node: node, vault: vault, activity: activity)
    return .run { send in
      let payment = try await submission.submit(draft, quote, passcode: passcode)
      await send(.inner(.submitted(payment)))
    } catch: { error, send in
      await send(.inner(.failed(SendMoneyFailure(error))))
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
    case .submitted(let payment):
      state.phase = .following(payment)
      return follow(payment)
    case .receiptFound(let payment, let receipt):
      return settle(&state, payment, receipt)
    case .settled(let payment):
      if case .confirmed(let inclusion) = payment.state {
        state.phase = .confirmed(payment, inclusion)
        return .send(.delegate(.confirmed(payment)))
      }
      state.phase = .failed(.executionFailed(payment.intent.hash))
      return .none
    case .failed(let failure):
      state.phase = .failed(failure)
      return .none
    }
  }

  /// Looks for the receipt until there is one; a node that does not answer is asked again.
  private func follow(_ payment: Payment) -> Effect<Action> {
    .run { [node, clock] send in
      while true {
        do {
          if let receipt = try await node.receipt(payment.intent.hash) {
            return await send(.inner(.receiptFound(payment, receipt)))
          }
        } catch let error as NodeError where error.isRetryable {
          // The payment stands in the journal; the node will be back.
        }
        try await clock.sleep(for: Self.pollInterval)
      }
    } catch: { error, send in
      await send(.inner(.failed(SendMoneyFailure(error))))
    }
  }

  private func settle(
    _ state: inout State, _ payment: Payment, _ receipt: TransactionReceipt
  ) -> Effect<Action> {
    let inclusion = PaymentInclusion(
      blockNumber: receipt.blockNumber, blockHash: receipt.blockHash, gasUsed: receipt.gasUsed,
      effectiveGasPrice: receipt.effectiveGasPrice)
    let event: PaymentEvent =
      receipt.outcome == .succeeded ? .confirmed(inclusion) : .failed(.reverted(inclusion))
    return .run { [activity] send in
      await send(.inner(.settled(try await activity.update(payment.id, event))))
    } catch: { error, send in
      await send(.inner(.failed(SendMoneyFailure(error))))
    }
  }
}

package import ActivityClient
package import Headrace
import NodeClient
package import VaultClient

/// Speeds a payment up, or cancels it, with a transaction of the same nonce and higher fees.
///
/// At most one transaction of a family is ever in a block. A signed transaction is recorded in the
/// family before it is sent; the feature that follows the payment sends it. A payment of which no
/// part was sent is cancelled without a transaction.
@Reducer
package struct ReplacePayment {
  /// The payment, and the progress of its replacement.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The account that pays.
    package let account: VaultAccount
    /// The payment, as last read from the journal.
    package var payment: Payment
    /// The purpose of the replacement: `.speedUp` or `.cancel`.
    package let role: PaymentTransaction.Role
    /// The speed of the replacement.
    package var speed = FeeSpeed.normal
    /// The maximum cost of the replacement.
    package var policy = FeePolicy.standard
    /// The review's warnings that the owner has agreed to.
    package var agreedWarnings: Set<SendWarning> = []
    /// The current phase of the flow.
    package var phase = Phase.idle

    /// The quote under review, if there is one.
    package var quote: ReplacementQuote? {
      switch phase {
      case .reviewing(let quote), .refused(let quote, _): quote
      case .idle, .quoting, .submitting, .recorded, .abandoned, .failed: nil
      }
    }

    /// The warnings that the owner has not agreed to.
    package var openQuestions: [SendWarning] {
      quote?.questions.filter { !agreedWarnings.contains($0) } ?? []
    }

    /// Creates a state without a request.
    ///
    /// - Precondition: The role is not `.original`.
    package init(account: VaultAccount, payment: Payment, role: PaymentTransaction.Role) {
      precondition(role != .original, "An original replaces nothing; expected another role.")
      self.account = account
      self.payment = payment
      self.role = role
    }
  }

  /// The phases of the flow; each case has only the data valid at that point.
  @CasePathable
  package enum Phase: Codable, Equatable, Sendable {
    /// No request is in flight.
    case idle
    /// The node is being asked for balance, fees and gas.
    case quoting
    /// The owner is looking at what will be signed.
    case reviewing(ReplacementQuote)
    /// The vault is signing and the journal is writing.
    case submitting(ReplacementQuote)
    /// Nothing was signed or nothing was written; a passcode repeats the attempt.
    case refused(ReplacementQuote, SendMoneyFailure)
    /// The journal has the replacement; the feature that follows the payment sends it.
    case recorded(Payment)
    /// No part of the payment was sent, and it is ended.
    case abandoned(Payment)
    /// No replacement was made; starting again may help.
    case failed(SendMoneyFailure)
  }

  /// The feature's actions.
  package enum Action: Codable, Sendable {
    case view(View)
    case inner(Inner)
    case delegate(Delegate)
  }

  /// Actions of the feature's owner.
  @CasePathable
  package enum View: Codable, Equatable, Sendable {
    case started
    case warningAgreed(SendWarning)
    case passcodeEntered(SecretHandle)
    case closeButtonTapped
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case quoted(ReplacementQuote)
    case quoteFailed(SendMoneyFailure)
    case recorded(Payment)
    case refused(SendMoneyFailure)
    case abandoned(Payment)
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    /// The journal has the replacement; follow the payment.
    case recorded(Payment)
    /// No part of the payment was sent, and it is ended.
    case abandoned(Payment)
    /// The vault is locked; it must be opened before anything can be signed.
    case unlockRequired
    case closed
  }

  enum CancelID { case quote }

  @Dependency(\.node) var node
  @Dependency(\.verifier) var verifier
  @Dependency(\.vault) var vault
  @Dependency(\.activity) var activity

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

// MARK: - Handling Actions

extension ReplacePayment {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .started:
      guard state.phase == .idle || state.phase.is(\.failed) else { return .none }
      state.phase = .quoting
      state.agreedWarnings = []
      return quote(state)
    case .warningAgreed(let warning):
      if let quote = state.quote, quote.questions.contains(warning) {
        state.agreedWarnings.insert(warning)
      }
      return .none
    case .passcodeEntered(let passcode):
      return submit(&state, passcode)
    case .closeButtonTapped:
      guard !state.phase.is(\.submitting) else { return .none }
      return .merge(.cancel(id: CancelID.quote), .send(.delegate(.closed)))
    }
  }

  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .quoted(let quote):
      guard state.phase == .quoting else { return .none }
      state.payment = quote.payment
      state.phase = .reviewing(quote)
      return .none
    case .quoteFailed(let failure):
      guard state.phase == .quoting else { return .none }
      state.phase = .failed(failure)
      return .none
    case .recorded(let payment):
      state.payment = payment
      state.phase = .recorded(payment)
      return .send(.delegate(.recorded(payment)))
    case .refused(let failure):
      guard case .submitting(let quote) = state.phase else { return .none }
      state.phase = .refused(quote, failure)
      return failure.needsUnlock ? .send(.delegate(.unlockRequired)) : .none
    case .abandoned(let payment):
      state.payment = payment
      state.phase = .abandoned(payment)
      return .send(.delegate(.abandoned(payment)))
    }
  }

  /// Reads the payment again, and requests a quote for its replacement; ends it if nothing was
  /// sent.
  private func quote(_ state: State) -> Effect<Action> {
    let (id, role) = (state.payment.id, state.role)
    return .run { [node, verifier, activity, speed = state.speed, policy = state.policy] send in
      guard var payment = try await activity.payment(.id(id)) else {
        throw ReplaceRefusal.unknownPayment
      }
      if role == .cancel, payment.state == .signed, !payment.mayBeKnown {
        do throws(UpdateRefusal) {
          return await send(.inner(.abandoned(try await activity.update(id, .abandoned))))
        } catch {
          // In the meantime another process may have begun to send it, or a later payment waits for
          // its nonce, which a cancellation has to spend.
          guard case .impossible = error, let known = try await activity.payment(.id(id)) else {
            throw error
          }
          payment = known
        }
      }
      let quote = try await ReplacementQuote(
        asking: node, verifier: verifier, activity, toReplace: payment, as: role, speed: speed,
        policy: policy)
      await send(.inner(.quoted(quote)))
    } catch: { error, send in
      await send(.inner(.quoteFailed(SendMoneyFailure(error))))
    }
    .cancellable(id: CancelID.quote, cancelInFlight: true)
  }

  private func submit(_ state: inout State, _ passcode: SecretHandle) -> Effect<Action> {
    switch state.phase {
    case .reviewing(let quote), .refused(let quote, _):
      let open = state.openQuestions
      guard open.isEmpty else {
        state.phase = .refused(quote, .notAgreed(open))
        return .run { [vault] _ in await vault.discard(passcode) }
      }
      state.phase = .submitting(quote)
      let submission = PaymentSubmission(
        node: node, verifier: verifier, vault: vault, activity: activity)
      return .run { [vault, account = state.account.id, policy = state.policy] send in
        let payment = try await submission.replace(
          quote, by: account, within: policy, passcode: passcode)
        // The key was unlocked for this one transaction only, so it is not kept during the wait.
        await vault.lock()
        await send(.inner(.recorded(payment)))
      } catch: { error, send in
        await send(.inner(.refused(SendMoneyFailure(error))))
      }
    case .idle, .quoting, .submitting, .recorded, .abandoned, .failed:
      return .run { [vault] _ in await vault.discard(passcode) }
    }
  }
}

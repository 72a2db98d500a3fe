package import ContactsClient
package import EthereumCrypto
package import EthereumPrimitives
package import Headrace
package import NodeClient

/// Looks up the balance of any address, in the wallet or not.
@Reducer
package struct LookUpBalance {
  /// The typed address, and the progress of its lookup.
  @ObservableState
  package struct State: Equatable, Sendable {
    /// The address as typed.
    package var addressText: String
    /// The current phase of the flow.
    package var phase = Phase.editing

    /// Creates the flow with an address already typed.
    package init(addressText: String = "") {
      self.addressText = addressText
    }
  }

  /// The phases of the flow; each case has only the data valid at that point.
  @CasePathable
  package enum Phase: Equatable, Sendable {
    /// The user is typing.
    case editing
    /// The node is being asked.
    case asking(Address)
    /// The node answered.
    case found(Address, Home.Snapshot)
    /// The address is invalid, or the node did not answer.
    case failed(LookUpBalanceFailure)
  }

  /// The feature's actions.
  package enum Action: Sendable {
    case view(View)
    case inner(Inner)
  }

  /// Actions of the user.
  @CasePathable
  package enum View: Equatable, Sendable {
    case addressChanged(String)
    case lookUpButtonTapped
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Equatable, Sendable {
    case answered(Home.Snapshot)
    case failed(LookUpBalanceFailure)
  }

  enum CancelID { case question }

  @Dependency(\.node) var node
  @Dependency(\.date) var date

  /// Creates the feature.
  package init() {}

  /// Routes each action to its handler.
  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(let action): handleViewAction(state: &state, action: action)
      case .inner(let action): handleInnerAction(state: &state, action: action)
      }
    }
  }
}

// MARK: - Handling Actions

extension LookUpBalance {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    switch action {
    case .addressChanged(let text):
      state.addressText = text
      state.phase = .editing
      return .cancel(id: CancelID.question)
    case .lookUpButtonTapped:
      do throws(RecipientRefusal) {
        let address = try TypedRecipient(state.addressText).address
        state.phase = .asking(address)
        return ask(address)
      } catch .address(let error) {
        state.phase = .failed(.address(error))
      } catch {
        state.phase = .failed(.recipient(error))
      }
      return .cancel(id: CancelID.question)
    }
  }

  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    guard case .asking(let address) = state.phase else { return .none }
    switch action {
    case .answered(let snapshot): state.phase = .found(address, snapshot)
    case .failed(let failure): state.phase = .failed(failure)
    }
    return .none
  }

  private func ask(_ address: Address) -> Effect<Action> {
    .run { [node, date] send in
      let number = try await node.blockNumber()
      let balance = try await node.balance(of: address, at: .number(number))
      await send(
        .inner(
          .answered(
            Home.Snapshot(balance: balance, blockNumber: number, takenAt: date.now))))
    } catch: { error, send in
      await send(.inner(.failed(.node(NodeError.from(error)))))
    }
    .cancellable(id: CancelID.question, cancelInFlight: true)
  }
}

/// The reasons, as the user sees them, that a balance was not looked up.
package enum LookUpBalanceFailure: Error, Equatable, Sendable {
  /// The text is not an address.
  case address(AddressError)
  /// The text is a request, a link or a name that can't be used.
  case recipient(RecipientRefusal)
  /// The node did not answer correctly.
  case node(NodeError)
}

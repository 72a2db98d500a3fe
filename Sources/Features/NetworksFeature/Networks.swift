import EthereumPrimitives
package import Headrace
package import NetworksClient
import NodeClient

/// Manages the networks: adds those whose node follows the chain, chooses one, removes them.
@Reducer
package struct Networks {
  /// The networks, and the current change.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The networks of the wallet, and the one in use.
    package var book = NetworkBook()
    /// The current phase of the flow.
    package var phase = Phase.listing
    /// The change in progress, if any; changes are made one at a time.
    package var work: Work?
    /// The failure of the last step.
    package var failure: NetworksFailure?

    /// Creates the screen with the known networks.
    package init(book: NetworkBook = NetworkBook()) {
      self.book = book
    }
  }

  /// The phases of the flow; each case has only the data valid at that point.
  @CasePathable
  package enum Phase: Codable, Equatable, Sendable {
    /// The networks are shown.
    case listing
    /// A network is being typed.
    case adding(Draft)
  }

  /// A network as typed.
  package struct Draft: Codable, Equatable, Sendable {
    /// The owner's name for it.
    package var name: String
    /// The node's address, which is not encoded because it may contain a key.
    package var address = ""
    /// The chain's number; empty to use the one that the node reports.
    package var chainID: String

    /// Describes the contents of the fields.
    package init(name: String = "", address: String = "", chainID: String = "") {
      self.name = name
      self.address = address
      self.chainID = chainID
    }

    private enum CodingKeys: CodingKey { case name, chainID }
  }

  /// A change in progress.
  package enum Work: Codable, Equatable, Sendable {
    /// The node is asked for its chain; then the network is saved.
    case adding
    /// A network is being selected or removed.
    case changing
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
    case appeared
    case addButtonTapped
    case draftChanged(Draft)
    case saveButtonTapped
    case chooseConfirmed(NetworkName?)
    case removeConfirmed(NetworkName)
    case cancelButtonTapped
    case doneButtonTapped
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case loaded(NetworkBook)
    case added(NetworkBook)
    case chosen(NetworkBook)
    case removed(NetworkBook)
    case failed(NetworksFailure)
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    case chosen(Network?)
    case closed
  }

  enum CancelID { case reading, adding }

  @Dependency(\.networks) var networks
  @Dependency(\.nodes) var nodes

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

extension Networks {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    state.failure = nil
    switch action {
    case .appeared:
      return ask { [networks] in .loaded(try await networks.book()) }
        .cancellable(id: CancelID.reading, cancelInFlight: true)
    case .addButtonTapped:
      state.phase = .adding(Draft())
    case .draftChanged(let draft):
      if state.phase.is(\.adding), state.work == nil { state.phase = .adding(draft) }
    case .saveButtonTapped:
      return save(&state)
    case .chooseConfirmed(let name):
      guard state.work == nil else { break }
      state.work = .changing
      return ask { [networks] in .chosen(try await networks.use(name)) }
    case .removeConfirmed(let name):
      return remove(&state, name)
    case .cancelButtonTapped:
      return cancel(&state)
    case .doneButtonTapped:
      return .send(.delegate(.closed))
    }
    return .none
  }

  /// Saves a network after its node has reported that it follows the chain.
  private func save(_ state: inout State) -> Effect<Action> {
    guard case .adding(let draft) = state.phase, state.work == nil else { return .none }
    do throws(NetworksFailure) {
      let name = try Self.name(draft.name)
      guard state.book[name] == nil else { throw .refused(.nameTaken(name)) }
      let expected = try Self.chainID(draft.chainID)
      let node = try node(at: draft.address)
      state.work = .adding
      return ask { [networks] in
        let found = try await node.chainID()
        guard expected == nil || expected == found else {
          throw NetworksFailure.otherChain(expected: expected ?? found, found: found)
        }
        return .added(
          try await networks.add(Network(name: name, chainID: found, url: draft.address)))
      }
      .cancellable(id: CancelID.adding)
    } catch {
      state.failure = error
      return .none
    }
  }

  private func remove(_ state: inout State, _ name: NetworkName) -> Effect<Action> {
    guard state.work == nil else { return .none }
    guard state.book.used != name else {
      state.failure = .inUse(name)
      return .none
    }
    state.work = .changing
    return ask { [networks] in .removed(try await networks.remove(name)) }
  }

  /// Closes the form; a node that does not answer does not keep it open.
  private func cancel(_ state: inout State) -> Effect<Action> {
    guard state.phase.is(\.adding) else { return .none }
    state.phase = .listing
    guard state.work == .adding else { return .none }
    state.work = nil
    // A network that was saved already appears when the networks are read again.
    return .merge(
      .cancel(id: CancelID.adding),
      ask { [networks] in .loaded(try await networks.book()) }
        .cancellable(id: CancelID.reading, cancelInFlight: true))
  }

  private func ask(_ question: @escaping @Sendable () async throws -> Inner) -> Effect<Action> {
    .run { send in
      await send(.inner(try await question()))
    } catch: { error, send in
      await send(.inner(.failed(NetworksFailure(error))))
    }
  }
}

// MARK: - Reading What Was Typed

extension Networks {
  private static func name(_ text: String) throws(NetworksFailure) -> NetworkName {
    do throws(NetworkName.Refusal) {
      return try NetworkName(text)
    } catch {
      throw .name(error)
    }
  }

  /// Returns the chain's number; nil if the node is to report it.
  private static func chainID(_ text: String) throws(NetworksFailure) -> ChainID? {
    guard !text.isEmpty else { return nil }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      !text.hasPrefix("0"), let number = UInt64(text)
    else { throw .chainID }
    return ChainID(rawValue: number)
  }

  private func node(at address: String) throws(NetworksFailure) -> NodeClient {
    do throws(NodeAddressRefusal) {
      return try nodes.node(at: address)
    } catch {
      throw .address(error)
    }
  }
}

// MARK: - Handling What Came Back

extension Networks {
  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .loaded(let book):
      state.book = book
    case .added(let book):
      state.work = nil
      state.book = book
      state.phase = .listing
    case .chosen(let book):
      state.work = nil
      state.book = book
      return .send(.delegate(.chosen(book.current)))
    case .removed(let book):
      state.work = nil
      state.book = book
    case .failed(let failure):
      state.work = nil
      state.failure = failure
    }
    return .none
  }
}

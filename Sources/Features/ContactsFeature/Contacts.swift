package import ContactsClient
package import EthereumPrimitives
package import Headrace
import VisibleText

/// Manages the contacts: adds, renames and removes them.
@Reducer
package struct Contacts {
  /// The contacts, and the current change.
  @ObservableState
  package struct State: Codable, Equatable, Sendable {
    /// The contacts, by name.
    package var contacts: [Contact]
    /// The wallet's own accounts, which no contact may resemble.
    package let ownAddresses: [Address]
    /// The names of the wallet's own accounts, which no contact's name may resemble.
    package let ownNames: [String]
    /// The current phase of the flow.
    package var phase = Phase.listing
    /// True while the contacts are being changed; changes are made one at a time.
    package var isChanging = false
    /// The failure of the last step.
    package var failure: ContactsFailure?

    /// Creates the screen with the known contacts.
    package init(
      contacts: [Contact] = [], ownAddresses: [Address], ownNames: [String] = []
    ) {
      self.contacts = contacts
      self.ownAddresses = ownAddresses
      self.ownNames = ownNames
    }
  }

  /// The phases of the flow; each case has only the data valid at that point.
  @CasePathable
  package enum Phase: Codable, Equatable, Sendable {
    /// The contacts are shown.
    case listing
    /// A contact is being typed.
    case adding(name: String, address: String)
    /// A contact's new name is being typed.
    case renaming(Contact, name: String)
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
    case renameButtonTapped(Address)
    case nameChanged(String)
    case addressChanged(String)
    case saveButtonTapped
    case removeConfirmed(Address)
    case cancelButtonTapped
    case doneButtonTapped
  }

  /// Results of effects.
  @CasePathable
  package enum Inner: Codable, Equatable, Sendable {
    case loaded([Contact])
    case changed([Contact], Change)
    case failed(ContactsFailure)
  }

  /// A change that was made to a contact.
  package enum Change: Codable, Hashable, Sendable {
    /// The contact was added or renamed.
    case saved
    /// The contact was removed.
    case removed
  }

  /// Actions that the parent handles.
  @CasePathable
  package enum Delegate: Codable, Equatable, Sendable {
    case changed([Contact])
    /// A typed contact was saved.
    case saved
    /// A contact was removed.
    case removed
    case closed
  }

  enum CancelID { case reading }

  @Dependency(\.contacts) var contacts

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

extension Contacts {
  private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
    state.failure = nil
    switch action {
    case .appeared:
      return ask { .loaded(try await $0.all()) }
        .cancellable(id: CancelID.reading, cancelInFlight: true)
    case .addButtonTapped:
      state.phase = .adding(name: "", address: "")
    case .renameButtonTapped(let address):
      guard let contact = state.contacts.first(where: { $0.address == address }) else { break }
      state.phase = .renaming(contact, name: contact.name.text)
    case .nameChanged(let name):
      switch state.phase {
      case .adding(_, let address): state.phase = .adding(name: name, address: address)
      case .renaming(let contact, _): state.phase = .renaming(contact, name: name)
      case .listing: break
      }
    case .addressChanged(let address):
      if case .adding(let name, _) = state.phase {
        state.phase = .adding(name: name, address: address)
      }
    case .saveButtonTapped:
      return save(&state)
    case .removeConfirmed(let address):
      return change(&state) { .changed(try await $0.remove(address), .removed) }
    case .cancelButtonTapped:
      // A change that is in flight ends first.
      if !state.isChanging { state.phase = .listing }
    case .doneButtonTapped:
      return .send(.delegate(.closed))
    }
    return .none
  }

  private func save(_ state: inout State) -> Effect<Action> {
    do throws(ContactsFailure) {
      switch state.phase {
      case .listing: return .none
      case .renaming(let contact, let text):
        let name = try Self.name(text, besides: state.ownNames)
        return change(&state) {
          .changed(try await $0.rename(contact.address, name), .saved)
        }
      case .adding(let nameText, let addressText):
        let contact = Contact(
          name: try Self.name(nameText, besides: state.ownNames),
          address: try Self.address(addressText))
        if let own = state.ownAddresses.first(where: { $0.looksLike(contact.address) }) {
          throw .addressLooksLikeOwn(own)
        }
        return change(&state) { .changed(try await $0.add(contact), .saved) }
      }
    } catch {
      state.failure = error
      return .none
    }
  }

  private static func name(
    _ text: String, besides ownNames: [String]
  ) throws(ContactsFailure) -> ContactName {
    let name: ContactName
    do throws(ContactName.Refusal) {
      name = try ContactName(text)
    } catch {
      throw .name(error)
    }
    if let own = ownNames.first(where: { $0.looksLike(text) }) { throw .nameLooksLikeOwn(own) }
    return name
  }

  private static func address(_ text: String) throws(ContactsFailure) -> Address {
    let address: Address
    do throws(RecipientRefusal) {
      address = try TypedRecipient(text).address
    } catch .address(let error) {
      throw .address(error)
    } catch {
      throw .recipient(error)
    }
    guard address != .zero else { throw .addressIsZero }
    return address
  }

  /// Starts a change, unless one is in flight: two taps create only one contact.
  private func change(
    _ state: inout State, _ change: @escaping @Sendable (ContactsClient) async throws -> Inner
  ) -> Effect<Action> {
    guard !state.isChanging else { return .none }
    state.isChanging = true
    return .merge(.cancel(id: CancelID.reading), ask(change))
  }

  private func ask(
    _ question: @escaping @Sendable (ContactsClient) async throws -> Inner
  ) -> Effect<Action> {
    .run { [contacts] send in
      await send(.inner(try await question(contacts)))
    } catch: { error, send in
      await send(.inner(.failed(ContactsFailure(error))))
    }
  }

  private func handleInnerAction(state: inout State, action: Inner) -> Effect<Action> {
    switch action {
    case .loaded(let contacts):
      state.contacts = contacts
      return .send(.delegate(.changed(contacts)))
    case .changed(let contacts, let change):
      let done: Delegate =
        switch change {
        case .saved: .saved
        case .removed: .removed
        }
      state.isChanging = false
      state.contacts = contacts
      state.phase = .listing
      return .concatenate(.send(.delegate(.changed(contacts))), .send(.delegate(done)))
    case .failed(let failure):
      state.isChanging = false
      state.failure = failure
      return .none
    }
  }
}

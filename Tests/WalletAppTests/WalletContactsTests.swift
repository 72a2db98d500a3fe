import ActivityClient
import ContactsClient
import ContactsFeature
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTesting
import HomeFeature
import ProfileFeature
import Testing
import VaultClient
import WalletApp

/// Opening and closing the contacts, and the features that learn their names.
@Suite("Contacts in the wallet")
struct WalletContactsTests {
  private static var contacts: WalletScreen.State {
    .contacts(
      Contacts.State(
        ownAddresses: WalletSample.accounts.map(\.address),
        ownNames: WalletSample.accounts.map(\.name)))
  }

  @Test func theSettingsOpenTheContacts() async {
    let store = TestStoreOf<WalletApp>(WalletSample.profile)
    await store.send(.profile(.view(.contactsButtonTapped)))
    await store.receive(screen: \.profile.delegate.contactsRequested) {
      $0.routes.append(.push(Self.contacts))
    }
    await store.send(.contacts(.view(.doneButtonTapped)))
    await store.receive(screen: \.contacts.delegate.closed) { $0.routes.removeLast() }
    await store.finish()
  }

  @Test func homeLearnsTheNames() async throws {
    let bob = Contact(name: try ContactName("Bob"), address: Address(9, 9, 9))
    let store = TestStoreOf<WalletApp>(WalletSample.profile + [.push(Self.contacts)]) {
      $0.contacts.all = { () throws(JournalFailure) in [bob] }
    }
    await store.send(.contacts(.view(.appeared)))
    await store.receive(screen: \.contacts.inner.loaded) {
      $0.routes[2].screen.modify(\.contacts) { $0.contacts = [bob] }
    }
    await store.receive(screen: \.contacts.delegate.changed) { state in
      state.home { $0.contacts = [bob] }
    }
    #expect(store.state.routes[0].screen.home?.name(of: bob.address) == "Bob")
    await store.finish()
  }

  @Test func theLockLiesOverTheContacts() async {
    let routes = WalletSample.profile + [.push(Self.contacts)]
    let store = TestStoreOf<WalletApp>(routes) { $0.vault.lock = {} }
    await store.send(.view(.lockRequested))
    await store.receive(\.inner.locked) { $0.routes.append(WalletSample.cover) }
    // A contact that was being saved ends below the lock.
    await store.send(.contacts(.delegate(.closed)), at: 2) { $0.routes.remove(at: 2) }
    #expect(store.state.routes.last == WalletSample.cover)
    await store.finish()
  }
}

import ActivityClient
import ContactsClient
import ContactsFeature
import EthereumCrypto
import EthereumPrimitives
import Headrace
import HeadraceTesting
import Testing

/// Adding, renaming and removing contacts, and the refusals.
@Suite("Contacts")
struct ContactsFeatureTests {
  private static let address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

  private static func contact(
    _ name: String = "Bob", _ address: String = address
  ) throws -> Contact {
    Contact(name: try ContactName(name), address: try Address(checksummed: address))
  }

  private func makeStore(
    _ contacts: [Contact] = [], own: [Address] = [],
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Contacts> {
    TestStore(initialState: Contacts.State(contacts: contacts, ownAddresses: own)) {
      Contacts()
    } withDependencies: {
      prepare(&$0)
    }
  }

  @Test func appearingReadsTheContactsAndTellsTheParent() async throws {
    let bob = try Self.contact()
    let store = makeStore { $0.contacts.all = { () throws(JournalFailure) in [bob] } }
    await store.send(.view(.appeared))
    await store.receive(\.inner.loaded, [bob]) { $0.contacts = [bob] }
    await store.receive(\.delegate.changed, [bob])
    await store.finish()
  }

  @Test func aContactIsAdded() async throws {
    let bob = try Self.contact()
    let store = makeStore {
      $0.contacts.add = { contact throws(ContactRefusal) in
        #expect(contact == bob)
        return [contact]
      }
    }
    await store.send(.view(.addButtonTapped)) { $0.phase = .adding(name: "", address: "") }
    await store.send(.view(.nameChanged("Bob"))) { $0.phase = .adding(name: "Bob", address: "") }
    await store.send(.view(.addressChanged(Self.address))) {
      $0.phase = .adding(name: "Bob", address: Self.address)
    }
    await store.send(.view(.saveButtonTapped)) { $0.isChanging = true }
    await store.receive(\.inner.changed) {
      $0.isChanging = false
      $0.contacts = [bob]
      $0.phase = .listing
    }
    await store.receive(\.delegate.changed, [bob])
    await store.receive(\.delegate.saved)
    await store.finish()
  }

  @Test func aContactIsRenamed() async throws {
    let (bob, robert) = (try Self.contact(), try Self.contact("Robert"))
    let store = makeStore([bob]) {
      $0.contacts.rename = { address, name throws(ContactRefusal) in
        #expect(address == bob.address)
        #expect(name == robert.name)
        return [robert]
      }
    }
    await store.send(.view(.renameButtonTapped(.zero)))
    await store.send(.view(.renameButtonTapped(bob.address))) {
      $0.phase = .renaming(bob, name: "Bob")
    }
    await store.send(.view(.addressChanged("0x")))
    await store.send(.view(.nameChanged("Robert"))) { $0.phase = .renaming(bob, name: "Robert") }
    await store.send(.view(.saveButtonTapped)) { $0.isChanging = true }
    await store.receive(\.inner.changed) {
      $0.isChanging = false
      $0.contacts = [robert]
      $0.phase = .listing
    }
    await store.receive(\.delegate.changed, [robert])
    await store.receive(\.delegate.saved)
    await store.finish()
  }

  @Test func aContactIsRemovedAndTheScreenIsLeft() async throws {
    let bob = try Self.contact()
    let store = makeStore([bob]) {
      $0.contacts.remove = { address throws(ContactRefusal) in
        #expect(address == bob.address)
        return []
      }
    }
    await store.send(.view(.removeConfirmed(bob.address))) { $0.isChanging = true }
    await store.receive(\.inner.changed) {
      $0.isChanging = false
      $0.contacts = []
    }
    await store.receive(\.delegate.changed, [])
    await store.receive(\.delegate.removed)
    await store.send(.view(.doneButtonTapped))
    await store.receive(\.delegate.closed)
    await store.finish()
  }

  /// It was reported as saved, because a form was open when the answer arrived.
  @Test func aContactRemovedWhileAnotherIsBegunIsReportedAsRemoved() async throws {
    let bob = try Self.contact()
    let clock = TestClock()
    let store = makeStore([bob]) {
      $0.contacts.remove = { _ throws(ContactRefusal) in
        do {
          try await clock.sleep(for: .seconds(1))
        } catch {
          throw .storage(.busy)
        }
        return []
      }
    }
    await store.send(.view(.removeConfirmed(bob.address))) { $0.isChanging = true }
    await store.send(.view(.addButtonTapped)) { $0.phase = .adding(name: "", address: "") }
    await clock.advance(by: .seconds(1))
    await store.receive(\.inner.changed) {
      $0.isChanging = false
      $0.contacts = []
      $0.phase = .listing
    }
    await store.receive(\.delegate.changed, [])
    await store.receive(\.delegate.removed)
    await store.finish()
  }

  // MARK: - Refusing

  @Test(arguments: [
    ("", address, ContactsFailure.name(.empty)), (" Bob", address, .name(.blanks)),
    ("Bob", "", .address(.missingPrefix)), ("Bob", "0x12", .address(.wrongDigitCount(found: 2))),
    (
      "Bob", address.replacing("79C8", with: "79c8"), .address(.wrongChecksum(expected: address))
    ),
    ("Bob", Address.zero.hex, .addressIsZero),
  ])
  func invalidContactsAreRejectedBeforeTheyAreSaved(
    name: String, address: String, failure: ContactsFailure
  ) async {
    let store = makeStore()
    await store.send(.view(.addButtonTapped)) { $0.phase = .adding(name: "", address: "") }
    store.exhaustivity = .off
    await store.send(.view(.nameChanged(name)))
    await store.send(.view(.addressChanged(address)))
    store.exhaustivity = .on
    await store.send(.view(.saveButtonTapped)) { $0.failure = failure }
    await store.send(.view(.nameChanged("Carol"))) {
      $0.phase = .adding(name: "Carol", address: address)
      $0.failure = nil
    }
    await store.send(.view(.cancelButtonTapped)) { $0.phase = .listing }
    await store.finish()
  }

  @Test func anAddressThatLooksLikeOnesOwnIsRefused() async throws {
    let bytes = try Address(checksummed: Self.address).bytes
    let own = try #require(
      Address(bytes: bytes.prefix(2) + [UInt8](repeating: 1, count: 16) + bytes.suffix(2)))
    let store = makeStore(own: [own])
    store.exhaustivity = .off
    await store.send(.view(.addButtonTapped))
    await store.send(.view(.nameChanged("Bob")))
    await store.send(.view(.addressChanged(Self.address)))
    await store.send(.view(.saveButtonTapped)) { $0.failure = .addressLooksLikeOwn(own) }
    await store.finish()
  }

  @Test func rejectedContactsAreReportedAndTypedTextIsKept() async throws {
    let bob = try Self.contact()
    let clock = TestClock()
    let store = makeStore([bob]) {
      $0.contacts.rename = { _, _ throws(ContactRefusal) in
        try? await clock.sleep(for: .seconds(1))
        throw .nameTaken(by: bob)
      }
    }
    await store.send(.view(.renameButtonTapped(bob.address))) {
      $0.phase = .renaming(bob, name: "Bob")
    }
    await store.send(.view(.saveButtonTapped)) { $0.isChanging = true }
    await store.send(.view(.saveButtonTapped))
    await store.send(.view(.cancelButtonTapped))
    await clock.advance(by: .seconds(1))
    await store.receive(\.inner.failed, .refused(.nameTaken(by: bob))) {
      $0.isChanging = false
      $0.failure = .refused(.nameTaken(by: bob))
    }
    await store.finish()
  }

  @Test func contactsThatCannotBeReadAreReported() async {
    let store = makeStore { $0.contacts.all = { () throws(JournalFailure) in throw .busy } }
    await store.send(.view(.appeared))
    await store.receive(\.inner.failed) { $0.failure = .refused(.storage(.busy)) }
    await store.finish()
  }
}

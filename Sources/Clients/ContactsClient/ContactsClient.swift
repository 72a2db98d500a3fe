package import ActivityClient
package import EthereumPrimitives
package import Headrace
import VisibleText

/// The interface to the wallet's contacts.
///
/// An operation that throws leaves the contacts unchanged. An operation that changes them returns
/// all contacts, sorted by name.
@DependencyClient
package struct ContactsClient: Sendable {
  /// Returns all contacts, sorted by name.
  package var all: @Sendable () async throws(JournalFailure) -> [Contact] = {
    () throws(JournalFailure) in throw .busy
  }

  /// Adds a contact whose name and address can't be mistaken for those of another one.
  package var add: @Sendable (Contact) async throws(ContactRefusal) -> [Contact] = {
    _ throws(ContactRefusal) in throw .storage(.busy)
  }

  /// Renames the contact with an address.
  package var rename: @Sendable (Address, ContactName) async throws(ContactRefusal) -> [Contact] = {
    _, _ throws(ContactRefusal) in throw .storage(.busy)
  }

  /// Removes the contact with an address, if it exists.
  package var remove: @Sendable (Address) async throws(ContactRefusal) -> [Contact] = {
    _ throws(ContactRefusal) in throw .storage(.busy)
  }
}

/// The reason a contact was not added or changed.
package enum ContactRefusal: Error, Codable, Hashable, Sendable {
  /// Another contact has this address.
  case addressTaken(by: Contact)
  /// Another contact has an address with the same beginning and end.
  case addressLooksLike(Contact)
  /// Another contact has this name or one that looks the same.
  case nameTaken(by: Contact)
  /// The wallet has reached the maximum number of contacts.
  case full(max: Int)
  /// No contact has this address.
  case unknown
  /// The contacts could not be read or written.
  case storage(JournalFailure)
}

// MARK: - Rules

extension ContactRefusal {
  /// Returns the reason a contact can't be added to others; nil if it can.
  package static func adding(_ contact: Contact, to others: [Contact]) -> ContactRefusal? {
    if let other = others.first(where: { $0.address == contact.address }) {
      return .addressTaken(by: other)
    }
    if let other = others.first(where: { $0.address.looksLike(contact.address) }) {
      return .addressLooksLike(other)
    }
    if let refusal = naming(contact, among: others) { return refusal }
    return others.count < Contact.countMax ? nil : .full(max: Contact.countMax)
  }

  /// Returns the reason a contact can't have its name beside others; nil if it can.
  package static func naming(_ contact: Contact, among others: [Contact]) -> ContactRefusal? {
    let likenesses = contact.name.text.likenesses
    let other = others.first {
      $0.address != contact.address && !$0.name.text.likenesses.isDisjoint(with: likenesses)
    }
    return other.map { .nameTaken(by: $0) }
  }
}

extension ContactsClient: TestDependencyKey {
  /// Contacts that fail any test that calls them, naming the endpoint.
  package static let testValue = ContactsClient()
}

extension DependencyValues {
  /// The wallet's contacts.
  package var contacts: ContactsClient {
    get { self[ContactsClient.self] }
    set { self[ContactsClient.self] = newValue }
  }
}

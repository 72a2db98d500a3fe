package import Headrace

extension ContactsClient: TestDependencyKey {
  /// Contacts that fail any test that calls them, and name the endpoint that was called.
  package static let testValue = ContactsClient()
}

extension DependencyValues {
  /// The wallet's contacts.
  package var contacts: ContactsClient {
    get { self[ContactsClient.self] }
    set { self[ContactsClient.self] = newValue }
  }
}

package import Headrace

extension ContactsClient: TestDependencyKey {
  /// Contacts that fail the test of whoever asks for them, by the name of what was asked.
  package static let testValue = ContactsClient()
}

extension DependencyValues {
  /// The wallet's contacts.
  package var contacts: ContactsClient {
    get { self[ContactsClient.self] }
    set { self[ContactsClient.self] = newValue }
  }
}

package import Headrace
package import VaultClient

/// The reason the owner's choices were not saved.
package enum PreferencesRefusal: Error, Codable, Equatable, Sendable {
  /// The file was not written by the wallet, or was damaged; it is left unchanged.
  case damaged(path: String)
  /// The file was written by a newer wallet.
  case unsupportedVersion(path: String, found: Int, supported: Int)
  /// The disk or the system failed.
  case storage(VaultStorageFailure)
}

/// The interface to the storage of the owner's choices.
@DependencyClient
package struct PreferencesClient: Sendable {
  /// Saves the choices; if it throws, the earlier ones are kept.
  package var keep: @Sendable (Preferences) async throws(PreferencesRefusal) -> Void = {
    _ throws(PreferencesRefusal) in throw .storage(.busy)
  }
}

extension PreferencesClient: TestDependencyKey {
  /// A client that fails the test on each call, naming the endpoint.
  package static let testValue = PreferencesClient()
}

extension DependencyValues {
  /// The storage of the owner's choices.
  package var preferences: PreferencesClient {
    get { self[PreferencesClient.self] }
    set { self[PreferencesClient.self] = newValue }
  }
}

package import Headrace
package import VaultClient

/// Why a choice of the owner was not kept.
package enum PreferencesRefusal: Error, Codable, Equatable, Sendable {
  /// The file is not as the wallet writes it; it is left as it is.
  case damaged(path: String)
  /// A newer wallet wrote the file.
  case unsupportedVersion(path: String, found: Int, supported: Int)
  /// The disk or the system did not allow it.
  case storage(VaultStorageFailure)
}

/// What the feature may ask of the place that keeps the owner's choices.
@DependencyClient
package struct PreferencesClient: Sendable {
  /// Keeps the choices; what was kept before stays where it throws.
  package var keep: @Sendable (Preferences) async throws(PreferencesRefusal) -> Void = {
    _ throws(PreferencesRefusal) in throw .storage(.busy)
  }
}

extension PreferencesClient: TestDependencyKey {
  /// A client that fails the test that asks it, by the name of what was asked.
  package static let testValue = PreferencesClient()
}

extension DependencyValues {
  /// Where the owner's choices are kept.
  package var preferences: PreferencesClient {
    get { self[PreferencesClient.self] }
    set { self[PreferencesClient.self] = newValue }
  }
}

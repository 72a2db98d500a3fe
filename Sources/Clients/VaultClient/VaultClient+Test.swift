package import Headrace

extension VaultClient: TestDependencyKey {
  /// A vault that fails the test of whoever asks it, by the name of what was asked.
  package static let testValue = VaultClient()
}

extension DependencyValues {
  /// The vault of the wallet.
  package var vault: VaultClient {
    get { self[VaultClient.self] }
    set { self[VaultClient.self] = newValue }
  }
}

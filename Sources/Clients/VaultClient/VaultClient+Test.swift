package import Headrace

extension VaultClient: TestDependencyKey {
  package static let testValue = VaultClient.unimplemented
}

extension DependencyValues {
  /// The vault of the wallet.
  package var vault: VaultClient {
    get { self[VaultClient.self] }
    set { self[VaultClient.self] = newValue }
  }
}

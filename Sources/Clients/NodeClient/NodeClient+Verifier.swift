package import Headrace

/// The key of the second node that the wallet asks.
private enum VerifierKey: DependencyKey {
  static let liveValue: NodeClient? = nil
  static let testValue: NodeClient? = nil
}

extension DependencyValues {
  /// A second node, of another operator, which must agree before a payment is signed and before it
  /// is ended; nil if there is only one node.
  package var verifier: NodeClient? {
    get { self[VerifierKey.self] }
    set { self[VerifierKey.self] = newValue }
  }
}

import Headrace

/// Asks for prices; a client without `@DependencyClient`.
struct QuoteClient: Sendable {
  var price: @Sendable (_ symbol: String) async throws -> Int
}

extension QuoteClient: TestDependencyKey {
  static let testValue = QuoteClient(
    price: { _ in throw UnimplementedEndpoint("QuoteClient.price").report() })
}

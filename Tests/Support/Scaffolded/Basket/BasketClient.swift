public import Headrace

/// What ``Basket`` asks for; a host says how it is done.
@DependencyClient
public nonisolated struct BasketClient: Sendable {
  /// Loads what is shown.
  public var load: @Sendable () async throws -> [String]
}

nonisolated extension BasketClient: DependencyKey {
  /// Give it a `load` that really loads. Until then a call is reported by its name, and fails.
  public static var liveValue: Self { Self() }

  /// Implements nothing: a test names what its feature may use.
  public static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// What ``Basket`` asks for.
  public var basketClient: BasketClient {
    get { self[BasketClient.self] }
    set { self[BasketClient.self] = newValue }
  }
}

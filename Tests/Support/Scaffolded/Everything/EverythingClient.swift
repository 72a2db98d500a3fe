public import Headrace

/// What ``Everything`` asks for; a host says how it is done.
@DependencyClient
public nonisolated struct EverythingClient: Sendable {
  /// Loads what is shown.
  public var load: @Sendable () async throws -> [String]
}

nonisolated extension EverythingClient: DependencyKey {
  /// Give it a `load` that really loads. Until then a call is reported by its name, and fails.
  public static var liveValue: Self { Self() }

  /// Implements nothing: a test names what its feature may use.
  public static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// What ``Everything`` asks for.
  public var everythingClient: EverythingClient {
    get { self[EverythingClient.self] }
    set { self[EverythingClient.self] = newValue }
  }
}

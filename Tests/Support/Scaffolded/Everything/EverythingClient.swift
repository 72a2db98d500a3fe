public import Headrace

/// The requests of ``Everything``; a host implements them.
@DependencyClient
public nonisolated struct EverythingClient: Sendable {
  /// Loads the lines to show.
  public var load: @Sendable () async throws -> [String]
}

nonisolated extension EverythingClient: DependencyKey {
  /// Provide a `load` that really loads. Until then, a call is reported by its name and fails.
  public static var liveValue: Self { Self() }

  /// Implements nothing: a test overrides the endpoints that its feature may use.
  public static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// The client of ``Everything``.
  public var everythingClient: EverythingClient {
    get { self[EverythingClient.self] }
    set { self[EverythingClient.self] = newValue }
  }
}

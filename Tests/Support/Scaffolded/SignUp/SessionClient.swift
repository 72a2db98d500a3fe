import Headrace

/// The requests of ``SignUp``; a host implements them.
@DependencyClient
nonisolated struct SessionClient: Sendable {
  /// Loads the lines to show.
  var load: @Sendable () async throws -> [String]
}

nonisolated extension SessionClient: DependencyKey {
  /// Provide a `load` that really loads. Until then, a call is reported by its name and fails.
  static var liveValue: Self { Self() }

  /// Implements nothing: a test overrides the endpoints that its feature may use.
  static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// The client of ``SignUp``.
  var sessionClient: SessionClient {
    get { self[SessionClient.self] }
    set { self[SessionClient.self] = newValue }
  }
}

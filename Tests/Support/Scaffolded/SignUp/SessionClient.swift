import Headrace

/// What ``SignUp`` asks for; a host says how it is done.
@DependencyClient
nonisolated struct SessionClient: Sendable {
  /// Loads what is shown.
  var load: @Sendable () async throws -> [String]
}

nonisolated extension SessionClient: DependencyKey {
  /// Give it a `load` that really loads. Until then a call is reported by its name, and fails.
  static var liveValue: Self { Self() }

  /// Implements nothing: a test names what its feature may use.
  static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// What ``SignUp`` asks for.
  var sessionClient: SessionClient {
    get { self[SessionClient.self] }
    set { self[SessionClient.self] = newValue }
  }
}

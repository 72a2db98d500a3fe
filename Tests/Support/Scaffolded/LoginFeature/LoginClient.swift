import Headrace

/// What ``LoginFeature`` asks for; a host says how it is done.
@DependencyClient
nonisolated struct LoginClient: Sendable {
  /// Loads what is shown.
  var load: @Sendable () async throws -> [String]
}

nonisolated extension LoginClient: DependencyKey {
  /// Give it a `load` that really loads. Until then a call is reported by its name, and fails.
  static var liveValue: Self { Self() }

  /// Implements nothing: a test names what its feature may use.
  static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// What ``LoginFeature`` asks for.
  var loginClient: LoginClient {
    get { self[LoginClient.self] }
    set { self[LoginClient.self] = newValue }
  }
}

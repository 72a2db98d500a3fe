import Headrace

/// The requests of ``LoginFeature``; a host implements them.
@DependencyClient
nonisolated struct LoginClient: Sendable {
  /// Loads the lines to show.
  var load: @Sendable () async throws -> [String]
}

nonisolated extension LoginClient: DependencyKey {
  /// Provide a `load` that really loads. Until then, a call is reported by its name and fails.
  static var liveValue: Self { Self() }

  /// Implements nothing: a test overrides the endpoints that its feature may use.
  static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// The client of ``LoginFeature``.
  var loginClient: LoginClient {
    get { self[LoginClient.self] }
    set { self[LoginClient.self] = newValue }
  }
}

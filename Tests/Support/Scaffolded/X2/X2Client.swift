import Headrace

/// What ``X2`` asks for; a host says how it is done.
@DependencyClient
nonisolated struct X2Client: Sendable {
  /// Loads what is shown.
  var load: @Sendable () async throws -> [String]
}

nonisolated extension X2Client: DependencyKey {
  /// Give it a `load` that really loads. Until then a call is reported by its name, and fails.
  static var liveValue: Self { Self() }

  /// Implements nothing: a test names what its feature may use.
  static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// What ``X2`` asks for.
  var x2Client: X2Client {
    get { self[X2Client.self] }
    set { self[X2Client.self] = newValue }
  }
}

import Headrace

/// The requests of ``X2``; a host implements them.
@DependencyClient
nonisolated struct X2Client: Sendable {
  /// Loads the lines to show.
  var load: @Sendable () async throws -> [String]
}

nonisolated extension X2Client: DependencyKey {
  /// Provide a `load` that really loads. Until then, a call is reported by its name and fails.
  static var liveValue: Self { Self() }

  /// Implements nothing: a test overrides the endpoints that its feature may use.
  static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// The client of ``X2``.
  var x2Client: X2Client {
    get { self[X2Client.self] }
    set { self[X2Client.self] = newValue }
  }
}

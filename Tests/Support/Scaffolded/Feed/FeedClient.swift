import Headrace

/// What ``Feed`` asks for; a host says how it is done.
@DependencyClient
nonisolated struct FeedClient: Sendable {
  /// Loads what is shown.
  var load: @Sendable () async throws -> [String]
}

nonisolated extension FeedClient: DependencyKey {
  /// Give it a `load` that really loads. Until then a call is reported by its name, and fails.
  static var liveValue: Self { Self() }

  /// Implements nothing: a test names what its feature may use.
  static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// What ``Feed`` asks for.
  var feedClient: FeedClient {
    get { self[FeedClient.self] }
    set { self[FeedClient.self] = newValue }
  }
}

import Headrace

/// The requests of ``Feed``; a host implements them.
@DependencyClient
nonisolated struct FeedClient: Sendable {
  /// Loads the lines to show.
  var load: @Sendable () async throws -> [String]
}

nonisolated extension FeedClient: DependencyKey {
  /// Provide a `load` that really loads. Until then, a call is reported by its name and fails.
  static var liveValue: Self { Self() }

  /// Implements nothing: a test overrides the endpoints that its feature may use.
  static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// The client of ``Feed``.
  var feedClient: FeedClient {
    get { self[FeedClient.self] }
    set { self[FeedClient.self] = newValue }
  }
}

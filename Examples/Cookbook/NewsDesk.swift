import Headrace

/// Provides the latest headlines; a host implements it.
@DependencyClient
nonisolated struct NewsDesk: Sendable {
  var headlines: @Sendable () async throws -> [String]
}

nonisolated extension NewsDesk: TestDependencyKey {
  static var testValue: NewsDesk { NewsDesk() }
}

nonisolated extension DependencyValues {
  var newsDesk: NewsDesk {
    get { self[NewsDesk.self] }
    set { self[NewsDesk.self] = newValue }
  }
}

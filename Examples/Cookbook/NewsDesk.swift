import Headrace

/// Knows what is new; a host implements it.
@DependencyClient
struct NewsDesk: Sendable {
  var headlines: @Sendable () async throws -> [String]
}

extension NewsDesk: TestDependencyKey {
  static var testValue: NewsDesk { NewsDesk() }
}

extension DependencyValues {
  var newsDesk: NewsDesk {
    get { self[NewsDesk.self] }
    set { self[NewsDesk.self] = newValue }
  }
}

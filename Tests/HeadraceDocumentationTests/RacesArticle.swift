import Headrace
import HeadraceTesting
import Testing

struct SearchClient: DependencyKey {
  var search: @Sendable (_ query: String) async throws -> String

  static var liveValue: Self { Self { $0 } }
  static var testValue: Self { Self(search: unimplemented("search", placeholder: "")) }
}

@Reducer
struct LiveSearch {
  struct State: Equatable {
    var query = ""
    var result = ""
  }

  enum Action {
    case queryChanged(String)
    case answered(String)
  }

  @Dependency(SearchClient.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return .run(name: "search") { send in
        await send(.answered(try await client.search(query)))
      }
    case .answered(let result):
      state.result = result
      return .none
    }
  }
}

struct RacesArticleTests {
  @Test func aStaleAnswerIsFound() async throws {
    let texts = LockIsolated<[String]>([])
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      texts.withValue { $0 += issue.comments.map(\.rawValue) }
      return nil
    }
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: Test.Case.current) {
      try await explore(schedules: 10_000) {
        let store = TestStore(initialState: LiveSearch.State()) {
          LiveSearch()
        } withDependencies: {
          $0[SearchClient.self].search = { query in
            await Task.yield()  // Others may go on here, as while a server answers.
            return query
          }
        }
        store.exhaustivity = .off
        await store.send(.queryChanged("ap"))
        await store.send(.queryChanged("apple"))
        await store.finish()
        #expect(store.state.result == "apple")
      }
    }
    let report = try #require(texts.value.first)
    #expect(report.contains("With one reordering fewer it passes:"))
    #expect(report.contains("'search' 2: .answered(\"apple\")"))
    #expect(report.contains("explore(.replay("))
  }

  @Test func whatMustHoldIsChecked() async throws {
    try await check(
      LiveSearch(),
      initialState: LiveSearch.State(),
      actions: { _ in [.queryChanged(""), .queryChanged("ap"), .queryChanged("apple")] },
      invariants: [
        .always("a result is one of a query") { ["", "ap", "apple"].contains($0.result) },
        .leads(from: \.queryChanged, to: \.answered),  // The last query is answered.
      ]
    ) {
      $0[SearchClient.self].search = { query in
        if anyOf(false, true) { await Task.yield() }
        return query
      }
    }
  }

  @Test func aSmallTestIsExhausted() async throws {
    let result = try await explore(.exhaustive) {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      store.exhaustivity = .off
      await store.send(.incrementButtonTapped)
      await store.finish()
      #expect(store.state.count == 1)
    }
    #expect(result.isExhaustive)
  }
}

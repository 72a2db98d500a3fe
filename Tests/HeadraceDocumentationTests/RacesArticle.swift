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

actor Account {
  var balance: Int

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) async -> Bool {
    guard balance >= amount else { return false }
    await Task.yield()  // For example, asks a server.
    balance -= amount
    return true
  }
}

struct RacesArticleTests {
  /// The failures of code.
  private func failures(
    of body: @escaping @Sendable () async throws -> Void
  ) async throws -> [String] {
    let texts = LockIsolated<[String]>([])
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      texts.withValue { $0 += issue.comments.map(\.rawValue) }
      return nil
    }
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    return texts.value
  }

  @Test func aStaleAnswerIsFound() async throws {
    let failures = try await failures {
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
    let report = try #require(failures.first)
    #expect(report.contains("With one reordering fewer it passes:"))
    #expect(report.contains("'search' 2: .answered(\"apple\")"))
    #expect(report.contains("explore(.replay("))
  }

  @Test func invariantsAreChecked() async throws {
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

  @Test func twoWithdrawalsOfTheSameMoneyAreFound() async throws {
    let failures = try await failures {
      try await checkLinearizability(of: { Account(balance: 100) }, calls: [60], model: 100) {
        account, amount in
        await account.withdraw(amount)
      } expecting: { balance, amount in
        guard balance >= amount else { return false }
        balance -= amount
        return true
      }
    }
    let report = try #require(failures.first)
    #expect(
      report.contains(
        """
        Not linearizable: no sequential order of these calls gives these answers.

          caller 1: 60 begins
          caller 2: 60 begins
          caller 1: 60 returns true
          caller 2: 60 returns true
        """), "\(report)")
  }

  @Test func theStatesAreDrawn() async throws {
    let graph = try await stateGraph(
      of: LiveSearch(),
      initialState: LiveSearch.State(),
      actions: { _ in [.queryChanged("ap"), .queryChanged("apple")] },
      naming: { $0.result == $0.query ? "current" : "outdated" }
    ) {
      $0[SearchClient.self].search = { anyOf($0, "apricot") }
    }
    Attachment.record(graph.mermaid, named: "search.mmd")
    #expect(graph.states == ["current", "outdated"])
    #expect(graph.isComplete)
  }
}

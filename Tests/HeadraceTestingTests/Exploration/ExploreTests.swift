import Foundation
import Headrace
import HeadraceTesting
import Testing

/// Answers that arrive in a different order than they were requested.
@Reducer struct StaleSearch {
  struct State: Equatable {
    var query = ""
    var result = ""
  }

  enum Action: Equatable {
    case queryChanged(String)
    case answered(String)
  }

  enum CancelID { case search }

  var isFixed = false

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return .run(name: "search") { send in
        await Task.yield()
        await send(.answered(query))
      }
      .cancellable(id: CancelID.search, cancelInFlight: isFixed)
    case .answered(let result):
      state.result = result
      return .none
    }
  }

  /// A test with two searches.
  @Sendable static func test(isFixed: Bool) async {
    let store = TestStore(initialState: State()) { StaleSearch(isFixed: isFixed) }
    store.exhaustivity = .off
    await store.send(.queryChanged("a"))
    await store.send(.queryChanged("ab"))
    await store.finish()
    #expect(store.state.result == "ab")
  }

  static let race = Race("stale answer") { await test(isFixed: $0) }
}

@Suite struct ExploreTests {
  @Test func theOrdinaryTestPasses() async {
    await StaleSearch.test(isFixed: false)
  }

  @Test func aStaleAnswerIsReportedWithTheLineThatRepeatsIt() async throws {
    let (result, failures) = try await StaleSearch.race.explore(isFixed: false, schedules: 1_000)
    let schedule = try #require(result.failingSchedule)
    #expect(failures.count == 1)
    #expect(
      failures.first?.replacing(/order \d+ of/, with: "order N of") == """
        The test fails in order N of 1000:

        ExploreTests.swift:44: Expectation failed: (store.state.result → "a") == "ab"

        With one reordering fewer it passes:

          passes                         | fails
          the test: .queryChanged("a")   | the test: .queryChanged("a")
          the test: .queryChanged("ab")  | the test: .queryChanged("ab")
          'search' 1: .answered("a")     | 'search' 2: .answered("ab")
          'search' 2: .answered("ab")    | 'search' 1: .answered("a")

          'search': ExploreTests.swift:26

        To repeat it, write in the test:
          try await explore(.replay("\(schedule)")) { … }
        """)
    let replay = try await StaleSearch.race.explore(
      .replay(schedule), isFixed: false, schedules: 1)
    #expect(replay.result.failingSchedule == schedule)
    #expect(replay.result.scheduleCount == 1)
    #expect(replay.failures.count == 1)
  }

  /// Tasks without effects and actions have lines in both columns.
  @Test func theOrderOfTasksIsShownInBothColumns() async throws {
    let failures = try await issues {
      try await explore(schedules: 100) {
        let log = LockIsolated("")
        await withTaskGroup { group in
          for name in ["a", "b"] { group.addTask { log.withValue { $0 += name } } }
        }
        #expect(log.value == "ab")
      }
    }
    #expect(
      failures.first?.contains(
        """
        With no reordering it passes:

          passes            | fails
          task 1 continues  | task 2 continues
          task 2 continues  | task 1 continues

        """) == true)
  }

  @Test func effectsThatStartImmediatelyAreNamed() async throws {
    let failures = try await issues {
      try await explore(schedules: 100) {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let store = TestStore(initialState: "") {
          Reduce<String, String> { state, action in
            state += action
            guard action == "go" else { return .none }
            return .merge(
              .run(name: "listen", startsImmediately: true) { send in
                for await text in stream { await send(text) }
              },
              .run(name: "post") { send in
                continuation.yield(" heard")
                continuation.finish()
                await send(" posted")
              })
          }
        }
        store.exhaustivity = .off
        await store.send("go")
        await store.finish()
        #expect(store.state == "go posted heard")
      }
    }
    let report = try #require(failures.first)
    #expect(
      report.contains(
        """
          passes              | fails
          the test: "go"      | the test: "go"
          'post': " posted"   | 'listen': " heard"
          'listen': " heard"  | 'post': " posted"
        """))
    #expect(report.contains("  'listen': ExploreTests.swift:"))
  }

  @Test func failuresInDetachedTasksBelongToTheirOrder() async throws {
    let failures = try await issues {
      try await explore(schedules: 10) {
        await Task.detached {
          let store = TestStore(initialState: 0) { Reduce<Int, Bool> { _, _ in .none } }
          await store.send(true) { $0 = 1 }
        }.value
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("The test fails in order 1 of 10:") == true)
    #expect(failures.first?.contains("ExploreTests.swift:\(#line - 6): ") == true)
  }

  /// The same schedule fails next year: its text has a version, and this one stays.
  @Test func theFirstVersionOfSchedulesIsRead() async throws {
    let (result, _) = try await StaleSearch.race.explore(
      .replay("1:0.1-1.1"), isFixed: false, schedules: 1)
    #expect(result.failingSchedule == "1:0.1-1.1")
  }

  @Test func aFixedTestPassesInEachOrder() async throws {
    let (result, failures) = try await StaleSearch.race.explore(isFixed: true, schedules: 2_000)
    #expect(failures == [])
    #expect(
      (result.scheduleCount, result.isExhaustive, result.failingSchedule) == (2_000, false, nil))
  }

  @Test(arguments: [
    ExplorationStrategy.mixed, .random, .pct(), .pct(depth: 3), .pos, .surw, .feedback, .exhaustive,
  ])
  func eachStrategyFindsIt(_ strategy: ExplorationStrategy) async throws {
    let (result, _) = try await StaleSearch.race.explore(
      strategy, isFixed: false, schedules: 1_000)
    #expect(result.failingSchedule != nil)
  }

  @Test func aSearchIsTheSameOnAnyNumberOfCores() async throws {
    let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    var results: Set<String> = []
    for workerCount in [1, 2, 4] {
      let found = LockIsolated("")
      _ = try await issues {
        let result = try await explore(
          .mixed, schedules: 100, seed: 7, workerCount: workerCount, at: site
        ) { await StaleSearch.test(isFixed: false) }
        found.setValue("\(result)")
      }
      results.insert(found.value)
    }
    #expect(results.count == 1)
  }

  @Test(arguments: [
    "", "1", "2:", "1:4", "1:4.0", "1:4.1-", "1:4.1-4.1", "1:-1.1", "1:a.b", " 1:",
    "1:+4.1", "1:04.1", "1:9.1-4.1",
  ])
  func invalidSchedulesAreRejected(_ text: String) async throws {
    let (result, failures) = try await StaleSearch.race.explore(
      .replay(text), isFixed: false, schedules: 1)
    #expect(result.scheduleCount == 0)
    #expect(
      failures == [
        """
        "\(text)" is not a schedule. Expected the text of a report, such as "1:4.1-9.2".
        """
      ])
  }

  @Test(arguments: ["1:0.9", "1:500.1"])
  func aScheduleOfAnotherTestIsReported(_ text: String) async throws {
    let (_, failures) = try await StaleSearch.race.explore(
      .replay(text), isFixed: true, schedules: 1)
    #expect(
      failures == [
        """
        The schedule "\(text)" does not fit this test, which has probably changed. Explore again.
        """
      ])
  }

  @Test(arguments: [
    (ExplorationStrategy.mixed, 0, "'schedules' is 0. Expected 1 or more."),
    (.mixed, Int.min, "'schedules' is -9223372036854775808. Expected 1 or more."),
    (.pct(depth: 0), 9, "The depth of '.pct' is 0. Expected 1 or more."),
  ])
  func invalidArgumentsAreRejected(
    _ strategy: ExplorationStrategy, schedules: Int, report: String
  ) async throws {
    let (result, failures) = try await StaleSearch.race.explore(
      strategy, isFixed: false, schedules: schedules)
    #expect(failures == [report])
    #expect(result.scheduleCount == 0)
  }

  @Test func aHugeDepthIsNotAnEndlessLoop() async throws {
    let (result, _) = try await StaleSearch.race.explore(
      .pct(depth: .max), isFixed: false, schedules: 100)
    #expect(result.failingSchedule != nil)
  }

  @Test func aSearchInsideOfASearchIsRejected() async throws {
    let failures = try await issues {
      try await explore(schedules: 5) { try await explore(schedules: 5) {} }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("can't run inside of each other.") == true)
  }
}

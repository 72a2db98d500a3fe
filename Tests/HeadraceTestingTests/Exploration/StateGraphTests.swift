import Headrace
import HeadraceTesting
import Testing

/// A search whose answer takes a second, and may be empty or fail.
@Reducer struct GraphedSearch {
  struct State: Equatable {
    enum Phase { case idle, loading, found, failed }

    var phase = Phase.idle
    var requestCount = 0
  }

  enum Action: Equatable {
    case searchButtonTapped
    case cancelButtonTapped
    case answered(Int)
    case failed
  }

  enum CancelID { case search }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .searchButtonTapped:
      state.phase = .loading
      state.requestCount += 1
      return .run(name: "search") { send in
        try await clock.sleep(for: .seconds(1))
        await send(anyOf(.answered(1), .failed))
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)
    case .cancelButtonTapped:
      guard state.phase == .loading else { return .none }
      state.phase = .idle
      return .cancel(id: CancelID.search)
    case .answered:
      state.phase = .found
      return .none
    case .failed:
      state.phase = .failed
      return .none
    }
  }

  static func graph(
    advances: [Duration] = [.seconds(1)], runs: Int = 10_000
  ) async throws -> StateGraph<Action> {
    try await stateGraph(
      of: GraphedSearch(), initialState: State(),
      actions: { _ in [.searchButtonTapped, .cancelButtonTapped] }, advances: advances,
      naming: { "\($0.phase)" }, runs: runs)
  }
}

@Suite struct StateGraphTests {
  private let drawn = """
    stateDiagram-v2
      s0: idle
      s1: loading
      s2: found
      s3: failed
      [*] --> s0
      s0 --> s1: .searchButtonTapped
      s0 --> s0: .cancelButtonTapped
      s1 --> s1: .searchButtonTapped
      s1 --> s0: .cancelButtonTapped
      s1 --> s2: .answered
      s1 --> s3: .failed
      s2 --> s1: .searchButtonTapped
      s2 --> s2: .cancelButtonTapped
      s3 --> s1: .searchButtonTapped
      s3 --> s3: .cancelButtonTapped

    """

  @Test func everyTransitionIsFound() async throws {
    let graph = try await GraphedSearch.graph()
    #expect(graph.mermaid == drawn)
    #expect(graph.isComplete)
    #expect(graph.states == ["idle", "loading", "found", "failed"])
  }

  @Test func withoutTimeNothingIsAnswered() async throws {
    let graph = try await GraphedSearch.graph(advances: [])
    #expect(graph.states == ["idle", "loading"])
    #expect(graph.isComplete)
  }

  @Test func shortestPathsReachTheirTransitions() async throws {
    let graph = try await GraphedSearch.graph()
    let answered = StateTransition(from: "loading", action: ".answered", to: "found")
    #expect(graph.paths[answered] == [.send(.searchButtonTapped), .advance(.seconds(1))])
    // A plain test gets the first value of 'anyOf', so it never fails.
    #expect(graph.paths.keys.allSatisfy { $0.from != "failed" && $0.to != "failed" })
    #expect(graph.paths.count == 7)
    for (transition, steps) in graph.paths {
      let clock = TestClock()
      let store = TestStore(initialState: GraphedSearch.State()) {
        GraphedSearch()
      } withDependencies: {
        $0.continuousClock = clock
      }
      store.exhaustivity = .off
      let recorder = TransitionRecorder<GraphedSearch.State, GraphedSearch.Action>(
        in: store.state, naming: { "\($0.phase)" })
      store.instruments.append(recorder)
      for step in steps {
        switch step {
        case .send(let action): await store.send(action)
        case .advance(let duration): await clock.advance(by: duration)
        }
      }
      #expect(recorder.transitions.last == transition)
      await store.skipInFlightEffects(strict: false)
    }
  }

  @Test func coverageCountsTransitionsAndPairs() async throws {
    let graph = try await GraphedSearch.graph()
    let recorder = TransitionRecorder<GraphedSearch.State, GraphedSearch.Action>(
      in: GraphedSearch.State(), naming: { "\($0.phase)" })
    #expect(graph.coverage(of: [recorder]) == "0 of 10 transitions, 0 of 28 transition pairs")
    let id = try await actionID()
    for (action, phase) in [
      (.searchButtonTapped, .loading), (.cancelButtonTapped, .idle),
      (.searchButtonTapped, .loading),
    ] as [(GraphedSearch.Action, GraphedSearch.State.Phase)] {
      recorder.actionReduced(action, id: id, state: GraphedSearch.State(phase: phase))
    }
    #expect(graph.coverage(of: [recorder]) == "2 of 10 transitions, 2 of 28 transition pairs")
    #expect(
      graph.coverage(of: [recorder, recorder]) == "2 of 10 transitions, 2 of 28 transition pairs")
  }

  /// Returns the id of an action.
  private func actionID() async throws -> ActionID {
    final class Instrument: StoreInstrument {
      var id: ActionID?

      func actionReduced(_ action: GraphedSearch.Action, id: ActionID, state: GraphedSearch.State) {
        self.id = id
      }
    }
    let store = TestStore(initialState: GraphedSearch.State()) { GraphedSearch() }
    let instrument = Instrument()
    store.instruments = [instrument]
    await store.send(.cancelButtonTapped)
    return try #require(instrument.id)
  }

  @Test func aLimitOfRunsLeavesTheGraphIncomplete() async throws {
    let graph = try await GraphedSearch.graph(runs: 2)
    #expect(!graph.isComplete)
    #expect(graph.states == ["idle", "loading"])
  }

  @Test func noRunsAreRefused() async throws {
    let failures = try await issues { _ = try await GraphedSearch.graph(runs: 0) }
    #expect(failures == ["'runs' is 0. Expected 1 or more."])
  }

  @Test func aFailureOfTheFeatureIsReportedOnce() async throws {
    let failures = try await issues {
      let graph = try await stateGraph(
        of: Reduce<Int, Bool> { state, _ in
          state += 1
          Issue.record("reduced \(state)")
          return .none
        },
        initialState: 0, actions: { _ in [true] }, naming: { "\($0)" })
      #expect(!graph.isComplete)
    }
    #expect(failures.count == 1)
    #expect(failures.first?.hasSuffix("reduced 1") == true, "\(failures)")
  }

  @Test func workThatLeavesTheExecutorIsReported() async throws {
    let failures = try await issues {
      _ = try await stateGraph(
        of: Reduce<Int, Bool> { _, _ in .run { _ in try await Task.sleep(for: .milliseconds(1)) } },
        initialState: 0, actions: { _ in [true] }, naming: { "\($0)" })
    }
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("The search is incomplete:") == true, "\(failures)")
  }

  @Test func anEffectThatWaitsForNothingIsLeft() async throws {
    let graph = try await stateGraph(
      of: Reduce<Int, Bool> { state, _ in
        state = 1
        return .run { _ in
          for await _ in AsyncStream<Never>.makeStream().stream {}
        }
      },
      initialState: 0, actions: { _ in [true] }, naming: { "\($0)" })
    #expect(graph.states == ["0", "1"])
    #expect(graph.isComplete)
  }

  @Test func anEndlessEffectIsReported() async throws {
    let failures = try await issues {
      _ = try await stateGraph(
        of: Reduce<Int, Bool> { _, _ in
          .run { _ in while !Task.isCancelled { await Task.yield() } }
        },
        initialState: 0, actions: { _ in [true] }, naming: { "\($0)" })
    }
    #expect(failures == ["The test has not ended after 100000 steps."])
  }

  @Test func namesAreQuotedInDrawings() async throws {
    let graph = try await stateGraph(
      of: Reduce<Int, Bool> { state, _ in
        state = 1
        return .none
      },
      initialState: 0, actions: { _ in [true] },
      naming: { $0 == 0 ? "a \"b\"\nc\\" : "d; #1: e" })
    #expect(
      graph.dot == #"""
        digraph states {
          "a \"b\"\nc\\";
          "d; #1: e";
          "a \"b\"\nc\\" -> "d; #1: e" [label="true"];
          "d; #1: e" -> "d; #1: e" [label="true"];
        }

        """#)
    #expect(
      graph.mermaid == """
        stateDiagram-v2
          s0: a "b" c\\
          s1: d#59; #35;1#58; e
          [*] --> s0
          s0 --> s1: true
          s1 --> s1: true

        """)
  }
}

public import Headrace
import IssueReporting

/// Finds the states of a feature and the transitions between them, by trying each action in each
/// state.
///
/// ```swift
/// let graph = try await stateGraph(
///   of: Search(), initialState: Search.State(),
///   actions: { _ in [.queryChanged("a"), .queryChanged("")] },
///   advances: [.milliseconds(300)],
///   naming: { $0.isLoading ? "loading" : $0.results.isEmpty ? "empty" : "found" }
/// ) {
///   $0.client.search = { _ in anyOf(["a"], []) }
/// }
/// Attachment.record(graph.mermaid, named: "search.mmd")
/// ```
///
/// States with the same name, and with the same names of effects in flight, count as one state, and
/// only the first one found is explored. So the names determine how much is covered: they should
/// express everything that the feature's next step depends on, and nothing else. The progress of an
/// effect is not visible, nor is the number of effects with the same name: express in the name what
/// a reducer stores about them. Effects answer in each order, and with each value of
/// ``anyOf(_:_:)``.
///
/// The search is breadth-first, and begins each run with the initial state, so it needs no copies
/// of states or clients.
///
/// - Parameters:
///   - reducer: The feature.
///   - initialState: The initial state.
///   - actions: Returns the actions that a user or a host could send in a state.
///   - advances: The amounts by which time may advance in one step; each more than zero. A step
///     that changes no name reaches no new state, so the longest must reach the end of an effect
///     that sleeps several times. The feature's `continuousClock` is a test clock, which
///     `prepareDependencies` must not replace.
///   - name: Returns the name of a state. There should be few names: tens, not thousands.
///   - runs: The maximum number of runs; 1 or more. If more are needed, ``StateGraph/isComplete``
///     is `false`.
///   - prepareDependencies: Overrides dependency values for each run.
/// - Returns: The graph.
/// - Throws: `CancellationError` if the test was cancelled, for example by a time limit.
public func stateGraph<R: Reducer>(
  of reducer: @autoclosure @escaping @Sendable () -> R,
  initialState: @autoclosure @escaping @Sendable () -> R.State,
  actions: @escaping @Sendable (_ state: R.State) -> [R.Action],
  advances: [Duration] = [],
  naming name: @escaping @Sendable (_ state: R.State) -> String,
  runs: Int = 10_000,
  withDependencies prepareDependencies:
    @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async throws -> StateGraph<R.Action>
where R.State: Equatable & SendableMetatype, R.Action: Sendable {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let search = StateSearch<R.Action>()
  if let refusal = refusal(
    of: .exhaustive, count: runs, named: "runs", advances: advances)
  {
    recordFailure(refusal, at: site)
    return search.graph
  }
  let report = await search.search(runs: runs) {
    let clock = TestClock()
    let store = TestStore(initialState: initialState(), reducer: { reducer() }) {
      $0.continuousClock = clock
      prepareDependencies(&$0)
    }
    store.exhaustivity = .off
    let recorder = TransitionRecorder<R.State, R.Action>(in: store.state, naming: name)
    store.instruments = [recorder]
    while !Task.isCancelled {
      if !store.executor.hasJobs, store.executor.hasEffectsAwake {
        // Work outside of the executor is reported when it returns.
        var wait = OutsideWait(.zero)
        _ = await store.executor.waitForJob(in: &wait)
      }
      let isAtRest = !store.executor.hasJobs
      let (state, effects) = store.executor.exclusively { (store.core.state, store.core.effects) }
      let point = StatePoint(
        state: name(state), effects: Set(effects.map { $0.name ?? "\($0.fileID):\($0.line)" }),
        isAtRest: isAtRest)
      let next = actions(state).map(StateGraphStep.send) + advances.map(StateGraphStep.advance)
      switch search.next(at: point, of: next, after: recorder.transitions) {
      case .send(let action): await store.send(action)
      case .advance(let duration): await clock.advance(by: duration)
      case nil where isAtRest:
        await store.skipInFlightEffects(strict: false)
        return
      case nil: await clock.advance()
      }
    }
  }
  try Task.checkCancellation()
  if let report { recordFailure(report, at: site) }
  return search.graph
}

/// A state in which a step is chosen.
private struct StatePoint: Hashable {
  let state: String
  /// The names of the effects in flight.
  let effects: Set<String>
  /// True if no effect can continue by itself.
  let isAtRest: Bool
}

/// The search for the states of a feature.
private final class StateSearch<Action: Sendable>: Sendable {
  private struct Contents {
    var graph = StateGraph<Action>()
    /// The states in which each step was tried.
    var seen: Set<StatePoint> = []
    /// The steps of the current run.
    var steps: [StateGraphStep<Action>] = []
    /// The positions of the choices that are steps, in the plan of the current run and after it.
    var stepPositions: Set<Int> = []
    /// The number of known transitions of the current run.
    var transitionCount = 0
  }

  private let contents: LockIsolated<Contents>

  init() {
    contents = LockIsolated(Contents())
  }

  var graph: StateGraph<Action> { contents.value.graph }

  /// Runs the test once for each new choice.
  ///
  /// - Returns: The reason why the search failed; `nil` if it succeeded.
  func search(runs: Int, _ test: @escaping @Sendable () async throws -> Void) async -> String? {
    TakenTasks.installHook
    let search = ScheduleSearch(test, repeating: { $0 })
    return await search.keepingFailures { await run(search, count: runs) }
  }

  private func run(_ search: ScheduleSearch, count: Int) async -> String? {
    var outcome = ScheduleSearch.Outcome()
    var plans: [(choices: [Int], stepPositions: Set<Int>)] = [([], [])]
    while outcome.scheduleCount < plans.count {
      guard outcome.scheduleCount < count, !Task.isCancelled else { return nil }
      let planned = plans[outcome.scheduleCount]
      contents.withValue {
        ($0.steps, $0.stepPositions, $0.transitionCount) = ([], planned.stepPositions, 0)
      }
      let record = await search.run(
        SchedulePlan(
          choices: Dictionary(uniqueKeysWithValues: planned.choices.enumerated().map { ($0, $1) }),
          plannedCount: planned.choices.count), recordsActions: true)
      outcome.add(record, number: outcome.scheduleCount + 1)
      outcome.isNondeterministic = record.chooser.isOffPlan
      if let report = record.failures.first ?? outcome.reportOfGaps { return report }
      let choices = record.chooser.choices
      let stepPositions = contents.value.stepPositions
      for position in choices.indices.dropFirst(planned.choices.count) {
        let before = choices[..<position].map(\.index)
        let steps = stepPositions.filter { $0 <= position }
        plans += (1..<choices[position].count).map { (before + [$0], steps) }
      }
      await Task.yield()
    }
    contents.withValue { $0.graph.isComplete = true }
    return nil
  }

  /// Notes the current state and transitions, and chooses the next step.
  ///
  /// - Returns: The step; `nil` if effects continue, or nothing new can be found.
  func next(
    at point: StatePoint, of steps: [StateGraphStep<Action>], after transitions: [StateTransition]
  ) -> StateGraphStep<Action>? {
    guard let run = ScheduleRun.current else { return nil }
    let chooser = run.chooser
    let isNew = contents.withValue { contents in
      contents.graph.begin(with: point.state)
      let isOrdinary = chooser.choices.enumerated().allSatisfy { position, choice in
        choice.index == 0 || contents.stepPositions.contains(position)
      }
      for transition in transitions.dropFirst(contents.transitionCount) {
        contents.graph.add(transition)
        if isOrdinary, contents.graph.paths[transition] == nil {
          contents.graph.paths[transition] = contents.steps
        }
      }
      contents.transitionCount = transitions.count
      // A plan has a step at each point where its own first run found something new.
      return chooser.isPlanned
        ? contents.stepPositions.contains(chooser.choices.count)
        : contents.seen.insert(point).inserted
    }
    guard isNew, !steps.isEmpty else { return nil }
    contents.withValue { _ = $0.stepPositions.insert(chooser.choices.count) }
    let choice = run.choose(of: steps.count + 1)
    guard choice > 0 else { return nil }
    contents.withValue { $0.steps.append(steps[choice - 1]) }
    return steps[choice - 1]
  }
}

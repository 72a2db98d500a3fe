public import Headrace

/// Sends random actions to a feature in random orders of its events, and checks invariants.
///
/// It fails with the shortest sequence that it finds for which an invariant is false.
///
/// ```swift
/// try await check(
///   Payment(),
///   initialState: Payment.State(),
///   actions: { _ in [.sendButtonTapped, .lockButtonTapped, .unlocked] },
///   invariants: [
///     .always("the balance is not negative") { $0.balance >= 0 },
///     .never(\.signed, after: \.lockButtonTapped, until: \.unlocked),
///     .leads(from: \.submitted, to: \.settled),
///   ]
/// ) {
///   $0.signer.sign = { _ in if anyOf(false, true) { throw Refused() } }
/// }
/// ```
///
/// Each run is explored as by `explore`: the actions, the answers of ``anyOf(_:_:)`` and the order
/// of events are searched and shrunk together. At the end of a run, time advances ten more times by
/// the longest of `advances`, if there are any; effects that sleep longer are cancelled.
///
/// - Parameters:
///   - reducer: The feature.
///   - initialState: The initial state.
///   - actions: Returns the actions that a user or a host could send in a state, the simplest
///     first.
///   - advances: The amounts by which time may advance between two actions; each more than zero.
///     The feature's `continuousClock` is a test clock, which `prepareDependencies` must not
///     replace.
///   - invariants: The invariants to check.
///   - length: The maximum number of actions in a run; 1 to 10,000.
///   - strategy: The strategy for choosing runs; ``ExplorationStrategy/exhaustive`` tries each
///     sequence.
///   - schedules: The number of runs to try; 1 or more.
///   - seed: The seed; another one leads to other runs.
///   - prepareDependencies: Overrides dependency values for each run.
/// - Returns: The extent of the search.
/// - Throws: `CancellationError` if the test was cancelled, for example by a time limit.
@discardableResult
public func check<R: Reducer>(
  _ reducer: @autoclosure @escaping @Sendable () -> R,
  initialState: @autoclosure @escaping @Sendable () -> R.State,
  actions: @escaping @Sendable (_ state: R.State) -> [R.Action],
  advances: [Duration] = [],
  invariants: [Invariant<R.State, R.Action>],
  length: Int = 20,
  strategy: ExplorationStrategy = .mixed,
  schedules: Int = 1_000,
  seed: UInt64 = 1,
  withDependencies prepareDependencies:
    @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async throws -> ExplorationResult
where R.State: Equatable & SendableMetatype, R.Action: SendableMetatype {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let problem =
    (1...lengthMax).contains(length)
    ? refusal(of: strategy, count: schedules, advances: advances)
    : "'length' is \(length). Expected 1 to \(lengthMax)."
  if let problem {
    recordFailure(problem, at: site)
    return ExplorationResult(scheduleCount: 0, isExhaustive: false, failingSchedule: nil)
  }
  return try await explore(
    strategy, schedules: schedules, seed: seed,
    workerCount: processorCount, at: site,
    repeating: { #"check(…, strategy: .replay("\#($0)"))"# }
  ) {
    let clock = TestClock()
    let store = TestStore(initialState: initialState(), reducer: { reducer() }) {
      $0.continuousClock = clock
      prepareDependencies(&$0)
    }
    store.exhaustivity = .off
    let instrument = InvariantInstrument(invariants)
    store.instruments = [instrument]
    instrument.note(.started(store.state))
    for _ in 0..<length {
      guard instrument.failure == nil else { break }
      let next = actions(store.executor.exclusively { store.core.state })
      // Choice 0 sends nothing, so that shrinking removes an action.
      let choice = ScheduleRun.current?.choose(of: next.count + advances.count + 1) ?? 0
      if next.indices.contains(choice - 1) {
        await store.send(next[choice - 1])
      } else if choice > 0 {
        await clock.advance(by: advances[choice - 1 - next.count])
      }
    }
    await clock.advance()
    if let longest = advances.max() {
      for _ in 0..<advanceCountAtEnd { await clock.advance(by: longest) }
    }
    instrument.note(.ended(store.executor.exclusively { store.core.state }))
    await store.skipInFlightEffects(strict: false)
    if let failure = instrument.failure { recordFailure(failure, at: site) }
  }
}

/// The maximum number of actions in a run: longer runs are slower to search than several short
/// ones.
private let lengthMax = 10_000

/// The number of times that time advances at the end of a run, by the longest of its advances.
private let advanceCountAtEnd = 10

public import Headrace
import IssueReporting

/// A store that runs a feature in a test, and checks everything that it does.
///
/// ```swift
/// @Test func timerTicks() async {
///   let clock = TestClock()
///   let store = TestStore(initialState: Timer.State()) {
///     Timer()
///   } withDependencies: {
///     $0.continuousClock = clock
///   }
///
///   let timer = await store.send(.startButtonTapped) { $0.isRunning = true }
///   await clock.advance(by: .seconds(1))
///   await store.receive(\.tick) { $0.seconds = 1 }
///   await timer.cancel()
/// }
/// ```
///
/// By default a test must assert how every action changes the state, receive every action that
/// effects send, and end with no effect in flight. ``exhaustivity`` relaxes this.
///
/// Effects run on the store's own executor: one at a time, when the test calls one of the store's
/// methods, always in the same order. So the store knows when none of them can continue, and fails
/// immediately. It waits in real time only for work that has left its executor, such as real input
/// and output or the main actor.
///
/// It works from any isolation. Use a store from one task at a time.
///
/// At its end, a test must not leave anything behind. The store reports leftovers when it is
/// deinitialized. A store in a reference cycle is checked when the process exits, which then fails.
public final class TestStore<State, Action> {
  /// The state that the test has asserted so far.
  ///
  /// Actions that effects have sent change it when the test receives them.
  @inlinable public var state: State { assertedState }

  /// The extent to which the test must assert what happens.
  public var exhaustivity = Exhaustivity.on {
    didSet { leftovers?.isExhaustive = exhaustivity == .on }
  }

  /// The real time to wait for work that does not run on the test store's executor.
  ///
  /// There may be such work if an effect has a task that is not known to sleep on a test clock.
  /// That includes a task that awaits its sleeping children, and one that has ended. A failing test
  /// then takes this long. It takes longer while the main actor or the thread pool is busy, so that
  /// an effect that hops there can return. The default is 0.75 seconds.
  public var timeout: Duration

  /// An interval that no effect is likely to sleep for: a sleep that a test does not control either
  /// ends well before, or fails the test every time.
  static var timeoutByDefault: Duration { .milliseconds(750) }

  @usableFromInline var assertedState: State

  @usableFromInline let core: StoreCore<State, Action>
  @usableFromInline let executor: TestExecutor
  @usableFromInline let recorder: TestStoreRecorder<State, Action>
  @usableFromInline let base: DependencyValues
  let site: CallSite
  /// An instance of a class in the initial state.
  let initialReference: StateReference?
  private let owner: TestStoreOwner
  /// True if a wait in real time was already reported, which is done only once.
  var hasReportedRealTime = false
  /// The checks to make if the store is never deinitialized; `nil` outside of tests.
  private let leftovers: TestStoreLeftovers?

  /// Creates a store for a test.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The reducer to test.
  ///   - prepareDependencies: Overrides dependency values for this store.
  @inlinable
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where State: Equatable, R.State == State, R.Action == Action {
    let base = DependencyValues.ofTestStore(prepareDependencies)
    let executor = TestExecutor()
    let owner = TestStoreOwner(executor)
    let recorder = TestStoreRecorder<State, Action>(
      stackElementIDs: base.stackElementIDs, shared: base.sharedRecorder ?? SharedRecorder())
    // Created here, where the types are known.
    let core = StoreCore(
      initialState: initialState, dependencies: base, owner: owner, testExecutor: executor,
      reducer: { RecordedReducer(base: reducer(), recorder: recorder) })
    self.init(
      core: core, recorder: recorder, executor: executor, owner: owner, base: base,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a store for a test whose initial state gets its type from the reducer:
  /// `TestStore(initialState: .init()) { Counter() }`.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The reducer to test, a single one.
  ///   - prepareDependencies: Overrides dependency values for this store.
  @_disfavoredOverload
  @inlinable
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> State,
    reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where State: Equatable, R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(), reducer: { reducer() },
      withDependencies: { prepareDependencies?(&$0) }, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Rejects a reducer that is not in a closure.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the reducer is written in braces: 'TestStore(initialState: Feature.State()) { Feature() }'
      """
  )
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, reducer: R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) { preconditionFailure("The reducer is not in braces.") }

  @usableFromInline
  init(
    core: StoreCore<State, Action>, recorder: TestStoreRecorder<State, Action>,
    executor: TestExecutor, owner: TestStoreOwner, base: DependencyValues, site: CallSite
  ) {
    self.core = core
    self.recorder = recorder
    self.executor = executor
    self.owner = owner
    self.base = base
    self.site = site
    assertedState = core.state
    recorder.runtime = core
    recorder.schedule = executor.schedule
    executor.setStore(core)
    initialReference =
      executor.schedule?.hasPassedBefore == true ? nil : StateReference.first(in: core.state)
    timeout = Self.timeoutByDefault
    // A failing run may never end, and leaves its stores behind.
    leftovers =
      isTesting && !executor.isScheduled
      ? .init(of: core, recorder: recorder, executor: executor, at: site) : nil
    if let leftovers { LiveTestStores.add(leftovers) }
    core.onDismissalOfRoot { [recorder, unowned core] in
      recorder.isDismissed = true
      core.cancelAllEffects()
    }
    // Not read: the default must be created, and named in reports, where an author reads it.
    for clock in base.knownClocks { (clock as? TestClock<Duration>)?.attach(executor) }
  }

  deinit {
    if let leftovers { LiveTestStores.remove(leftovers) }
    executor.run()
    reportWhatIsLeft()
    executor.exclusively { core.shutDown() }
    executor.run()
    executor.reportWaiting()
    executor.reportFromNowOn()
  }

  /// True if the feature has dismissed itself, by `@Dependency(\.dismiss)`.
  ///
  /// Its effects have then ended, like those of any removed feature. Sending it another action is a
  /// failure.
  public var isDismissed: Bool {
    executor.schedule?.touchEverything()
    return recorder.isDismissed
  }

  /// The store's instruments, in the order in which they are called.
  ///
  /// An instrument is called when an effect's action is reduced, which is before the test receives
  /// the action.
  public var instruments: [any StoreInstrument<State, Action>] {
    get { core.instruments }
    set {
      executor.schedule?.touchEverything()
      core.instruments = newValue
    }
  }

  /// The dependency values of the store.
  ///
  /// A change is immediately visible to the reducer and the effects in flight.
  ///
  /// Overrides on reducers of the tree, by `.dependency(_:_:)`, still take precedence. The context
  /// is set when the store is created, and does not change.
  public var dependencies: DependencyValues {
    get { base }
    set {
      executor.schedule?.touchEverything()
      if newValue.context != base.context { report(TestStoreFailure.contextChanged, at: site) }
      base.pin(newValue)
      recorder.stackElementIDs = base.stackElementIDs
    }
  }
}

extension DependencyValues {
  /// Returns the values of a test store: the current ones, with the author's overrides.
  @usableFromInline
  static func ofTestStore(
    _ prepareDependencies: (inout DependencyValues) -> Void
  ) -> DependencyValues {
    var values = DependencyValues.current
    if values.context == .live { values.context = .test }
    values.shareValuesWithTest()
    values.update(prepareDependencies)
    values.sharedRecorder = SharedRecorder()
    return values.pinned()
  }
}

/// A test store is used from one task at a time.
@available(*, unavailable, message: "A test store is used from one task at a time.")
extension TestStore: Sendable {}

/// The test store of a reducer.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable

// MARK: - Relaxing a Test

extension TestStore {
  /// Runs part of a test with another exhaustivity.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try operation()
  }

  /// Runs part of a test with another exhaustivity.
  @discardableResult
  nonisolated(nonsending)
    public func withExhaustivity<Result>(
      _ exhaustivity: Exhaustivity,
      operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try await operation()
  }
}

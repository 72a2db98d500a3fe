/// Holds a store's state and reduces its actions, one after another.
///
/// Owned by the store's actor, and only touched there.
@usableFromInline
package final class StoreCore<State, Action>: StoreRuntime, @unchecked Sendable {
  // Unchecked: see StoreRuntime.

  @usableFromInline let memory: UnsafeMutablePointer<State>
  @usableFromInline let reduce: (inout State, Action) -> Effect<Action>
  @usableFromInline let findLostScopes: (_EffectScope, inout State) -> Void

  /// The instruments that watch the store.
  package var instruments: [any StoreInstrument<State, Action>] = [] {
    didSet {
      watchers = InstrumentList.make(of: instruments)
      flags.hasInstrument = watchers != nil
    }
  }

  /// The instruments that are called for every action, as one list.
  private(set) var watchers: InstrumentList<State, Action>?

  /// Collects what reducers do wrong, while the store has instruments.
  lazy var witness = MisuseWitness()

  /// Reads the state's identity, if its type has one.
  @usableFromInline let identity: StateIdentity<State>?
  /// Takes the actions of effects to ``receive(_:from:)``. It is set at the end of `init`, because
  /// its closure refers to the core.
  @usableFromInline var sink = ActionSink<Action> { _, _ in }

  /// The actions that wait for their turn.
  @usableFromInline var waiting = Queue<WaitingAction<Action>>()

  /// Makes a core: reads the reducer and its bodies once.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with; evaluated with the dependency values below.
  ///   - dependencies: The values for reducers and effects.
  ///   - owner: The actor that the caller is on.
  ///   - testExecutor: Where a test store's effects run; `nil` for the global executor.
  ///   - reducer: The reducer.
  @inlinable
  package init<R: Reducer>(
    initialState: () -> State, dependencies: DependencyValues, owner: any Actor,
    testExecutor: (any TestStoreExecutor)? = nil, reducer: () -> R
  ) where R.State == State, R.Action == Action {
    let context = _NodeContext(dependencies: dependencies, state: State.self)
    let values = context.dependencies
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    let node = DependencyValues.withFrame(values) {
      let node = reducer()._makeNode(in: context)
      memory.initialize(to: initialState())
      return node
    }
    self.memory = memory
    self.reduce = { state, action in node.reduce(into: &state, action: action) }
    self.findLostScopes = { scope, state in node._findLostScopes(in: scope, state: &state) }
    self.identity = StateIdentity()
    super.init(
      owner: owner, testExecutor: testExecutor, dependencies: context.dependencies,
      flags: context.flags, names: context)
    // The core outlives every effect, because their records retain it.
    sink = ActionSink { [unowned(unsafe) self] in receive($0, from: $1) }
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// The current state.
  @inlinable
  package var state: State {
    _read { yield memory.pointee }
  }

  override var stateIdentity: ObservableStateID? { identity?(memory) }

  override func followedFields(
    to state: AnyKeyPath, in table: ObservationTable
  ) -> [(state: UInt64, field: UInt64)] {
    table.follow { _ = memory.pointee[keyPath: state] }
  }

  override func perform(_ body: () -> Void) {
    guard !flags.isBusy else { return body() }
    notifyingObservers { performUnobserved(body) }
  }

  override func performUnobserved(_ body: () -> Void) {
    guard !flags.isBusy else { return body() }
    let frame = open()
    body()
    close(frame)
  }

  @inlinable
  override func endLostScopes() {
    findLostScopes(rootScope, &memory.pointee)
    if !rootScope.lost.isEmpty { rootScope.endLostScopes() }
  }

  override func effectWasStarted(_ record: EffectRecord) {
    guard let info = record.info else { return }
    record.witness = MisuseWitness(of: info)
    notifyInstruments(of: record) { $0.effectStarted($1) }
  }

  override func effectHasEnded(_ record: EffectRecord) {
    notifyInstruments(of: record) { $0.effectEnded($1, outcome: record.outcome) }
  }

  override func effectWasCancelled(_ record: EffectRecord) {
    notifyInstruments(of: record) { $0.effectCancelled($1) }
  }

  override func actionWasDropped(_ drop: ActionDrop) {
    for instrument in instruments { instrument.actionDropped(drop) }
  }

  override func misuseWasReported(_ report: MisuseReport) {
    for instrument in instruments { instrument.misuseReported(report) }
  }
}

// MARK: - Opening and Closing the Queue

extension StoreCore {
  /// Makes the store busy: from now on actions wait in the queue. The caller ends that with
  /// ``close(_:)``.
  @inlinable
  @inline(__always)
  func open() -> DependencyFrame.Outer {
    flags.isBusy = true
    return DependencyFrame.push(dependencies)
  }

  /// Settles what has been done, drains the queue, and makes the store idle.
  @inlinable
  func close(_ frame: DependencyFrame.Outer) {
    settle()
    if flags.waitingCount > 0 { drain() }
    becomeIdle(frame)
  }

  @inlinable
  @inline(__always)
  func becomeIdle(_ frame: DependencyFrame.Outer) {
    DependencyFrame.pop(frame)
    flags.isBusy = false
  }

  /// Runs `work`, which opens and closes the queue itself, and then notifies the observers.
  @inlinable
  func notifyingObservers<Result>(_ work: () -> Result) -> Result {
    guard flags.isObserved else {
      let result = work()
      if flags.mustFlush { observations.flush() }
      return result
    }
    let result = noticingReplacement(work)
    observations.flush()
    return result
  }

  /// Runs code that reduces actions, while there are observers. Notes at the end whether the whole
  /// state was replaced.
  @inlinable
  func noticingReplacement<Result>(_ body: () -> Result) -> Result {
    observations.reducing {
      let before = identity?(memory)
      let result = body()
      if let before, before != identity?(memory) { ObservationTable.stateMayHaveChanged(before) }
      return result
    }
  }
}

// MARK: - Taking Actions

extension StoreCore {
  /// Reduces an action, and all that follows from it at once; or lets it wait its turn.
  ///
  /// - Returns: What the action started; `nil` for nothing.
  @inlinable
  package func send(_ action: Action) -> EffectGroup? {
    if flags.mustAttendToSend { return sendAttended(action) }
    return reduceNow(action)
  }

  /// If the store is busy or read, lets the action wait; otherwise reduces it and notifies the
  /// observers.
  @inlinable
  @inline(never)
  func sendAttended(_ action: Action) -> EffectGroup? {
    if flags.readerCount > 0 { reportSendWhileReading() }
    guard flags.isBusy || flags.readerCount > 0 else {
      return notifyingObservers { reduceNow(action) }
    }
    let group = EffectGroup(runtime: self)
    enqueue(action, from: .host(group))
    return group
  }

  /// Reduces an action of the host in an idle store, and all that follows from it at once.
  @inlinable
  @inline(__always)
  func reduceNow(_ action: Action) -> EffectGroup? {
    let frame = open()
    let effect = runReducer(action, from: .host)
    guard effect.storage == nil, !flags.leavesWork else {
      return completeAction(effect, in: frame)
    }
    // Nothing has to settle and no action waits.
    becomeIdle(frame)
    return nil
  }

  /// Does what remains of an action of the host after it is reduced: ends lost scopes, starts its
  /// effect, and closes the queue.
  @inlinable
  @inline(never)
  func completeAction(_ effect: Effect<Action>, in frame: DependencyFrame.Outer) -> EffectGroup? {
    let group = effect.storage.map { _ in EffectGroup(runtime: self) }
    if flags.endableScopeCount > 0 { endLostScopes() }
    if let group { start(effect, in: group) }
    close(frame)
    if flags.mustFlush, !observations.isReducing { observations.flush() }
    return group
  }

  /// Takes an action from an effect. An action that waits is counted at its scope and its group. An
  /// action that is reduced at once is not: the effect that sends it is in flight meanwhile, and is
  /// counted there itself.
  @inlinable
  func receive(_ action: Action, from origin: EffectRecord) {
    guard !flags.isBusy else { return enqueue(action, from: .effect(origin)) }
    notifyingObservers {
      let frame = open()
      process(action, from: origin)
      close(frame)
    }
  }

  @inlinable
  func enqueue(_ action: Action, from origin: WaitingOrigin) {
    origin.enter()
    waiting.append(WaitingAction(action, from: origin))
    flags.waitingCount &+= 1
  }
}

// MARK: - Reducing

extension StoreCore {
  /// Numbers an action, and runs the reducer on it; starts no effect.
  @inlinable
  func runReducer(
    _ action: Action, from origin: @autoclosure () -> ActionOrigin
  ) -> Effect<Action> {
    flags.lastActionID &+= 1
    if flags.hasInstrument { return reduceWatched(action, from: origin()) }
    flags.isReducing = true
    let effect = reduce(&memory.pointee, action)
    flags.isReducing = false
    return effect
  }

  /// Starts the effects of an action.
  @inlinable
  func start(_ effect: Effect<Action>, in group: EffectGroup) {
    guard let storage = effect.storage, !flags.isShutDown else { return }
    let startedBy = ActionID(flags.lastActionID)
    if case .send(let action) = storage {
      return enqueue(action, from: .rootSend(group, startedBy: startedBy))
    }
    group.begin()
    storage.start(
      in: EffectContext(
        scope: rootScope, group: group, dependencies: dependencies, startedBy: startedBy),
      to: sink)
    settle()
    group.end()
  }

  /// If scopes were made since the last search, searches for all that are lost, and ends them. Then
  /// launches the effects that were not cancelled.
  @inlinable
  func settle() {
    guard flags.hasNewEndableScopes || !toLaunch.isEmpty else { return }
    endAndLaunch()
  }

  @inlinable
  func drain() {
    while true {
      if flags.mustFlush, !observations.isReducing { return drainObserved() }
      guard let next = waiting.popFirst() else { return }
      flags.waitingCount &-= 1
      switch next.origin {
      case .host(let group):
        processWaiting(next.action, in: group, from: .host)
      case .rootSend(let group, let startedBy):
        processWaiting(next.action, in: group, from: .effect(nil, startedBy: startedBy))
      case .effect(let origin):
        process(next.action, from: origin)
      }
      next.origin.leave()
      settle()
    }
  }

  /// Drains the queue for observers that were added since it began: what the rest changes is noted.
  @usableFromInline
  func drainObserved() {
    noticingReplacement { drain() }
  }

  @inlinable
  func processWaiting(
    _ action: Action, in group: EffectGroup, from origin: @autoclosure () -> ActionOrigin
  ) {
    if group.isCancelled || flags.isShutDown {
      drop(action, of: nil, from: origin())
    } else {
      process(action, in: group, from: origin())
    }
  }

  @inlinable
  func process(_ action: Action, from origin: EffectRecord) {
    if origin.isCutOff {
      drop(action, of: origin.listed, from: origin.originForInstruments)
    } else {
      process(action, in: origin.group, from: origin.originForInstruments)
    }
  }

  @inlinable
  func process(
    _ action: Action, in group: EffectGroup, from origin: @autoclosure () -> ActionOrigin
  ) {
    let effect = runReducer(action, from: origin())
    if flags.endableScopeCount > 0 { endLostScopes() }
    start(effect, in: group)
  }
}

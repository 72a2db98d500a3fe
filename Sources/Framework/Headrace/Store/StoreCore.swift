/// Holds a store's state and reduces its actions, one after the other.
///
/// Owned by the store's actor, which is the only one to touch it.
@usableFromInline
package final class StoreCore<State, Action>: StoreRuntime, @unchecked Sendable {
  // Unchecked: see StoreRuntime.

  @usableFromInline let memory: UnsafeMutablePointer<State>
  @usableFromInline let reduce: (inout State, UnsafePointer<Action>) -> Effect<Action>
  @usableFromInline let endLostScopes: (EffectScope, inout State) -> Void

  /// What watches the store; none costs nothing.
  package var instruments: [any StoreInstrument<State, Action>] = [] {
    didSet {
      watchers = InstrumentList.make(of: instruments)
      flags.pointee.hasInstrument = watchers != nil
    }
  }

  /// The instruments that are told of every action, as one list.
  private(set) var watchers: InstrumentList<State, Action>?

  /// Collects what reducers do wrong, where instruments watch.
  lazy var witness = MisuseWitness()

  /// How the state's identity is read, where its type has one.
  @usableFromInline let identity: StateIdentity<State>?
  /// Brings the actions of effects here; made once the core is.
  @exclusivity(unchecked) @usableFromInline var sink = ActionSink<Action> { _, _ in nil }

  /// The actions that wait for their turn; allocated apart, for the reason that ``StoreFlags``
  /// gives.
  @usableFromInline let waiting: UnsafeMutablePointer<ActionQueue<Action>>

  /// What the tree of nodes was made with; it retains the flags.
  @usableFromInline let nodeContext: NodeContext

  /// Makes a core: reads the reducer and its bodies once.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with; evaluated with the dependency values below.
  ///   - dependencies: The values that reducers and effects are to find.
  ///   - owner: The actor that the caller is on.
  ///   - taskExecutor: Where effects run; `nil` for the global executor.
  ///   - reducer: The reducer.
  @inlinable
  package init<R: Reducer>(
    initialState: () -> State, dependencies: DependencyValues, owner: any Actor,
    taskExecutor: (any TaskExecutor)? = nil, reducer: () -> R
  ) where R.State == State, R.Action == Action {
    let context = NodeContext(dependencies: dependencies)
    let values = context.dependencies
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    let node = DependencyValues.withFrame(values) {
      let node = reducer().makeNode(in: context)
      memory.initialize(to: initialState())
      return node
    }
    self.memory = memory
    waiting = .allocate(capacity: 1)
    waiting.initialize(to: ActionQueue())
    self.reduce = { state, action in node.reduce(into: &state, action: action) }
    self.endLostScopes = { scope, state in node.endLostScopes(in: scope, state: &state) }
    self.identity = StateIdentity()
    self.nodeContext = context
    super.init(
      owner: owner, taskExecutor: taskExecutor, dependencies: context.dependencies,
      flags: context.flags)
    // The core outlives every effect: their records hold it.
    sink = ActionSink { [unowned(unsafe) self] in
      receive($0, from: $1)
      return nil
    }
  }

  deinit {
    waiting.deinitialize(count: 1)
    waiting.deallocate()
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// The state now.
  @inlinable
  package var state: State {
    _read { yield memory.pointee }
  }

  override var stateIdentity: ObservableStateID? { identity?(memory) }

  override func perform(_ body: () -> Void) {
    guard !flags.pointee.isBusy else { return body() }
    flags.pointee.isBusy = true
    guard flags.pointee.isObserved else {
      work(after: body)
      flags.pointee.isBusy = false
      if flags.pointee.mustFlush { observations.flush() }
      return
    }
    noticingReplacement { work(after: body) }
    flags.pointee.isBusy = false
    observations.flush()
  }

  override func performUnobserved(_ body: () -> Void) {
    guard !flags.pointee.isBusy else { return body() }
    flags.pointee.isBusy = true
    work(after: body)
    flags.pointee.isBusy = false
  }

  private func work(after body: () -> Void) {
    DependencyValues.withFrame(dependencies) {
      body()
      settle()
      if flags.pointee.waitingCount > 0 { drain() }
    }
  }

  override func featureName(at node: Int?) -> String {
    node.map { nodeContext.childNames[$0] } ?? NodeContext.featureName(of: State.self)
  }

  override func effectWasStarted(_ record: EffectRecord) {
    guard let info = record.info else { return }
    record.witness = MisuseWitness(of: info)
    tell(of: record) { $0.effectStarted($1) }
  }

  override func effectHasEnded(_ record: EffectRecord) {
    tell(of: record) { $0.effectEnded($1, outcome: record.outcome) }
  }

  override func effectWasCancelled(_ record: EffectRecord) {
    tell(of: record) { $0.effectCancelled($1) }
  }

  override func actionWasDropped(_ drop: ActionDrop) {
    for instrument in instruments { instrument.actionDropped(drop) }
  }

  override func misuseWasReported(_ report: MisuseReport) {
    for instrument in instruments { instrument.misuseReported(report) }
  }
}

// MARK: - Reducing

extension StoreCore {
  /// Reduces an action, and all that follows from it at once; or lets it wait its turn.
  ///
  /// - Returns: What the action started; `nil` for nothing.
  @inlinable
  package func send(_ action: Action) -> EffectGroup? {
    if flags.pointee.isBusy || flags.pointee.isObserved { return sendNoticed(action) }
    return begin(action)
  }

  /// Lets an action wait while another is reduced, or reduces it while there are observers.
  @inlinable
  @inline(never)
  func sendNoticed(_ action: Action) -> EffectGroup? {
    if flags.pointee.isBusy { return enqueue(action) }
    let group = noticingReplacement { begin(action) }
    observations.flush()
    return group
  }

  @inlinable
  @inline(__always)
  func begin(_ action: Action) -> EffectGroup? {
    let flags = flags
    flags.pointee.isBusy = true
    let frame = DependencyFrame.push(dependencies)
    let effect = reduceNext(action, from: .sender)
    guard effect.storage == nil, !flags.pointee.leavesWork else {
      return finish(effect, in: frame)
    }
    DependencyFrame.pop(frame)
    flags.pointee.isBusy = false
    return nil
  }

  /// Does what an action has left to do.
  @inlinable
  @inline(never)
  func finish(_ effect: Effect<Action>, in frame: DependencyFrame.Outer) -> EffectGroup? {
    let group = effect.storage.map { _ in EffectGroup(runtime: self) }
    if flags.pointee.endableScopeCount > 0 { endLost() }
    if let group { start(effect, in: group) }
    settle()
    if flags.pointee.waitingCount > 0 { drain() }
    DependencyFrame.pop(frame)
    flags.pointee.isBusy = false
    if flags.pointee.mustFlush, !observations.isNoticing { observations.flush() }
    return group
  }

  /// Reduces actions while there are observers.
  @inlinable
  func noticingReplacement<Result>(_ body: () -> Result) -> Result {
    observations.reducing {
      let before = identity?(memory)
      let result = body()
      if let before, before != identity?(memory) { ObservationTable.stateMayHaveChanged(before) }
      return result
    }
  }

  @inlinable
  func reduceNext(
    _ action: Action, from origin: @autoclosure () -> ActionOrigin
  ) -> Effect<Action> {
    flags.pointee.lastActionID &+= 1
    if flags.pointee.hasInstrument { return reduceWatched(action, from: origin()) }
    flags.pointee.isReducing = true
    let effect = _withUnprotectedUnsafePointer(to: action) { reduce(&memory.pointee, $0) }
    flags.pointee.isReducing = false
    return effect
  }

  /// Starts what an action has asked for.
  @inlinable
  func start(_ effect: Effect<Action>, in group: EffectGroup) {
    guard let storage = effect.storage, !flags.pointee.isShutDown else { return }
    let startedBy = ActionID(flags.pointee.lastActionID)
    // Unmanaged: the caller retains the effect.
    Unmanaged.passUnretained(storage)._withUnsafeGuaranteedRef { storage in
      if storage.kind == .send {
        let action = unsafeDowncast(storage, to: SendEffect<Action>.self).action
        group.enterQueue()
        wait(WaitingAction(action, from: .root(.passUnretained(group), startedBy: startedBy)))
        return
      }
      group.begin()
      EffectStarter.start(
        storage,
        in: EffectContext(
          scope: rootScope, group: group, dependencies: dependencies, startedBy: startedBy),
        to: ErasedSink(sink))
      settle()
      group.end()
    }
  }

  /// Ends what the state no longer holds.
  @inlinable
  func endLost() {
    endLostScopes(rootScope, &memory.pointee)
    if !rootScope.lost.isEmpty { rootScope.endLost() }
  }

  /// Ends what the state no longer holds, then launches what is still wanted.
  @inlinable
  func settle() {
    guard flags.pointee.hasNewEndableScopes || !toLaunch.isEmpty else { return }
    endAndLaunch()
  }

  @usableFromInline
  func endAndLaunch() {
    while true {
      if flags.pointee.hasNewEndableScopes {
        flags.pointee.hasNewEndableScopes = false
        endLost()
      }
      guard let record = toLaunch.popFirst() else { return }
      if record.isCancelled { record.finish() } else { launch(record) }
    }
  }

  @inlinable
  func drain() {
    while true {
      if flags.pointee.mustFlush, !observations.isNoticing { return drainNoticed() }
      guard let next = waiting.pointee.popFirst() else { return }
      flags.pointee.waitingCount &-= 1
      switch next.origin {
      case .sender(let group):
        processWaiting(next.action, in: group, from: .sender)
      case .root(let group, let startedBy):
        processWaiting(next.action, in: group, from: .effect(nil, startedBy: startedBy))
      case .effect(let waiting):
        let origin = waiting.takeRetainedValue()
        process(next.action, from: origin)
        origin.leave()
      }
      settle()
    }
  }

  /// Does the same for observers that have come since the queue began.
  @usableFromInline
  func drainNoticed() {
    noticingReplacement { drain() }
  }

  @inlinable
  func processWaiting(
    _ action: Action, in group: Unmanaged<EffectGroup>, from origin: @autoclosure () -> ActionOrigin
  ) {
    let isLast = group._withUnsafeGuaranteedRef { group in
      if group.isCancelled || flags.pointee.isShutDown {
        drop(action, of: nil, from: origin())
      } else {
        process(action, in: group, from: origin())
      }
      return group.leaveQueue()
    }
    if isLast { group.release() }
  }

  @inlinable
  func process(_ action: Action, from origin: EffectOrigin) {
    if origin.isEnded {
      drop(action, of: origin.record, from: origin.told)
    } else {
      process(action, in: origin.group, from: origin.told)
    }
  }

  @inlinable
  func process(
    _ action: Action, in group: EffectGroup, from origin: @autoclosure () -> ActionOrigin
  ) {
    let effect = reduceNext(action, from: origin())
    if flags.pointee.endableScopeCount > 0 { endLost() }
    start(effect, in: group)
  }

  @usableFromInline
  func enqueue(_ action: Action) -> EffectGroup? {
    let group = EffectGroup(runtime: self)
    group.enterQueue()
    wait(WaitingAction(action, from: .sender(.passUnretained(group))))
    return group
  }

  /// Takes an action from an effect.
  @inlinable
  func receive(_ action: Action, from origin: EffectOrigin) {
    guard !flags.pointee.isBusy else {
      origin.enter()
      return wait(WaitingAction(action, from: .effect(.passRetained(origin))))
    }
    guard flags.pointee.isObserved else {
      begin(action, from: origin)
      if flags.pointee.mustFlush { observations.flush() }
      return
    }
    noticingReplacement { begin(action, from: origin) }
    observations.flush()
  }

  /// Reduces an action of an effect in flight at once. The effect keeps its scope and its waiters,
  /// so nothing is counted here.
  @inlinable
  func begin(_ action: Action, from origin: EffectOrigin) {
    flags.pointee.isBusy = true
    let frame = DependencyFrame.push(dependencies)
    process(action, from: origin)
    settle()
    if flags.pointee.waitingCount > 0 { drain() }
    DependencyFrame.pop(frame)
    flags.pointee.isBusy = false
  }

  @inlinable
  func wait(_ action: WaitingAction<Action>) {
    waiting.pointee.append(action)
    flags.pointee.waitingCount &+= 1
  }
}

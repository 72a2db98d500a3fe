import DequeModule

/// Holds a store's state and reduces its actions, one after the other.
///
/// Owned by the store's actor, which is the only one to touch it.
@usableFromInline
package final class StoreCore<State, Action>: StoreRuntime, @unchecked Sendable {
  // Unchecked: see StoreRuntime.

  @usableFromInline let memory: UnsafeMutablePointer<State>
  @usableFromInline let reduce: (inout State, Action) -> Effect<Action>
  @usableFromInline let endLostScopes: (EffectScope, inout State) -> Void
  @usableFromInline let nodeContext: NodeContext

  /// What watches the store; `nil` costs nothing.
  package var instrument: (any StoreInstrument<State, Action>)? {
    didSet { flags.pointee.hasInstrument = instrument != nil }
  }

  private var waiting = Deque<WaitingAction<Action>>()
  private var toLaunch = Deque<EffectRecord>()
  private lazy var rootIdentity = StateIdentity<State>.read
  private lazy var rootSink = RootSink(self)

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
    let (node, state) = DependencyValues.withFrame(values) {
      (reducer().makeNode(in: context), initialState())
    }
    self.memory = .allocate(capacity: 1)
    self.memory.initialize(to: state)
    self.reduce = { state, action in node.reduce(into: &state, action: action) }
    self.endLostScopes = { scope, state in node.endLostScopes(in: scope, state: &state) }
    self.nodeContext = context
    super.init(owner: owner, taskExecutor: taskExecutor, dependencies: values)
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// The state now.
  @inlinable
  package var state: State {
    _read { yield memory.pointee }
  }

  override func perform(_ body: () -> Void) {
    guard !flags.pointee.isBusy else { return body() }
    flags.pointee.isBusy = true
    guard flags.pointee.isObserved else {
      work(after: body)
      return flags.pointee.isBusy = false
    }
    noticingReplacement { work(after: body) }
    flags.pointee.isBusy = false
    observations.flush()
  }

  private func work(after body: () -> Void) {
    DependencyValues.withFrame(dependencies) {
      body()
      settle()
      drain()
    }
  }

  override func launchLater(_ record: EffectRecord) {
    toLaunch.append(record)
  }

  override func featureName(at node: Int?) -> String {
    node.map { nodeContext.childNames[$0] } ?? NodeContext.featureName(of: State.self)
  }

  override func effectWasStarted(_ record: EffectRecord) {
    if let instrument, let info = record.info { instrument.effectStarted(info) }
  }

  override func effectHasEnded(_ record: EffectRecord) {
    if let instrument, let info = record.info { instrument.effectEnded(info) }
  }

  override func effectWasCancelled(_ record: EffectRecord) {
    if let instrument, let info = record.info { instrument.effectCancelled(info) }
  }

  override func lateSendWasDropped(of record: EffectRecord?) {
    if let instrument { instrument.lateSendDropped(from: record?.info) }
  }
}

/// An action that waits for its turn.
private struct WaitingAction<Action> {
  let action: Action
  let group: EffectGroup
  let origin: EffectOrigin?
}

// MARK: - Reducing

extension StoreCore {
  /// Reduces an action, and all that follows from it at once; or lets it wait its turn.
  ///
  /// - Returns: What the action started; `nil` for nothing.
  @inlinable
  package func send(_ action: Action) -> EffectGroup? {
    if flags.pointee.isBusy { return enqueue(action) }
    guard flags.pointee.isObserved else { return begin(action) }
    let group = sendObserved(action)
    observations.flush()
    return group
  }

  @usableFromInline
  func sendObserved(_ action: Action) -> EffectGroup? {
    noticingReplacement { begin(action) }
  }

  /// Reduces actions while somebody observes the state.
  private func noticingReplacement<Result>(_ body: () -> Result) -> Result {
    observations.reducing {
      let before = rootIdentity?(memory)
      let result = body()
      if let before, before != rootIdentity?(memory) { ObservationTable.stateWasReplaced(before) }
      return result
    }
  }

  @inlinable
  func begin(_ action: Action) -> EffectGroup? {
    flags.pointee.isBusy = true
    let frame = DependencyFrame.push(dependencies)
    let group = process(action, group: nil, origin: .sender)
    if flags.pointee.waitingCount > 0 { drain() }
    DependencyFrame.pop(frame)
    flags.pointee.isBusy = false
    return group
  }

  @inlinable
  func process(_ action: Action, group: EffectGroup?, origin: ActionOrigin) -> EffectGroup? {
    flags.pointee.lastActionID &+= 1
    if flags.pointee.hasInstrument { tellReceived(action, origin) }
    flags.pointee.isReducing = true
    let effect = reduce(&memory.pointee, action)
    flags.pointee.isReducing = false
    if flags.pointee.hasInstrument { tellReduced(action) }
    guard effect.storage != nil || flags.pointee.endableScopeCount > 0 else { return group }
    return start(effect, group: group)
  }

  @usableFromInline
  func start(_ effect: Effect<Action>, group: EffectGroup?) -> EffectGroup? {
    if flags.pointee.endableScopeCount > 0 { endLostScopes(rootScope, &memory.pointee) }
    guard let storage = effect.storage else { return group }
    let group = group ?? EffectGroup(runtime: self)
    group.begin()
    storage.start(
      in: EffectContext(
        runtime: self, sink: rootSink, scope: rootScope, group: group,
        dependencies: dependencies, startedBy: ActionID(flags.pointee.lastActionID)))
    settle()
    group.end()
    return group
  }

  /// Ends what the state no longer holds, then launches what is still wanted.
  private func settle() {
    while true {
      if hasNewEndableScopes {
        hasNewEndableScopes = false
        endLostScopes(rootScope, &memory.pointee)
      }
      guard let record = toLaunch.popFirst() else { return }
      if record.isCancelled { record.finish() } else { record.launch() }
    }
  }

  @usableFromInline
  func drain() {
    while let next = waiting.popFirst() {
      flags.pointee.waitingCount -= 1
      if next.origin?.isEnded ?? next.group.isCancelled {
        dropLateSend(of: next.origin?.record)
      } else {
        let origin = next.origin.map { ActionOrigin.effect($0.record?.id) } ?? .sender
        _ = process(next.action, group: next.group, origin: origin)
      }
      if let origin = next.origin {
        origin.leave()
        settle()
      } else {
        next.group.end()
      }
    }
  }

  @usableFromInline
  func enqueue(_ action: Action) -> EffectGroup? {
    let group = EffectGroup(runtime: self)
    group.begin()
    wait(WaitingAction(action: action, group: group, origin: nil))
    return group
  }

  /// Takes an action from an effect.
  fileprivate func receive(_ action: Action, from origin: EffectOrigin) {
    origin.enter()
    wait(WaitingAction(action: action, group: origin.group, origin: origin))
    perform {}
  }

  private func wait(_ action: WaitingAction<Action>) {
    waiting.append(action)
    flags.pointee.waitingCount += 1
  }

  @usableFromInline
  func tellReceived(_ action: Action, _ origin: ActionOrigin) {
    instrument?.actionReceived(action, id: ActionID(flags.pointee.lastActionID), origin: origin)
  }

  @usableFromInline
  func tellReduced(_ action: Action) {
    instrument?.actionReduced(action, id: ActionID(flags.pointee.lastActionID), state: state)
  }
}

/// Brings the actions of effects to the core.
private final class RootSink<State, Action>: ActionSink<Action> {
  // The core outlives every effect: their records hold it.
  private unowned let core: StoreCore<State, Action>

  init(_ core: StoreCore<State, Action>) {
    self.core = core
  }

  override func send(_ action: Action, from origin: EffectOrigin) {
    core.receive(action, from: origin)
  }
}

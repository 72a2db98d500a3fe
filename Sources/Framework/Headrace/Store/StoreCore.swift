/// The core of a store, which has the state and reduces actions, one after another.
///
/// It is owned by the store's actor, and accessed only there.
@usableFromInline
package final class StoreCore<State, Action>: StoreRuntime, @unchecked Sendable {
  // Unchecked: see StoreRuntime.

  @usableFromInline let memory: UnsafeMutablePointer<State>
  @usableFromInline package let reduce: (inout State, Action) -> Effect<Action>
  @usableFromInline let findLostScopes: (_EffectScope, inout State) -> Void

  /// The instruments of the store.
  package var instruments: [any StoreInstrument<State, Action>] = [] {
    didSet {
      watchers = instruments
      recorders = instruments.compactMap { $0 as? any ReplayRecorder }
    }
  }
  /// The instruments that record values for a replay.
  ///
  /// A cast for each action would cost 0.1 µs.
  private(set) var recorders: [any ReplayRecorder] = []

  /// The recorded values that a replay returns to reducers.
  var replayAnswers: ((ActionID) -> RunNotes.Answer)?

  /// The type of the state, if it has an identity.
  private let observable = State.self as? any ObservableState.Type
  /// Takes the actions of effects to ``receive(_:from:)``.
  ///
  /// It is set at the end of `init`, because its closure refers to the core.
  @usableFromInline var sink: ActionSink<Action> = { _, _ in }

  /// The queued actions.
  @usableFromInline var queue = Queue<(action: Action, origin: QueuedOrigin)>()

  /// Creates a core, and reads the reducer and its bodies once.
  ///
  /// - Parameters:
  ///   - initialState: The initial state, evaluated with the dependency values below.
  ///   - dependencies: The values for reducers and effects.
  ///   - owner: The actor that the caller is on.
  ///   - testExecutor: The executor of a test store's effects; `nil` for the global executor.
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
    super.init(
      owner: owner, testExecutor: testExecutor, dependencies: context.dependencies,
      flags: context.flags, nodeName: context.nodeName(at:))
    observations.store = self
    // The core outlives every effect, because their records retain it.
    sink = { [unowned self] in receive($0, from: $1) }
  }

  deinit {
    observations.store = nil
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// The current state.
  @inlinable
  package var state: State {
    _read { yield memory.pointee }
  }

  @inlinable
  override func perform(_ body: () -> Void) {
    guard !isBusy else { return body() }
    guard flags.hasObservers else {
      performAndDrain(body)
      return flushIfNeeded()
    }
    observations.notingChanges { performAndDrain(body) }
    observations.flush()
  }

  /// Runs code like `perform(_:)`, without notifying observers.
  @inlinable
  func performAndDrain(_ body: () -> Void) {
    guard !isBusy else { return body() }
    whileBusy {
      body()
      settle()
      if hasQueued { drain() }
    }
  }

  @inlinable
  override func findAndEndLostScopes() {
    findLostScopes(rootScope, &memory.pointee)
    rootScope.endLostScopes()
  }
}

// MARK: - Observation

extension StoreCore: ObservedStore {
  @usableFromInline var stateIdentity: ObservableStateID? { observable?.identity(at: memory) }
  @usableFromInline var executor: (any TaskExecutor)? { testExecutor }

  @usableFromInline
  func followedFields(to state: AnyKeyPath) -> [(state: UInt64, field: UInt64)] {
    observations.follow { _ = memory.pointee[keyPath: state] }
  }

  @usableFromInline
  func noteOutsideChange(_ note: (ObservationTable) -> Void) {
    perform { note(observations) }
  }
}

// MARK: - Receiving Actions

extension StoreCore {
  /// Reduces an action and everything that follows from it immediately, or queues the action.
  ///
  /// - Returns: The group of what the action started; `nil` if it started nothing.
  @inlinable
  package func send(_ action: Action) -> EffectGroup? {
    guard !mustQueue else {
      reportSendWhileReading()
      let group = EffectGroup(runtime: self)
      enqueue(action, from: .group(group, startedBy: nil))
      return group
    }
    var group: EffectGroup?
    perform { group = process(action, in: nil, from: .host) }
    return group
  }

  /// Receives an action from an effect.
  ///
  /// A queued action is counted in its scope and its group. An action that is reduced immediately
  /// is not: the effect that sends it is in flight, and is itself counted there.
  @inlinable
  func receive(_ action: Action, from origin: EffectRecord) {
    guard !isBusy else { return enqueue(action, from: .effect(origin)) }
    perform { processOrDrop(action, from: .effect(origin)) }
  }

  @inlinable
  func enqueue(_ action: Action, from origin: QueuedOrigin) {
    origin.beginAction()
    queue.append((action, origin))
    countQueued(1)
  }

  // MARK: - Reducing

  /// Numbers an action, and runs the reducer on it, without starting effects.
  @inlinable
  func runReducer(
    _ action: Action, from origin: @autoclosure () -> ActionOrigin
  ) -> Effect<Action> {
    guard beginReducing() else { return reduceWatched(action, from: origin()) }
    let effect = reduce(&memory.pointee, action)
    endReducing()
    return effect
  }

  /// Starts the effects of an action.
  @inlinable
  func start(_ effect: Effect<Action>, in group: EffectGroup) {
    guard let storage = effect.storage, let startedBy = actionThatMayStartEffects else { return }
    if case .send(let action) = storage {
      return enqueue(action, from: .group(group, startedBy: startedBy))
    }
    start(storage, in: group, startedBy: startedBy)
  }

  /// Starts an effect that needs more than an entry in the queue.
  @usableFromInline
  func start(_ work: EffectWork<Action>, in group: EffectGroup, startedBy: ActionID) {
    if flags.areEffectsLocked { guard case .cancel = work else { return } }
    group.partHasBegun()
    let context = EffectContext(
      scope: rootScope, group: group, dependencies: dependencies.storage, startedBy: startedBy)
    work.start(in: context, to: sink)
    settle()
    group.partHasEnded()
  }

  /// Reduces the queued actions, and those that they lead to.
  @inlinable
  func drain() {
    while true {
      if mustBeginNoting {
        // For observers that were added since the drain began, the remaining changes are noted.
        return observations.notingChanges { drain() }
      }
      guard reduceNext() else { return }
    }
  }

  /// Reduces the oldest queued action.
  ///
  /// - Returns: True if there was one.
  @inlinable
  func reduceNext() -> Bool {
    guard let next = queue.popFirst() else { return false }
    countQueued(-1)
    processOrDrop(next.action, from: next.origin)
    next.origin.endAction()
    settle()
    return true
  }

  /// Reduces an action that was queued, or that an effect is sending; drops it if it comes too
  /// late.
  @inlinable
  func processOrDrop(_ action: Action, from origin: QueuedOrigin) {
    switch origin {
    case .group(let group, _) where dropsActions(of: group):
      drop(action, of: nil, from: origin.forInstruments)
    case .group(let group, _):
      process(action, in: group, from: origin.forInstruments)
    case .effect(let record) where record.dropsActions:
      drop(action, of: record.listed, from: origin.forInstruments)
    case .effect(let record):
      process(action, in: record.group, from: origin.forInstruments)
    }
  }

  /// Runs the reducer on an action, ends the scopes of removed children, and starts the action's
  /// effects.
  ///
  /// - Parameter group: The group that counts them; if `nil`, a new one.
  /// - Returns: The group; `nil` if none was passed and the action started nothing.
  @inlinable
  @discardableResult
  func process(
    _ action: Action, in group: EffectGroup?, from origin: @autoclosure () -> ActionOrigin
  ) -> EffectGroup? {
    let effect = runReducer(action, from: origin())
    endScopesOfRemovedChildren()
    guard effect.storage != nil else { return group }
    let group = group ?? EffectGroup(runtime: self)
    start(effect, in: group)
    return group
  }
}

/// The source in which a store's part finds the state.
@usableFromInline
enum StateSource<State> {
  /// Safe: the core keeps its memory at one address, and initialized, until it is released.
  ///
  /// A store retains the core; without a store, only the core's observers use the address.
  case stored(UnsafePointer<State>)
  /// Any other state, found in the parent's state, where it may be absent.
  case found(() -> State?)

  /// Returns the source of a stored property; `nil` if the state has no address, or the property no
  /// offset in it.
  func property<Part>(_ property: KeyPath<State, Part>) -> StateSource<Part>? {
    guard case .stored(let state) = self,
      let offset = StateAccess<State, Part>.offset(of: property)
    else { return nil }
    return .stored((UnsafeRawPointer(state) + offset).assumingMemoryBound(to: Part.self))
  }
}

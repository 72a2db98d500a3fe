public import Observation

/// Holds a feature's state and runs its reducer and effects.
///
/// A store belongs to the actor on which it is made, which may be any actor; the compiler keeps it
/// there. Actions are reduced one after another, in the order in which they are sent, and state is
/// changed in place.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// print(store.count)
/// ```
///
/// `scope` makes stores for a feature's children, which show a part of the state and send actions
/// through their parents. When a store and all stores made from it are gone, its effects are
/// cancelled. If that happens while an action is reduced, the effects of the action don't start,
/// and waiting actions are dropped.
///
/// A store must also be released on its actor, because its `deinit` cancels effects. A `@MainActor`
/// or `@Sendable` closure may capture a store and be released on any thread, so it must not hold
/// the last reference. Keep the store in a property or a local variable of its actor's code for as
/// long as such a closure may live. A debug build traps if effects were in flight.
@dynamicMemberLookup
public final class Store<State, Action> {
  /// What all stores of one tree share.
  @usableFromInline let runtime: StoreRuntime
  @usableFromInline let role: StoreRole<State, Action>
  /// The address of the state for as long as the store exists, if that is known. Safe: it is in the
  /// root's memory, which the runtime keeps.
  @usableFromInline let fixedState: UnsafeMutablePointer<State>?
  /// Finds the identity of the state; `nil` if its type has none.
  @usableFromInline let identity: StateIdentity<State>?
  /// The stores made from this one that are still in use.
  var children = ChildStores()

  /// Makes a store on the current actor.
  ///
  /// The reducer's body is read here, once; so are the dependency values that are current.
  ///
  /// Make it in a method, or on first use. In the default value of a stored property and in an
  /// actor's own initialiser, the compiler knows of no actor, and the call does not compile.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The reducer.
  ///   - prepareDependencies: Overrides dependency values for this store.
  ///   - isolation: The actor that owns the store. Off every actor the call does not compile.
  @inlinable
  public init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    isolation:
      isolated `an actor: make a store on '@MainActor', in a method or 'init() async' of an actor` =
      #isolation
  ) where R.State == State, R.Action == Action {
    var dependencies = DependencyValues.current
    if let prepareDependencies { dependencies.update(prepareDependencies) }
    let core = StoreCore(
      initialState: initialState, dependencies: dependencies, owner: isolation, reducer: reducer)
    self.role = .root(.passUnretained(core))
    self.runtime = core
    self.fixedState = core.memory
    self.identity = StateIdentity()
  }

  init(
    child: ChildPart<State, Action>, of runtime: StoreRuntime,
    fixedState: UnsafeMutablePointer<State>?
  ) {
    self.role = .child(.passRetained(child))
    self.runtime = runtime
    self.fixedState = fixedState
    self.identity = StateIdentity()
    child.store = Unmanaged.passUnretained(self)
  }

  deinit {
    switch role {
    case .root:
      // Without effects in flight, no other code can touch what ends here.
      if runtime.rootScope.liveCount > 0 { assertOnOwner() }
      runtime.shutDown()
    case .child(let role):
      var child: ChildPart<State, Action>? = role.takeRetainedValue()
      if let child { child.parent.forget(child) }
      if !isKnownUniquelyReferenced(&child) { child?.outliveStore() }
    }
  }

  /// The root's state, queue, nodes and instruments; `nil` in a child store.
  var core: StoreCore<State, Action>? {
    if case .root(let core) = role { core.takeUnretainedValue() } else { nil }
  }

  /// What this store has as a child store: it finds the state in the parent's, and takes actions to
  /// the parent. `nil` in the root.
  @inlinable var ownChildPart: ChildPart<State, Action>? {
    if case .child(let child) = role { child.takeUnretainedValue() } else { nil }
  }
}

/// Whether a store is the root of its tree, or shows a child in its parent's state.
///
/// Unmanaged: the store retains what is here, the core as its `runtime`.
@usableFromInline
enum StoreRole<State, Action> {
  /// The root, with the queue of actions. The core is also the store's `runtime`, by which the
  /// store retains it.
  case root(Unmanaged<StoreCore<State, Action>>)
  /// A child, with what finds its state and takes its actions to the parent; the store retains it.
  case child(Unmanaged<ChildPart<State, Action>>)
}

// MARK: - Sending

extension Store {
  /// Reduces an action.
  ///
  /// When it returns, the action and all actions of `.send` effects are reduced, and effects that
  /// take time have started. If another action is being reduced, the action waits its turn instead.
  ///
  /// - Parameter action: What happened.
  /// - Returns: A handle to await or cancel all that the action started; it may be ignored.
  @inlinable
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    assertOnOwner()
    return StoreTask(group: deliver(action))
  }

  /// Takes an action to the root. A child store embeds it first, by a closure that `scope` made.
  @inlinable
  func deliver(_ action: Action) -> EffectGroup? {
    switch role {
    case .root(let core): core.takeUnretainedValue().send(action)
    case .child(let child): child.takeUnretainedValue().send(action)
    }
  }

  /// Traps in a debug build if the compiler let the store leave its actor.
  ///
  /// It does so for an `async` closure that uses the store and not the actor's `self`: such a
  /// closure runs on no actor.
  @inlinable
  func assertOnOwner() {
    assert(
      {
        runtime.checkOwner()
        return true
      }())
  }
}

// MARK: - Reading

extension Store {
  /// Calls a closure with the state, without copying it and without observing it.
  ///
  /// - Precondition: The closure sends neither to this store nor to its parents and children: the
  ///   state can't change while it is read. An action that it sends is reported, and reduced when
  ///   the closure has returned.
  @inlinable
  public func withState<Result>(_ body: (_ state: State) throws -> Result) rethrows -> Result {
    let pointer = pointer
    let flags = runtime.flags
    flags.readerCount &+= 1
    defer {
      flags.readerCount &-= 1
      if flags.waitingCount > 0 { runtime.drainAfterReading() }
    }
    return try body(pointer.pointee)
  }

  /// The current state.
  ///
  /// A reducer can't read its own store: the state is half changed then, and there is none to
  /// return. It traps, in every build.
  ///
  /// To observe single fields, read them from the store, as in `store.count`: an observer that
  /// reads this property is notified after every drain of the queue.
  @inlinable
  public var state: State {
    if runtime.observations.findReader() { runtime.observations.observeAll() }
    return pointer.pointee
  }

  /// A field of the state.
  ///
  /// If the state has `@ObservableState`, an observer that reads it is notified when this field, or
  /// something in it, has changed; otherwise after every drain of the queue, which the log says
  /// once. To be notified of one field of a child, read it from the child's store.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    // Inlined because of the key path: the compiler turns a literal into a plain access.
    @inline(__always)
    get { observing { $0.pointee[keyPath: keyPath] } }
  }

  /// The address of the current state. If a child is gone, it is the last state that the store has
  /// shown.
  ///
  /// Safe: it is used before the next action, and asked for anew after each; `withState` lets
  /// actions wait meanwhile.
  @inlinable
  var pointer: UnsafeMutablePointer<State> {
    assertOnOwner()
    precondition(
      !runtime.flags.isReducing,
      """
      The state of a store was read while a reducer was changing it. A reducer works on the \
      'state' that it is given; give an effect what it needs of it.
      """)
    if let fixedState { return fixedState }
    switch role {
    case .root(let core): return core.takeUnretainedValue().memory
    case .child(let child): return child.takeUnretainedValue().currentState
    }
  }

  /// Reads for a caller that may be an observer.
  @inlinable
  @inline(__always)
  func observing<Result>(_ read: (UnsafeMutablePointer<State>) -> Result) -> Result {
    let pointer = pointer
    let table = runtime.observations
    guard table.findReader() else { return read(pointer) }
    guard let identity else {
      table.observePlain(State.self)
      return read(pointer)
    }
    let outer = table.beginReading(ownChildPart, identity(pointer), .reading)
    let result = read(pointer)
    table.endReading(outer)
    return result
  }
}

// MARK: - Observing

extension Store {
  /// Runs a closure now, and again whenever a field that it read from this store, its parents or
  /// its children has changed.
  ///
  /// It runs on the store's actor, once per drain of the queue, at its end; again if
  /// it has changed what it read. Other observable models that it reads don't count;
  /// `withObservationTracking` follows both them and stores.
  ///
  /// - Parameter body: Reads the store, and uses what it has read.
  /// - Returns: A token; the observation ends when it is cancelled or released.
  /// - Precondition: The closure eventually stops changing what it reads. Otherwise it runs again
  ///   without end, and this method, or the send that led to it, never returns.
  public func observe(_ body: @escaping () -> Void) -> ObserveToken {
    let observer = StoreObserver(body)
    observer.run()
    return ObserveToken(observer)
  }

  /// The effects in flight in the whole tree of stores, oldest first.
  ///
  /// - Complexity: O(*n* log *n*) in their number.
  public var effects: [EffectInfo] { runtime.effects }

  /// How many actions were dropped because what sent them was cancelled, gone or already over.
  public var lateSendCount: Int { runtime.lateSendCount }

  /// How many actions were lost because an effect with an ``EffectOverflow`` sent too many at once.
  public var overflowCount: Int { runtime.overflowCount }
}

/// A store can be observed, field by field.
extension Store: Observable {}

/// A store belongs to the actor on which it was made.
@available(*, unavailable, message: "A store belongs to the actor on which it was made.")
extension Store: Sendable {}

/// The actor that owns a store.
///
/// Its name is part of the compiler's error where there is no actor: in a function without an
/// actor, in the default value of a stored property, and in an actor's own synchronous initialiser.
public typealias
  `an actor: make a store on '@MainActor', in a method or 'init() async' of an actor` = any Actor

/// The store of a reducer.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

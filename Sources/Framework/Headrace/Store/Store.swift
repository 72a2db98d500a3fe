public import Observation

/// Keeps a feature's state, and runs its reducer and effects.
///
/// A store belongs to the actor on which it is created, which can be any actor; the compiler keeps
/// it there. Actions are reduced one after another, in the order in which they are sent, and state
/// is changed in place.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// print(store.count)
/// ```
///
/// `scope` creates stores for a feature's children, which show a part of the state and send actions
/// through their parents. When a store and all stores created from it are released, its effects are
/// cancelled. If that happens while an action is reduced, the effects of the action don't start,
/// and queued actions are dropped.
///
/// A store must also be released on its actor, because its `deinit` cancels effects. A `@MainActor`
/// or `@Sendable` closure may capture a store and be released on any thread, so it must not hold
/// the last reference. Keep the store in a property or a local variable of its actor's code for as
/// long as such a closure may live. A debug build traps if effects were in flight.
@dynamicMemberLookup
public final class Store<State, Action> {
  /// The runtime that all stores of one tree share.
  @usableFromInline let runtime: StoreRuntime
  /// The root's state and queue of actions; `nil` in a child store.
  @usableFromInline package let core: StoreCore<State, Action>?
  /// The part that finds the state and, in a child store, takes actions to the parent.
  @usableFromInline let part: StorePart<State, Action>
  /// The parent, which a child store retains.
  private let parent: (any ParentStore)?
  /// The stores created from this one that are still in use.
  ///
  /// Each removes itself in its `deinit`.
  var children: [ScopeKey: ChildReference] = [:]

  /// Creates a store on the current actor.
  ///
  /// The reducer's body and the current dependency values are read here, once.
  ///
  /// Create it in a method, or on first use. In the default value of a stored property and in an
  /// actor's own initialiser, the compiler knows of no actor, and the call does not compile.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The reducer.
  ///   - prepareDependencies: Overrides dependency values for this store.
  ///   - isolation: The actor that owns the store. Without an actor, the call does not compile.
  @inlinable
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil,
    isolation:
      isolated `an actor: make a store on '@MainActor', in a method or 'init() async' of an actor` =
      #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    var dependencies = DependencyValues.current
    if let prepareDependencies { dependencies.update(prepareDependencies) }
    let core = StoreCore<State, Action>(
      initialState: initialState, dependencies: dependencies, owner: isolation, reducer: reducer)
    self.init(
      root: core, send: { [unowned core] in core.send($0) },
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// - Parameter send: Takes actions of child stores to the core; created where the compiler knows
  ///   the types. It must not retain the core.
  @usableFromInline
  init(
    root core: StoreCore<State, Action>, send: @escaping (Action) -> EffectGroup?, site: CallSite
  ) {
    self.core = core
    self.part = StorePart(root: core, send: send, site: site)
    self.runtime = core
    self.parent = nil
  }

  init(child: StorePart<State, Action>, of parent: any ParentStore, in runtime: StoreRuntime) {
    self.core = nil
    self.part = child
    self.runtime = runtime
    self.parent = parent
  }

  deinit {
    guard let core else {
      parent?.forget(part.key)
      return
    }
    // Without effects in flight, no other code can access what is released here.
    if core.rootScope.liveCount > 0 { assertOnOwner() }
    core.shutDown()
  }
}

// MARK: - Sending

extension Store {
  /// Reduces an action.
  ///
  /// When it returns, the action and all actions of `.send` effects are reduced, and effects that
  /// take time have started. If another action is being reduced, the action is queued instead.
  ///
  /// - Parameter action: The event.
  /// - Returns: A handle to await or cancel everything that the action started; it can be ignored.
  @inlinable
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    assertOnOwner()
    // A child store first embeds it, by a closure created in `scope`.
    guard let core else { return StoreTask(group: part.send(action)) }
    return StoreTask(group: core.send(action))
  }

  /// Traps in a debug build if the compiler has let the store leave its actor.
  ///
  /// The compiler does so for an `async` closure that uses the store and not the actor's `self`:
  /// such a closure runs on no actor.
  @inlinable
  func assertOnOwner() {
    assert(
      {
        runtime.checkOwner()
        return true
      }())
  }

  // MARK: - Reading

  /// Calls a closure with the state, without copying or observing it.
  ///
  /// - Precondition: The closure does not send to this store or to its parents and children: the
  ///   state can't change while it is read. An action that it sends is reported, and reduced after
  ///   the closure has returned.
  @inlinable
  public func withState<Result>(
    _ body: (_ state: State) throws -> Result, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows -> Result {
    runtime.beginReadingInPlace(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    defer { runtime.endReadingInPlace() }
    return try reading(body)
  }

  /// The current state.
  ///
  /// A reducer can't read its own store: the state is being changed, and there is no consistent one
  /// to return. Such a read traps, in every build.
  ///
  /// To observe single fields, read them from the store, as in `store.count`: an observer that
  /// reads this property is notified after every drain of the queue.
  @inlinable
  public var state: State {
    if runtime.observations.noteReader() { runtime.observations.observeAll() }
    return reading { $0 }
  }

  /// A field of the state, which can be observed.
  ///
  /// If the state has `@ObservableState`, an observer that reads the field is notified when it, or
  /// something in it, has changed; otherwise after every drain of the queue, which is logged once.
  /// To be notified of one field of a child, read it from the child's store.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    // Inlined because of the key path, whose literal the compiler turns into a plain access.
    @inline(__always)
    get { observing { $0[keyPath: keyPath] } }
  }

  /// Calls a closure with the current state or, if a child is absent, with the last state that the
  /// store has shown.
  @inlinable
  @inline(__always)
  func reading<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    assertOnOwner()
    precondition(
      runtime.isReadable,
      """
      The state of a store was read while a reducer was changing it. A reducer works on the \
      'state' that it is given; give an effect what it needs of it.
      """)
    return try part.read(body)
  }

  /// Reads for a caller that may be an observer.
  @inlinable
  @inline(__always)
  func observing<Result>(_ read: (State) -> Result) -> Result {
    runtime.observations.noteReader() ? readingForObserver(.reading, read) : reading(read)
  }

  /// Reads for an observer.
  ///
  /// - Parameter mode: The effect of reading a field.
  @inlinable
  func readingForObserver<Result>(
    _ mode: ObservationTable.Mode, _ read: (State) -> Result
  ) -> Result {
    let table = runtime.observations
    return reading { state in
      guard let observable = part.observable else {
        table.observePlain(State.self)
        return read(state)
      }
      let reading = table.beginReading(childPlace, observable.identity(reading: state), mode)
      defer { table.endReading(reading) }
      return read(state)
    }
  }

  // MARK: - Observing

  /// Runs a closure now, and again whenever a field that it read from this tree of stores has
  /// changed.
  ///
  /// It runs on the store's actor, once at the end of each drain of the queue, and again if it has
  /// changed what it read. Other observable models that it reads don't count;
  /// `withObservationTracking` follows both them and stores.
  ///
  /// - Parameter body: Reads the store, and uses what it has read.
  /// - Returns: A token; the observation ends when it is cancelled or released.
  /// - Precondition: The closure eventually stops changing what it reads. Otherwise it runs again
  ///   indefinitely, and this method, or the send that led to it, never returns.
  public func observe(_ body: @escaping () -> Void) -> ObserveToken {
    let observer = StoreObserver(body)
    observer.run()
    return ObserveToken(observer)
  }

  // MARK: - Effects in Flight

  /// The effects in flight in the whole tree of stores, oldest first.
  ///
  /// - Complexity: O(*n* log *n*) in their number.
  public var effects: [EffectInfo] { runtime.effects }

  /// The number of actions that were dropped because their sender was cancelled or removed, or had
  /// already ended.
  public var lateSendCount: Int { runtime.lateSendCount }

  /// The number of actions that were dropped because an effect with an ``EffectOverflow`` sent too
  /// many at a time.
  public var overflowCount: Int { runtime.overflowCount }
}

/// A store can be observed field by field.
extension Store: Observable {}

/// A store belongs to the actor on which it was created.
@available(*, unavailable, message: "A store belongs to the actor on which it was made.")
extension Store: Sendable {}

/// The actor that owns a store.
///
/// Its name is part of the compiler's error if there is no actor: in a function without an actor,
/// in the default value of a stored property, and in an actor's own synchronous initialiser.
public typealias
  `an actor: make a store on '@MainActor', in a method or 'init() async' of an actor` = any Actor

/// The store of a reducer.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

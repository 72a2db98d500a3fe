/// Holds a feature's state and runs its reducer and effects.
///
/// A store belongs to the actor on which it is made, any actor; the compiler keeps it there.
/// Actions are reduced one after the other, in the order in which they are sent, and state is
/// changed in place.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// print(store.withState(\.count))
/// ```
///
/// When a store goes away its effects are cancelled.
public final class Store<State, Action> {
  @usableFromInline let core: StoreCore<State, Action>

  /// Makes a store on the current actor.
  ///
  /// The reducer's body is read here, once; so are the dependency values in force.
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
    isolation: isolated any Actor = #isolation
  ) where R.State == State, R.Action == Action {
    var dependencies = DependencyValues.current
    if let prepareDependencies { dependencies.update(prepareDependencies) }
    self.core = StoreCore(
      initialState: initialState, dependencies: dependencies, owner: isolation, reducer: reducer)
  }

  deinit {
    core.shutDown()
  }

  /// Reduces an action.
  ///
  /// When it returns, the action and all that `.send` effects added are reduced; what takes time
  /// has started. Sent while another action is being reduced, it waits its turn instead.
  ///
  /// - Parameter action: What happened.
  /// - Returns: A handle to await or cancel all that the action started; it may be ignored.
  @inlinable
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    assertOnOwner()
    return StoreTask(group: core.send(action))
  }

  /// Stops a debug build in which the compiler let the store leave its actor.
  ///
  /// It does so in an `async` closure that uses the store and not the actor's `self`: such a
  /// closure runs on no actor.
  @inlinable
  func assertOnOwner() {
    assert(
      {
        core.assertOnOwner()
        return true
      }())
  }

  /// Calls a closure with the state, without copying it.
  ///
  /// - Precondition: The closure does not send to this store: the state can't change while it is
  ///   read.
  @inlinable
  public func withState<Result>(_ body: (_ state: State) throws -> Result) rethrows -> Result {
    try body(core.state)
  }

  /// The state now.
  @inlinable
  public var state: State { core.state }

  /// The effects in flight, oldest first.
  ///
  /// - Complexity: O(*n* log *n*) in their number.
  public var effects: [EffectInfo] { core.effects }

  /// How many actions were dropped because their effect was cancelled before they arrived.
  public var lateSendCount: Int { core.lateSendCount }

  /// What watches the store; `nil`, the default, costs nothing.
  public var instrument: (any StoreInstrument<State, Action>)? {
    get { core.instrument }
    set { core.instrument = newValue }
  }
}

/// A store belongs to the actor on which it was made.
@available(*, unavailable, message: "A store belongs to the actor on which it was made.")
extension Store: Sendable {}

/// The store of a reducer.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

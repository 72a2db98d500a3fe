/// A description of how a feature's state changes on each action, and of the effects that follow.
///
/// A type implements ``body-swift.property`` to compose other reducers, or ``reduce(into:action:)``
/// if it is a leaf. Both are compiled, once per store, into a tree of concrete nodes. A type that
/// wraps another reducer is a ``WrapperReducer``.
///
/// ```swift
/// struct Counter: Reducer {
///   struct State: Equatable { var count = 0 }
///   enum Action { case incrementButtonTapped }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .incrementButtonTapped:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// Reducers are synchronous and pure. Time, randomness and all other external values come through
/// ``Dependency``, and work that takes time is returned as an ``Effect``. Reducers are not isolated
/// to an actor, even in a module whose default isolation is `MainActor`: see
/// <doc:ConcurrencyAndIsolation>.
public protocol Reducer<State, Action>: SendableMetatype {
  /// The data of the feature; need not be `Sendable`.
  associatedtype State

  /// The events that the feature handles; need not be `Sendable`.
  associatedtype Action

  /// The type of ``body-swift.property``; `Never` if ``reduce(into:action:)`` is implemented.
  associatedtype Body

  /// The concrete node that a store runs for this reducer; inferred, never declared by an author.
  associatedtype _Node: _ReducerNode where _Node.State == State, _Node.Action == Action

  /// The composition of this reducer.
  ///
  /// The store reads it once, on creation.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Changes the state for one action, in place, and returns the effects to start.
  ///
  /// The store calls it on the actor that owns it, one action at a time.
  ///
  /// - Parameters:
  ///   - state: The feature's state.
  ///   - action: The event.
  /// - Returns: The effects to start after the action is reduced; `.none` allocates nothing.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Creates the node for this reducer.
  ///
  /// The store calls it once, on creation.
  ///
  /// The default implementations are sufficient for features; only an ``OperatorReducer`` replaces
  /// them.
  func _makeNode(in context: _NodeContext) -> _Node

  /// Creates the node for this reducer as a child.
  ///
  /// The parent's node calls it once.
  ///
  /// It is a requirement so that it is compiled in the reducer's module. Authors never implement
  /// it.
  func _makeChildNode(in context: _NodeContext) -> CompiledReducer<State, Action>
}

/// A reducer that consists only of a node: an operator that composes others.
///
/// The operators of the framework conform to it. For your own operator that wraps one reducer, see
/// ``WrapperReducer``. There is no such protocol for an operator with a child: compose the child in
/// a `body` with ``Scope``, `ifLet` or `forEach`. Only an operator with several bases needs its own
/// node: <doc:WritingOperators> shows one.
public protocol OperatorReducer<State, Action>: Reducer where Body == Never {}

extension OperatorReducer {
  /// Creates a node and runs it, for code that calls this reducer by hand.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduceByHand(into: &state, action: action)
  }
}

// MARK: - Types Related to a Reducer

/// A reducer of the same state and action as another.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// The effect of a reducer.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

/// An action for one element of a collection of a feature's states.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

/// The actions of a stack of a reducer's features.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

// MARK: - Calls by Hand, and Leaves

extension Reducer where Body == Never {
  /// A leaf has no body; the store calls ``Reducer/reduce(into:action:)`` instead.
  public var body: Body {
    preconditionFailure("'\(Self.self)' implements 'reduce(into:action:)', it has no 'body'.")
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Reads the body and runs it, for code that calls this reducer by hand.
  ///
  /// The effects, including those of children, belong to the feature whose reducer is the caller:
  /// they end with it, and it cancels them by their ids. An effect of a child that can end earlier
  /// is reported. A ``WrapperReducer`` reads the body of its base once, and keeps the effects of
  /// its children.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduceByHand(into: &state, action: action)
  }
}

/// A store with its own actor, for hosts and servers.
///
/// A ``Store`` stays on the actor that created it. This handle can be passed anywhere: it owns the
/// actor. On Linux, its effects run many times faster than those of a store on the main actor
/// (benchmark rows `Effect.run`, plain actor and main actor).
///
/// ```swift
/// let counter = StoreActor(initialState: Counter.State()) { Counter() }
/// await counter.send(.incrementButtonTapped)
/// for await count in counter.changes(of: \.count) { print(count) }
/// ```
public actor StoreActor<State: Sendable, Action: Sendable> {
  private let makeStore: @Sendable (isolated StoreActor) -> Store<State, Action>
  private lazy var store = makeStore(self)
  private var streams: [ObjectIdentifier: StreamObservation] = [:]

  /// Creates the handle; the store is created on first use.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The reducer.
  ///   - prepareDependencies: Overrides dependency values for this store, in addition to the
  ///     current ones.
  public init<R: Reducer>(
    initialState: @autoclosure @escaping @Sendable () -> State,
    @ReducerBuilder<State, Action> reducer: @escaping @Sendable () -> R,
    withDependencies prepareDependencies: (@Sendable (inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    let dependencies = DependencyValues.current
    makeStore = { owner in
      DependencyValues.withFrame(dependencies) {
        Store(
          initialState: initialState(), reducer: reducer, withDependencies: prepareDependencies,
          isolation: owner, fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
  }

  /// Rejects a reducer that is not in a closure.
  @available(
    *, unavailable,
    message: """
      the reducer is written in braces: 'StoreActor(initialState: Feature.State()) { Feature() }'
      """
  )
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State, reducer: R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) { preconditionFailure("The reducer is not in braces.") }
}

// MARK: - Sending and Reading

extension StoreActor {
  /// Reduces an action.
  ///
  /// - Parameter action: The event.
  /// - Returns: A handle to await or cancel everything that the action started; it can be ignored.
  @discardableResult
  public func send(_ action: Action) -> StoreTask { store.send(action) }

  /// The current state.
  public var state: State { store.withState { $0 } }

  /// The effects in flight, oldest first.
  public var effects: [EffectInfo] { store.effects }

  /// Runs code on the actor with the store itself, for scoping or observing it.
  public func withStore<Result: Sendable>(
    _ body: @Sendable (isolated StoreActor, Store<State, Action>) throws -> Result
  ) rethrows -> Result {
    try body(self, store)
  }

  /// Adds an instrument to the store.
  ///
  /// It is called on this actor. To remove instruments, set ``Store/instruments`` in
  /// ``withStore(_:)``.
  ///
  /// - Parameter instrument: The instrument, which is transferred to the actor.
  public func addInstrument(_ instrument: sending any StoreInstrument<State, Action>) {
    store.instruments.append(instrument)
  }

  // MARK: - Streams of the State

  /// A stream of the current state, and of the state after every drain of the queue that may have
  /// changed it.
  ///
  /// A slow consumer misses states in between, but never the last one.
  public nonisolated var states: AsyncStream<State> {
    follow { $0.state }
  }

  /// Returns a stream of a part of the current state, and of its new value whenever it changes.
  ///
  /// A slow consumer misses values in between, but never the last one.
  ///
  /// - Parameter keyPath: The part. If the state has `@ObservableState`, changes of other parts
  ///   cause no comparison.
  public nonisolated func changes<Value: Equatable & Sendable>(
    of keyPath: any KeyPath<State, Value> & Sendable
  ) -> AsyncStream<Value> {
    let last = LockIsolated<Value?>(nil)
    return follow { store in
      let value = store[dynamicMember: keyPath]
      defer { last.setValue(value) }
      return last.value == value ? nil : value
    }
  }

  /// - Parameter read: Returns the next value of the stream; `nil` for none.
  private nonisolated func follow<Value: Sendable>(
    _ read: @escaping @Sendable (Store<State, Action>) -> Value?
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let isEnded = LockIsolated(false)
    // Set immediately: the stream can be dropped before the actor has begun to observe.
    continuation.onTermination = { [weak self] _ in
      Task { await self?.stop(isEnded) }
    }
    Task { await observe(read, until: isEnded, continuation) }
    return stream
  }

  private func observe<Value: Sendable>(
    _ read: @escaping @Sendable (Store<State, Action>) -> Value?, until isEnded: LockIsolated<Bool>,
    _ continuation: AsyncStream<Value>.Continuation
  ) {
    guard !isEnded.value else { return }
    let store = store
    let token = store.observe { [unowned store] in
      if let value = read(store) { continuation.yield(value) }
    }
    streams[ObjectIdentifier(isEnded)] = StreamObservation(token) { continuation.finish() }
  }

  private func stop(_ isEnded: LockIsolated<Bool>) {
    isEnded.setValue(true)
    streams[ObjectIdentifier(isEnded)] = nil
  }
}

/// The observation behind one stream of a ``StoreActor``.
///
/// The stream is finished when this object is released, with the store.
private final class StreamObservation {
  private let token: ObserveToken
  private let end: () -> Void

  init(_ token: ObserveToken, end: @escaping () -> Void) {
    self.token = token
    self.end = end
  }

  deinit {
    token.cancel()
    end()
  }
}

/// The work to do after an action is reduced, as data that only a store can run.
///
/// ```swift
/// case .refreshButtonTapped:
///   return .run { send in
///     await send(.balanceResponse(try await node.balance(address)))
///   } catch: { error, send in
///     await send(.balanceFailed(NodeFailure(error)))
///   }
///   .cancellable(id: CancelID.refresh, cancelInFlight: true)
/// ```
///
/// An effect belongs to the feature that returned it: it ends with that feature's state, and only
/// that feature and those above it can cancel it.
public struct Effect<Action> {
  /// The work; `nil` for `.none`, which therefore allocates nothing.
  @usableFromInline let storage: EffectWork<Action>?

  @inlinable
  init(storage: EffectWork<Action>?) { self.storage = storage }
}

// MARK: - Creating Effects

extension Effect {
  /// An effect that does nothing, and allocates nothing.
  @inlinable
  public static var none: Self { Self(storage: nil) }

  /// Feeds an action back into the feature, before the store's `send(_:)` returns.
  ///
  /// To share logic between actions, call a method instead. Use this to inform a parent (`delegate`
  /// actions).
  ///
  /// - Parameter action: The action to reduce after those already waiting.
  @inlinable
  public static func send(_ action: Action) -> Self { Self(storage: .send(action)) }

  /// Runs asynchronous work that can send any number of actions.
  ///
  /// The work runs in one separate task, off the store's actor, with the dependency values that its
  /// reducer had. It is cancelled when its feature's state is removed.
  ///
  /// Work that must not miss any event can start immediately: here the subscription exists before
  /// the store's `send(_:)` returns.
  ///
  /// ```swift
  /// return .run(startsImmediately: true) { [socket] send in
  ///   for await message in socket.messages() { await send(.received(message)) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: A name for the task and for tools. By default, tools show the file and line.
  ///   - priority: The priority of the task; if `nil`, the sender's.
  ///   - overflow: The handling of actions that the work sends faster than they are reduced.
  ///   - startsImmediately: If true, the work runs up to its first suspension before the store's
  ///     `send(_:)` returns, on the store's thread, as with `Task.immediate`. That part must be
  ///     short.
  ///   - operation: The work. Its captures must be `Sendable`.
  ///   - handler: Turns an error into actions. Without it, an error other than `CancellationError`
  ///     is reported at the line of this call.
  @inlinable
  public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    overflow: EffectOverflow = .suspend,
    startsImmediately: Bool = false,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let effect = Self(
      storage: .run(
        RunWork(
          name: name, priority: priority, overflow: overflow,
          startsImmediately: startsImmediately, site: site, operation: operation, handler: handler
        )))
    guard let values = DependencyValues.storageForPartOfRun else { return effect }
    return effect.inContext { $0.dependencies = values }
  }

  /// Rejects work that returns an action.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the work returns nothing; send the action: 'await send(.answered(1))'
      """
  )
  public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    overflow: EffectOverflow = .suspend,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Action,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
  ) -> Self { .none }
}

// MARK: - Combining Effects

extension Effect {
  /// Starts several effects concurrently, in the given order.
  @inlinable
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Starts several effects concurrently, in the given order.
  ///
  /// - Complexity: O(*n*) in the number of effects.
  @inlinable
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    join(effects) { .merge($0) }
  }

  /// Starts this effect and another concurrently.
  @inlinable
  public func merge(with other: Self) -> Self {
    guard storage != nil else { return other }
    guard other.storage != nil else { return self }
    return Self.merge([self, other])
  }

  /// Runs several effects one after another: each starts when the previous one has ended.
  @inlinable
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Runs several effects one after another: each starts when the previous one has ended.
  ///
  /// - Complexity: O(*n*) in the number of effects.
  @inlinable
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    join(effects) { .concatenate($0) }
  }

  /// Starts another effect when this one has ended.
  @inlinable
  public func concatenate(with other: Self) -> Self { Self.concatenate([self, other]) }

  @inlinable
  static func join(
    _ effects: some Sequence<Self>, by join: ([EffectWork<Action>]) -> EffectWork<Action>
  ) -> Self {
    let parts = effects.compactMap(\.storage)
    return parts.count > 1 ? Self(storage: join(parts)) : Self(storage: parts.first)
  }
}

// MARK: - Transforming Effects

extension Effect {
  /// Transforms the actions that this effect sends.
  ///
  /// - Parameter transform: Called on the store's actor for each action.
  @inlinable
  public func map<Mapped>(_ transform: @escaping (Action) -> Mapped) -> Effect<Mapped> {
    guard let storage else { return .none }
    return Effect<Mapped>(storage: .embedding(storage, by: transform))
  }
}

// MARK: - Cancelling Effects

extension Effect {
  /// Makes an effect cancellable by an id.
  ///
  /// - Parameters:
  ///   - id: The id, which cancels effects of the cancelling feature, and of those below it in the
  ///     same store. Ids of different types are different.
  ///   - cancelInFlight: If true, effects of this feature and those below with this id are
  ///     cancelled first.
  @inlinable
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Self {
    guard let storage else { return cancelInFlight ? .cancel(id: id) : .none }
    return Self(
      storage: .cancellable(storage, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels the effects with an id that are in flight in this feature and those below it.
  ///
  /// Their actions are no longer reduced. An effect that has not begun to run never runs.
  ///
  /// - Parameter id: The id given to ``cancellable(id:cancelInFlight:)``; its type must be the
  ///   same.
  @inlinable
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(storage: .cancel(CancelID(id)))
  }
}

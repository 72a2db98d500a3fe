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

  // MARK: - Transforming Effects

  /// Transforms the actions that this effect sends.
  ///
  /// - Parameter transform: Called on the store's actor for each action.
  @inlinable
  public func map<Mapped>(_ transform: @escaping (Action) -> Mapped) -> Effect<Mapped> {
    guard let storage else { return .none }
    return Effect<Mapped>(storage: .embedding(storage, by: transform))
  }

  // MARK: - Cancelling Effects

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

// MARK: - Deciding about Interrupted Effects

extension DurableRuntime {
  /// Returns the effects of an entity that wait for a decision; see ``TakeoverPolicy/ask``.
  ///
  /// - Throws: ``DurableFailure``; ``DurableFailure/elsewhere(_:worker:)`` if another worker runs
  ///   the entity, or if it was taken twice without a commit and waits to be opened alone.
  public func undecidedEffects(of id: EntityID) async throws(DurableFailure) -> [UndecidedEffect] {
    try await requireEntity(id)
    return try await withEntity(id) { await $0.undecided }
  }

  /// Decides about an interrupted effect: it restarts, or fails.
  ///
  /// - Parameters:
  ///   - id: The entity.
  ///   - effect: The number of the effect.
  ///   - policy: The decision.
  /// - Returns: `true` if such an effect waits for a decision.
  /// - Throws: ``DurableFailure``, as for ``undecidedEffects(of:)``.
  public func decide(
    _ id: EntityID, effect: Int, _ policy: TakeoverPolicy
  ) async throws(DurableFailure) -> Bool {
    try await requireEntity(id)
    return try await withEntity(id) { try await $0.decide(effect, policy) }
  }

  /// Throws if an entity does not exist, because opening it would create it.
  private func requireEntity(_ id: EntityID) async throws(DurableFailure) {
    _ = try feature(of: id)
    if slots[id] == nil, try await journal.summary(of: id) == nil { throw .absent(id) }
  }
}

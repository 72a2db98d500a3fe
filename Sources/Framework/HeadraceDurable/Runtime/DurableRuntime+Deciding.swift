// MARK: - Deciding about Interrupted Effects

extension DurableRuntime {
  /// Returns the effects of an entity that wait for a decision; see ``TakeoverPolicy/ask``.
  ///
  /// - Throws: ``DurableFailure``; ``DurableFailure/elsewhere(_:worker:)`` if another worker runs
  ///   the entity, or if it was taken twice without a commit and waits to be opened alone.
  public func undecidedEffects(of id: EntityID) async throws(DurableFailure) -> [UndecidedEffect] {
    // No sender leaves, who would make it known.
    defer { makeRoomKnown() }
    return try await withEntity(id, mayCreate: false) { await $0.undecided }
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
    defer { makeRoomKnown() }
    return try await withEntity(id, mayCreate: false) { try await $0.decide(effect, policy) }
  }
}

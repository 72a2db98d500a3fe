// MARK: - Deciding about Interrupted Effects

extension DurableRuntime {
  /// Returns the effects of an entity that wait for a decision; see ``TakeoverPolicy/ask``.
  ///
  /// Like an action, it opens the entity, and waits for room in memory if the limits allow it.
  ///
  /// - Throws: ``DurableFailure``; ``DurableFailure/elsewhere(_:worker:)`` if another worker runs
  ///   the entity, or if it was taken twice without a commit and waits for a search to open it.
  public func undecidedEffects(of id: EntityID) async throws(DurableFailure) -> [UndecidedEffect] {
    // `leave(_:)`, which wakes senders that wait for room, is not called here.
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

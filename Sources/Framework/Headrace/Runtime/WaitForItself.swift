extension EffectGroup {
  /// Where the effect of this group was returned that the current task works for, and that can't
  /// end while the task waits; `nil` for a task outside of the group's effects.
  ///
  /// Call it on the store's actor.
  var siteOfEffectThatWaits: CallSite? { EffectTask.current.flatMap { running[$0] } }

  /// Reports an effect that would wait for its own end.
  ///
  /// - Parameter method: The method of ``StoreTask`` that it has called.
  /// - Returns: Whether the caller is such an effect, which must not wait.
  func reportsWaitForItself(in method: String, on owner: isolated (any Actor)?) -> Bool {
    guard let site = siteOfEffectThatWaits else { return false }
    runtime.reportMisuse(
      """
      An effect waits for its own end: it called '\(method)' for the action that started it.

      The effect returned at \(site) is part of what that action started, and '\(method)' \
      returns when all of that has ended. The effect and the call would wait for each other for \
      ever, so the call has returned at once. Let the effect return instead. To do something after \
      the end, return '.concatenate' from the reducer, or wait in a task that is not part of the \
      effect: 'Task.detached { await task.\(method) }'.
      """, at: site)
    return true
  }
}

extension StoreTask {
  /// Whether the current task works for an effect that this one stands for.
  ///
  /// Call it only while the store's actor is idle.
  package var isAwaitedFromWithin: Bool {
    // An effect that ends after its owner is gone does not update the list of running effects.
    guard let group, group.runtime.owner != nil else { return false }
    return group.siteOfEffectThatWaits != nil
  }
}

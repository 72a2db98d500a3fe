// MARK: - Taking a Child's Actions to the Root

// Unmanaged: a child store keeps its parent alive, so the code that it calls may assume that the
// parent exists.

extension Store {
  /// Makes the closure that takes a child's actions to the root. It embeds them in this store's
  /// actions, and calls the core or this store's own closure.
  @inlinable
  func sending<ChildAction>(
    _ embed: @escaping (ChildAction) -> Action
  ) -> (ChildAction) -> EffectGroup? {
    switch role {
    case .root(let core):
      { core.takeUnretainedValue().send(embed($0)) }
    case .child(let child):
      { [send = child.takeUnretainedValue().send] in send(embed($0)) }
    }
  }
}

// MARK: - Taking a Child's Actions to the Root

// Unmanaged: a child store keeps its parent alive, so the code that it calls may assume that the
// parent exists. The pointers are safe: each points to an action that the caller holds until the
// call returns, and an action that has to wait is copied.

extension Store {
  /// Makes the closure that takes a child's actions to the root. It puts them into a case of this
  /// store's, and calls the core or this store's own closure. Compiled where the types are known.
  @inlinable
  func sending<ChildAction>(
    _ path: AnyCasePath<Action, ChildAction>
  ) -> (UnsafePointer<ChildAction>) -> EffectGroup? {
    guard path.moves.areUsed else { return sending(path.embed) }
    let moveIn = path.moves.into
    return switch role {
    case .root(let core):
      { action in
        _Slot.withCase(of: action, by: moveIn) { embedded in
          core.takeUnretainedValue().send(at: embedded)
        }
      }
    case .child(let child):
      { [send = child.takeUnretainedValue().send] in
        _Slot.withCase(of: $0, by: moveIn, send)
      }
    }
  }

  /// Makes the closure that takes a child's actions to the root, and copies them into this store's.
  @inlinable
  func sending<ChildAction>(
    _ embed: @escaping (ChildAction) -> Action
  ) -> (UnsafePointer<ChildAction>) -> EffectGroup? {
    switch role {
    case .root(let core):
      { action in core.takeUnretainedValue().send(embed(action.pointee)) }
    case .child(let child):
      { [send = child.takeUnretainedValue().send] action in
        _withUnprotectedUnsafePointer(to: embed(action.pointee), send)
      }
    }
  }

  /// Makes the closure that takes an element's actions to the root.
  @inlinable
  func sending<ID, ElementAction>(
    to id: ID, _ embed: @escaping (ID, ElementAction) -> Action
  ) -> (UnsafePointer<ElementAction>) -> EffectGroup? {
    switch role {
    case .root(let core):
      { action in core.takeUnretainedValue().send(embed(id, action.pointee)) }
    case .child(let child):
      { [send = child.takeUnretainedValue().send] action in
        _withUnprotectedUnsafePointer(to: embed(id, action.pointee), send)
      }
    }
  }
}

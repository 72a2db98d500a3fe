/// The parts of an effect that waits in a debounce or a throttle, which their ids can cancel.
///
/// While an effect waits, none of its parts has started, so none of their ids is in flight. The
/// scope of the effect lists it instead, if it has such parts, and `.cancel(id:)` searches it. A
/// part that is cancelled is left out when the effect starts. If nothing else is left, the wait
/// ends.
///
/// Owned by the store's actor.
final class HeldParts: HeldEffect {
  let number: Int
  private let effect: EffectNode
  private let scope: _EffectScope
  private let endWait: () -> Void
  /// The parts that are left out. The effect keeps them, so no other object has their address.
  private(set) var cancelled: Set<ObjectIdentifier>

  /// Holds the parts of an effect until ``end()``.
  ///
  /// - Parameters:
  ///   - effect: The effect that waits.
  ///   - context: Where it will start.
  ///   - endWait: Called when nothing is left to start.
  /// - Returns: `nil` if no part has an id.
  init?(of effect: EffectNode, in context: EffectContext, endWait: @escaping () -> Void) {
    guard effect.hasIDs else { return nil }
    self.effect = effect
    self.scope = context.scope
    scope.flags.heldCount += 1
    self.number = scope.flags.heldCount
    self.endWait = endWait
    self.cancelled = context.leftOut?.cancelled ?? []
    scope.held.append(self)
  }

  /// Whether a part was cancelled while it waited.
  func contains(_ part: EffectNode) -> Bool { cancelled.contains(ObjectIdentifier(part)) }

  /// Ends the wait.
  ///
  /// - Returns: What starts without the parts that were cancelled; `nil` if none was.
  func end() -> HeldParts? {
    scope.held.removeAll { $0 === self }
    return cancelled.isEmpty ? nil : self
  }

  /// Marks as cancelled the parts with an id that belong to a feature or to those below it.
  ///
  /// - Returns: Whether any part was marked, and whether nothing is left to start then, so that the
  ///   caller must end the wait.
  func cancelParts(
    id: any CancelID, in feature: _EffectScope
  ) -> (hasCancelled: Bool, isEmpty: Bool) {
    let countBefore = cancelled.count
    var waiting = [(part: effect, scope: scope, isWithin: scope.isWithin(feature))]
    while let (part, scope, isWithin) = waiting.popLast() {
      guard !contains(part) else { continue }
      if isWithin, part.ownID?.isSame(as: id) == true {
        cancelled.insert(ObjectIdentifier(part))
        continue
      }
      guard part.kind == .scoped else {
        for child in part.children { waiting.append((child, scope, isWithin)) }
        continue
      }
      // Safe: only a 'ScopedEffect' is of this kind.
      let place = unsafeDowncast(part, to: ScopedEffect.self).place
      // If the child has no scope yet, it is not the feature that cancels, and has none below it.
      let child = scope.existingChild(at: place)
      guard isWithin || child != nil else { continue }
      for inner in part.children {
        waiting.append((inner, child ?? scope, isWithin || child === feature))
      }
    }
    let hasCancelled = cancelled.count > countBefore
    return (hasCancelled, hasCancelled && !hasAnythingLeft(of: effect))
  }

  /// The ids of the parts that start at the end of the wait.
  var ids: [any CancelID] {
    var ids: [any CancelID] = []
    var waiting = [effect]
    while let next = waiting.popLast() {
      guard !contains(next) else { continue }
      if let id = next.ownID { ids.append(id) }
      waiting += next.children
    }
    return ids
  }

  /// Ends the wait of an effect with nothing left to start.
  func cancelWait() { endWait() }

  /// Whether any of a part starts at the end of the wait.
  func hasAnythingLeft(of part: EffectNode) -> Bool {
    var waiting = [part]
    while let next = waiting.popLast() {
      if next.kind.isLeaf { return true }
      if !contains(next) { waiting += next.children }
    }
    return false
  }
}

extension EffectNode {
  /// The effects that this one is made of, without the sleep of a debounce.
  fileprivate var children: [EffectNode] {
    switch kind {
    case .send, .run, .cancel: []
    // The downcasts are safe: these are the classes of the kinds.
    case .merge: unsafeDowncast(self, to: JoinedEffect.self).parts
    case .sequence: unsafeDowncast(self, to: JoinedEffect.self).partsThatWork
    case .cancellable, .embedded, .scoped, .inContext, .throttled:
      [unsafeDowncast(self, to: WrappingEffect.self).child]
    }
  }

  /// The id that this effect gives to its children.
  fileprivate var ownID: (any CancelID)? {
    switch kind {
    // The downcasts are safe: these are the classes of the kinds.
    case .cancellable: unsafeDowncast(self, to: CancellableEffect.self).id
    case .throttled: unsafeDowncast(self, to: ThrottledEffect.self).id
    default: nil
    }
  }

  /// Whether the effect, or a part of it, has an id.
  fileprivate var hasIDs: Bool {
    guard !kind.isLeaf else { return false }
    var waiting = [self]
    while let next = waiting.popLast() {
      if next.ownID != nil { return true }
      waiting += next.children
    }
    return false
  }
}

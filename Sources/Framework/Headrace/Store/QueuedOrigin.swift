/// The origin of an action that is queued, or that an effect is sending.
@usableFromInline
enum QueuedOrigin {
  /// The host, while another action is reduced or the state is read in place; or, with `startedBy`,
  /// a `.send` of the store's root feature, or of a child that always exists.
  ///
  /// Such a sender ends only with the store, so no scope is retained.
  case group(EffectGroup, startedBy: ActionID?)
  /// Any other effect.
  case effect(EffectRecord)

  /// The origin as shown to instruments.
  @inlinable var forInstruments: ActionOrigin {
    switch self {
    case .group(_, let startedBy): startedBy.map { .effect(nil, startedBy: $0) } ?? .host
    case .effect(let record): record.originForInstruments
    }
  }

  /// Counts the action, which is queued.
  @inlinable
  func beginAction() {
    switch self {
    case .group(let group, _): group.begin()
    case .effect(let record): record.beginAction()
    }
  }

  /// Ends the count of a queued action, after it was reduced or dropped.
  @inlinable
  func endAction() {
    switch self {
    case .group(let group, _): group.end()
    case .effect(let record): record.endAction()
    }
  }
}

/// The origin of an action that is queued, or that an effect is sending.
@usableFromInline
enum QueuedOrigin {
  /// The host, while another action is reduced; or, with `startedBy`, a `.send` of the store's root
  /// feature, or of a child that always exists.
  ///
  /// It lives as long as the store.
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

  /// Called when the action is queued.
  @inlinable
  func enter() {
    switch self {
    case .group(let group, _): group.begin()
    case .effect(let record): record.enter()
    }
  }

  /// Called after the action was reduced or dropped.
  @inlinable
  func leave() {
    switch self {
    case .group(let group, _): group.end()
    case .effect(let record): record.leave()
    }
  }
}

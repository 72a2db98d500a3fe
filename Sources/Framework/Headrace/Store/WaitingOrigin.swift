/// The origin of an action that waits, or that an effect sends now.
@usableFromInline
enum WaitingOrigin {
  /// The host, while another action was reduced; or, if an action has started it, a `.send` of the
  /// store's own feature, or of a child that is always there: it lives as long as the store.
  case group(EffectGroup, startedBy: ActionID?)
  /// Any other effect.
  case effect(EffectRecord)

  /// The origin as instruments see it.
  @inlinable var forInstruments: ActionOrigin {
    switch self {
    case .group(_, let startedBy): startedBy.map { .effect(nil, startedBy: $0) } ?? .host
    case .effect(let record): record.originForInstruments
    }
  }

  /// The action begins to wait.
  @inlinable
  func enter() {
    switch self {
    case .group(let group, _): group.begin()
    case .effect(let record): record.enter()
    }
  }

  /// The action has had its turn.
  @inlinable
  func leave() {
    switch self {
    case .group(let group, _): group.end()
    case .effect(let record): record.leave()
    }
  }
}

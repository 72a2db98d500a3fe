/// Where an action that waits comes from.
@usableFromInline
enum WaitingOrigin {
  /// The host, while another action was reduced.
  case host(EffectGroup)
  /// A `.send` of the store's own feature, or of a child that is always there: it lives as long as
  /// the store.
  case rootSend(EffectGroup, startedBy: ActionID)
  /// Any other effect.
  case effect(EffectRecord)

  /// The action begins to wait.
  @inlinable
  func enter() {
    switch self {
    case .host(let group), .rootSend(let group, _): group.begin()
    case .effect(let origin): origin.enter()
    }
  }

  /// The action has had its turn.
  @inlinable
  func leave() {
    switch self {
    case .host(let group), .rootSend(let group, _): group.end()
    case .effect(let origin): origin.leave()
    }
  }
}

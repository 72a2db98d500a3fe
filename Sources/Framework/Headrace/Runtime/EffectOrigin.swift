/// Where an action of an effect comes from, with all that may end while the action waits: the
/// effect's scope, its group and its step.
///
/// It is the superclass of ``EffectRecord``. Only a `.send` that no id can cancel has an origin
/// that is not a record.
///
/// Unchecked: see ``EffectRecord``.
@usableFromInline
class EffectOrigin: @unchecked Sendable {
  final let scope: _EffectScope
  @usableFromInline final let group: EffectGroup
  /// The step that the effect is part of: a concatenation or a throttle.
  final let step: EffectStep?
  /// The action whose reducer returned the effect.
  final let startedBy: ActionID
  /// Whether the effect is over once its action is reduced: it is a `.send`.
  final let endsWithAction: Bool

  init(in context: __shared EffectContext, endsWithAction: Bool) {
    self.scope = context.scope
    self.group = context.group
    self.step = context.step
    self.startedBy = context.startedBy
    self.endsWithAction = endsWithAction
  }

  /// The effect in flight; `nil` for a `.send` that no id can cancel.
  @usableFromInline var record: EffectRecord? { nil }

  /// Whether the effect was cut off: cancelled, or its feature is gone. Its actions are no longer
  /// reduced.
  @usableFromInline
  var isCutOff: Bool { group.isCancelled || scope.isGone }

  /// The origin that instruments see. For them a `.send` is not an effect.
  @usableFromInline
  final var originForInstruments: ActionOrigin {
    .effect(endsWithAction ? nil : record?.id, startedBy: startedBy)
  }

  /// Called when an action begins to wait.
  @usableFromInline
  final func enter() {
    scope.retain()
    group.begin()
    if endsWithAction { step?.begin() }
  }

  /// Called when an action has had its turn.
  @usableFromInline
  final func leave() {
    if endsWithAction { record?.finish() }
    scope.release()
    if endsWithAction { step?.end() }
    group.end()
  }
}

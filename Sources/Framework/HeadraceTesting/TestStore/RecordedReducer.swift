public import Headrace

/// A feature whose actions are recorded by a test store's recorder.
///
/// It is not an instrument, because instruments are called by code that doesn't know the feature's
/// types.
@usableFromInline
struct RecordedReducer<Base: Reducer>: OperatorReducer {
  @usableFromInline typealias State = Base.State
  @usableFromInline typealias Action = Base.Action

  @usableFromInline let base: Base
  @usableFromInline let recorder: TestStoreRecorder<State, Action>

  @inlinable
  init(base: Base, recorder: TestStoreRecorder<State, Action>) {
    self.base = base
    self.recorder = recorder
  }

  @inlinable
  func _makeNode(in context: _NodeContext) -> RecordedNode<Base._Node> {
    RecordedNode(base: base._makeNode(in: context), recorder: recorder)
  }
}

/// The node of ``RecordedReducer``.
@usableFromInline
final class RecordedNode<Base: _ReducerNode>: _ReducerNode {
  @usableFromInline let base: Base
  @usableFromInline let recorder: TestStoreRecorder<Base.State, Base.Action>

  @inlinable
  init(base: Base, recorder: TestStoreRecorder<Base.State, Base.Action>) {
    self.base = base
    self.recorder = recorder
  }

  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let nextStackElementID = recorder.stackElementIDs.next
    if recorder.schedule != nil { recorder.noteInSchedule(action) }
    let effect: Effect<Base.Action>
    if recorder.isSending, let site = recorder.sendSite {
      effect = TestSend.reducing(at: site) { base.reduce(into: &state, action: action) }
    } else if recorder.schedule != nil {
      effect = recorder.reducing { base.reduce(into: &state, action: action) }
    } else {
      effect = base.reduce(into: &state, action: action)
    }
    if effect.startsSomething || recorder.hasEffects { recorder.noteStarter(action) }
    recorder.actionReduced(
      action, stateAfter: state, nextStackElementID: nextStackElementID)
    return effect
  }

  @inlinable
  func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
  }
}

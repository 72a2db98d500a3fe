/// Takes the actions of effects.
///
/// Unchecked: it is called only on the store's actor.
@usableFromInline
struct ActionSink<Action>: @unchecked Sendable {
  /// Takes an action, and the effect that sends it, to the store.
  @usableFromInline let send: (Action, EffectRecord) -> Void

  @inlinable
  init(_ send: @escaping (Action, EffectRecord) -> Void) {
    self.send = send
  }

  /// Embeds the actions of another type.
  func embedding<Child>(_ embed: @escaping (Child) -> Action) -> ActionSink<Child> {
    ActionSink<Child> { [send] in send(embed($0), $1) }
  }
}

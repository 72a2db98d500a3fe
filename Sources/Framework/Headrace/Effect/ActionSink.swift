/// Takes the actions of effects.
///
/// Unchecked: it is called only on the store's actor.
@usableFromInline
struct ActionSink<Action>: @unchecked Sendable {
  /// Takes an action to the store.
  @usableFromInline let send: (Action, EffectOrigin) -> Void

  @inlinable
  init(_ send: @escaping (Action, EffectOrigin) -> Void) {
    self.send = send
  }

  /// Embeds the actions of another type.
  @inlinable
  func embedding<Child>(_ embed: @escaping (Child) -> Action) -> ActionSink<Child> {
    ActionSink<Child> { [send] in send(embed($0), $1) }
  }
}

/// A sink for actions of any type.
///
/// Unchecked: like any sink, it is called only on the store's actor.
@usableFromInline
struct ErasedSink: @unchecked Sendable {
  /// The closure of an ``ActionSink``, stored with a type that it does not have. It is never called
  /// with this type.
  private let send: () -> Void

  @usableFromInline
  init<Action>(_ sink: ActionSink<Action>) {
    // Both hold one closure, which is a function and what it captures, whatever its type. It is
    // called only in 'ActionSink', as the type that it was made with.
    self = unsafeBitCast(sink, to: Self.self)
  }

  /// The sink with its original type.
  ///
  /// - Precondition: It takes actions of this type; an effect and its sink always agree.
  @usableFromInline
  func typed<Action>(as type: Action.Type) -> ActionSink<Action> {
    unsafeBitCast(self, to: ActionSink<Action>.self)
  }
}

/// Makes the sink for a child's actions from the one for its parent's.
@usableFromInline
struct SinkEmbedding {
  @usableFromInline let embed: (ErasedSink) -> ErasedSink

  @inlinable
  init<Child, Parent>(_ embed: @escaping (Child) -> Parent) {
    self.embed = { ErasedSink($0.typed(as: Parent.self).embedding(embed)) }
  }
}

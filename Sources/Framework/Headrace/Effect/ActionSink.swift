/// Takes the actions of effects.
///
/// Unchecked: it is called only on the store's actor.
@usableFromInline
struct ActionSink<Action>: @unchecked Sendable {
  /// Takes an action to the next few features; called only by ``deliver(_:from:)``, which
  /// continues.
  @usableFromInline let send: (Action, EffectOrigin) -> SinkRelay?

  @inlinable
  init(_ send: @escaping (Action, EffectOrigin) -> SinkRelay?) {
    self.send = send
  }

  /// Takes an action to the store.
  @inlinable
  @inline(__always)
  func deliver(_ action: Action, from origin: EffectOrigin) {
    if let relay = send(action, origin) { relay.goOn() }
  }

  /// Embeds the actions of another type.
  @inlinable
  func embedding<Child>(_ embed: @escaping (Child) -> Action) -> ActionSink<Child> {
    ActionSink<Child> { [send] in send(embed($0), $1) }
  }

  /// Embeds the actions of another type, for a sink that is many features deep. The call returns to
  /// ``deliver(_:from:)``, which then goes on, so that the stack does not grow.
  @inlinable
  @inline(never)
  func relaying<Child>(_ embed: @escaping (Child) -> Action) -> ActionSink<Child> {
    let link = SinkLink(to: ErasedSink(self))
    return ActionSink<Child> { action, origin in
      let embedded = embed(action)
      return SinkRelay { link.sink.typed(as: Action.self).send(embedded, origin) }
    }
  }
}

/// The rest of an action's path to the store.
///
/// Each feature that an action passes calls the next. After some features a call returns this
/// instead, so that the stack does not grow with the depth of the features.
@usableFromInline
struct SinkRelay {
  @usableFromInline let next: () -> SinkRelay?

  @inlinable
  init(_ next: @escaping () -> SinkRelay?) {
    self.next = next
  }

  @usableFromInline
  func goOn() {
    var relay: SinkRelay? = self
    while let current = relay { relay = current.next() }
  }
}

/// Holds a sink for one that is many features deeper.
///
/// One link of a chain as long as the features are deep; see ``ReleaseQueue``.
@usableFromInline
final class SinkLink {
  private var held: ErasedSink?

  @usableFromInline
  init(to sink: ErasedSink) {
    held = sink
  }

  @usableFromInline var sink: ErasedSink {
    guard let held else { preconditionFailure("A link holds its sink as long as it is there.") }
    return held
  }

  deinit {
    ReleaseQueue.release(&held)
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
  /// After this many features an action's path returns to where it began; see ``SinkRelay``.
  static let nestedCountMax = 16

  @usableFromInline let embed: (_ sink: ErasedSink, _ isRelaying: Bool) -> ErasedSink

  @inlinable
  init<Child, Parent>(_ embed: @escaping (Child) -> Parent) {
    self.embed = { sink, isRelaying in
      let sink = sink.typed(as: Parent.self)
      return ErasedSink(isRelaying ? sink.relaying(embed) : sink.embedding(embed))
    }
  }
}

extension EffectContext {
  /// Makes the sink for the actions of a child from the one for those of its parent.
  mutating func embed(_ embedding: SinkEmbedding, _ sink: ErasedSink) -> ErasedSink {
    embeddingCount += 1
    let isRelaying = embeddingCount.isMultiple(of: SinkEmbedding.nestedCountMax)
    return embedding.embed(sink, isRelaying)
  }
}

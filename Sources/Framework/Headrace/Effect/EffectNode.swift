/// What an effect does when a store starts it: a tree whose leaves act and whose other nodes modify
/// them.
///
/// There is a class for each kind, and a number identifies the kind. So an `unsafeDowncast` to the
/// class of the kind is safe. Only the leaves know the type of action. So the same code starts all
/// effects, however deeply they are nested; see ``EffectStarter``.
@usableFromInline
class EffectNode {
  @usableFromInline final let kind: EffectKind

  @inlinable
  init(_ kind: EffectKind) {
    self.kind = kind
  }

  /// Starts a leaf.
  ///
  /// Each leaf overrides it, and ``EffectStarter`` calls it only on leaves: see
  /// `AbstractMethodTests`. The type of a leaf's action is unknown here, so a protocol of leaves
  /// would need a dynamic cast at each start. That takes four times as long as this call (it would
  /// add 35 ns to the benchmark rows `Effect.run`).
  func start(in context: __shared EffectContext, to sink: ErasedSink) {
    preconditionFailure("'start(in:to:)' is for '\(Self.self)' to override.")
  }
}

/// The kinds of effects; each has a class, except that the two with several parts share one.
@usableFromInline
enum EffectKind {
  case send, run, cancel
  case cancellable, embedded, scoped, inContext, throttled
  case merge, sequence

  /// Whether the effect contains no others.
  var isLeaf: Bool { self == .send || self == .run || self == .cancel }
}

// MARK: - Leaves

/// Sends an action on, at once.
@usableFromInline
final class SendEffect<Action>: EffectNode {
  @usableFromInline let action: Action

  @inlinable
  init(_ action: Action) {
    self.action = action
    super.init(.send)
  }

  override func start(in context: __shared EffectContext, to sink: ErasedSink) {
    sink.typed(as: Action.self).send(action, context.originOfSend())
  }
}

/// Cancels the effects with an id, in its feature and those below.
@usableFromInline
final class CancelEffect: EffectNode {
  private let id: any CancelID

  @usableFromInline
  init(_ id: any CancelID) {
    self.id = id
    super.init(.cancel)
  }

  override func start(in context: __shared EffectContext, to sink: ErasedSink) {
    if !context.scope.cancelEffects(id: id) {
      context.runtime.noteFailedCancellation(id, startedBy: context.startedBy)
    }
  }
}

// MARK: - Effects Made of Others

/// An effect that modifies another.
@usableFromInline
class WrappingEffect: EffectNode {
  @usableFromInline final let child: EffectNode

  @usableFromInline
  init(_ kind: EffectKind, _ child: EffectNode) {
    self.child = child
    super.init(kind)
  }
}

/// An effect that can be cancelled by an id.
@usableFromInline
final class CancellableEffect: WrappingEffect {
  let id: any CancelID
  let cancelsInFlight: Bool

  @usableFromInline
  init(_ child: EffectNode, id: any CancelID, cancelsInFlight: Bool) {
    self.id = id
    self.cancelsInFlight = cancelsInFlight
    super.init(.cancellable, child)
  }
}

/// An effect whose actions are transformed.
@usableFromInline
final class EmbeddedEffect: WrappingEffect {
  let embedding: SinkEmbedding

  @usableFromInline
  init(_ child: EffectNode, _ embedding: SinkEmbedding) {
    self.embedding = embedding
    super.init(.embedded, child)
  }
}

/// An effect of a child feature.
@usableFromInline
final class ScopedEffect: WrappingEffect {
  let place: ScopePlace
  let embedding: SinkEmbedding
  /// How the child is dismissed, and its dependency values, if it is presented.
  let presentation: PresentedChildContext?

  @usableFromInline
  init(
    _ child: EffectNode, in place: ScopePlace, _ embedding: SinkEmbedding,
    presentation: PresentedChildContext? = nil
  ) {
    self.place = place
    self.embedding = embedding
    self.presentation = presentation
    super.init(.scoped, child)
  }
}

/// An effect that starts in another context.
@usableFromInline
final class InContextEffect: WrappingEffect {
  let change: (inout EffectContext) -> Void

  @usableFromInline
  init(_ child: EffectNode, _ change: @escaping (inout EffectContext) -> Void) {
    self.change = change
    super.init(.inContext, child)
  }
}

/// An effect that starts at once, or at the end of the interval that holds it back; see
/// ``ThrottleWindow``.
final class ThrottledEffect: WrappingEffect {
  let id: any CancelID
  /// Sleeps for the interval.
  let pause: RunEffect<Void>
  let latest: Bool

  init(_ child: EffectNode, id: any CancelID, pause: RunEffect<Void>, latest: Bool) {
    self.id = id
    self.pause = pause
    self.latest = latest
    super.init(.throttled, child)
  }
}

/// Several effects, at once or one after another.
@usableFromInline
final class JoinedEffect: EffectNode {
  let parts: [EffectNode]
  /// Whether it is a debounce: the first part only sleeps, and the second waits for it.
  let isDebounce: Bool

  /// The parts, without the sleep of a debounce.
  var partsThatWork: [EffectNode] { isDebounce ? [parts[1]] : parts }

  @usableFromInline
  init(_ kind: EffectKind, _ parts: [EffectNode], isDebounce: Bool = false) {
    self.parts = parts
    self.isDebounce = isDebounce
    super.init(kind)
  }
}

// MARK: - Wrapping

extension Effect {
  /// The action to send on, if the effect does nothing else.
  @inlinable var sentAction: Action? {
    guard let storage, storage.kind == .send else { return nil }
    // Safe: only a 'SendEffect' is of this kind, and a leaf that is the whole of an effect has the
    // effect's type of action.
    return unsafeDowncast(storage, to: SendEffect<Action>.self).action
  }

  /// Whether the effect does more than send an action on at once.
  @inlinable package var startsSomething: Bool {
    guard let storage else { return false }
    return storage.kind != .send
  }

  /// Changes what an effect starts in.
  @inlinable
  func inContext(_ change: @escaping (inout EffectContext) -> Void) -> Self {
    guard let storage else { return .none }
    return Self(storage: InContextEffect(storage, change))
  }

  /// Makes a child's effect one of its parent's: its actions are embedded, and it lives in the
  /// child's scope.
  @inlinable
  package func scoped<Parent>(
    at place: @autoclosure () -> ScopePlace, embed: @autoclosure () -> (Action) -> Parent
  ) -> Effect<Parent> {
    guard storage != nil else { return .none }
    return scoped(in: place(), by: embed())
  }

  /// Out of line, because most actions have no effect.
  @inlinable
  @inline(never)
  func scoped<Parent>(
    in place: ScopePlace, by embed: @escaping (Action) -> Parent
  ) -> Effect<Parent> {
    guard let storage else { return .none }
    // A child that is always there has no scope that could end first.
    if case .fixed = place, let action = sentAction { return .send(embed(action)) }
    if place.isOfOneCall { return passedToCaller(from: place, by: embed) }
    return Effect<Parent>(storage: ScopedEffect(storage, in: place, SinkEmbedding(embed)))
  }

  /// Makes a child's effect one of the feature that calls the child's parent by hand.
  @usableFromInline
  func passedToCaller<Parent>(
    from place: ScopePlace, by embed: @escaping (Action) -> Parent
  ) -> Effect<Parent> {
    if place.isEndable, startsSomething, storage?.kind != .cancel {
      reportMisuse(
        """
        A reducer that is called by hand has a child with an effect: \
        '\(FeatureName.of(Action.self))'.

        The effect belongs to the caller, so it does not end with the child. Make the caller a \
        'WrapperReducer', which keeps the children of its base, or return '.send' instead of \
        calling the reducer.
        """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    }
    return map(embed)
  }
}

/// What an effect does when a store starts it.
///
/// There is a class for each kind, told from the others by a number. Their methods would be run by
/// generic code, whatever the compiler knows of the types, while closures are compiled where they
/// are made. And an enum in one class for all would have to find its type to be destroyed, which
/// takes as long as to reduce an action.
@usableFromInline
class EffectStorage<Action> {
  @usableFromInline final let kind: EffectKind

  @inlinable
  init(_ kind: EffectKind) {
    self.kind = kind
  }

  /// The action to send on, where the effect does nothing else.
  @inlinable final var sentAction: Action? {
    kind == .send ? unsafeDowncast(self, to: SendEffect<Action>.self).action : nil
  }

  /// Starts the effect: puts what takes time on the runtime's list of effects to launch.
  @inlinable
  final func start(in context: EffectContext, to sink: ActionSink<Action>) {
    switch kind {
    case .send:
      context.send(unsafeDowncast(self, to: SendEffect<Action>.self).action, to: sink)
    case .run:
      RunWork(unsafeDowncast(self, to: RunEffect<Action>.self), in: context, to: sink).start()
    case .cancellable:
      let cancellable = unsafeDowncast(self, to: CancellableEffect<Action>.self)
      cancellable.effect.start(
        in: context.cancellable(by: cancellable.id, cancelsInFlight: cancellable.cancelsInFlight),
        to: sink)
    case .other:
      unsafeDowncast(self, to: OtherEffect<Action>.self).start(context, sink)
    }
  }
}

/// The kinds of effects; each has its class.
@frozen
@usableFromInline
enum EffectKind {
  case send, run, cancellable, other
}

/// Sends an action on, at once.
@usableFromInline
final class SendEffect<Action>: EffectStorage<Action> {
  @usableFromInline let action: Action

  @inlinable
  init(_ action: Action) {
    self.action = action
    super.init(.send)
  }
}

/// Does what another effect does, and can be cancelled by an id.
@usableFromInline
final class CancellableEffect<Action>: EffectStorage<Action> {
  @usableFromInline let effect: EffectStorage<Action>
  @usableFromInline let id: CancelID
  @usableFromInline let cancelsInFlight: Bool

  @inlinable
  init(_ effect: EffectStorage<Action>, id: CancelID, cancelsInFlight: Bool) {
    self.effect = effect
    self.id = id
    self.cancelsInFlight = cancelsInFlight
    super.init(.cancellable)
  }
}

/// Does anything else.
@usableFromInline
final class OtherEffect<Action>: EffectStorage<Action> {
  @usableFromInline let start: (EffectContext, ActionSink<Action>) -> Void

  @inlinable
  init(_ start: @escaping (EffectContext, ActionSink<Action>) -> Void) {
    self.start = start
    super.init(.other)
  }
}

/// Where, for whom and with what an effect runs; gathered on the way from the root to the effect.
@usableFromInline
struct EffectContext {
  /// The feature that it belongs to.
  @usableFromInline var scope: EffectScope
  /// What the awaiting sender waits for.
  @usableFromInline let group: EffectGroup
  /// The step of a concatenation that it is part of.
  @usableFromInline var step: EffectStep?
  /// The ids by which it can be cancelled.
  @usableFromInline var cancelIDs: CancelID?
  /// The dependency values that it runs with.
  @usableFromInline var dependencies: DependencyStorage
  /// The action that started it.
  @usableFromInline let startedBy: ActionID

  @usableFromInline var runtime: StoreRuntime { group.runtime }

  @inlinable
  init(
    scope: EffectScope, group: EffectGroup, dependencies: DependencyValues, startedBy: ActionID
  ) {
    self.scope = scope
    self.group = group
    self.dependencies = dependencies.storage
    self.startedBy = startedBy
  }

  /// Sends an action on behalf of the effect.
  @inlinable
  func send<Action>(_ action: Action, to sink: ActionSink<Action>) {
    sink.send(action, originOfSend())
  }

  /// Where an action comes from that is sent at once.
  @usableFromInline
  func originOfSend() -> EffectOrigin {
    guard cancelIDs != nil else { return EffectOrigin(in: self, endsWithAction: true) }
    let record = EffectRecord(in: self, endsWithAction: true)
    runtime.register(record)
    return record
  }

  /// Cancels the effects with an id, of this feature and those below.
  @usableFromInline
  func cancelEffects(id: CancelID) {
    scope.cancelEffects(id: id)
  }

  /// The same for effects that can be cancelled by one more id.
  @usableFromInline
  func cancellable(by id: CancelID, cancelsInFlight: Bool) -> EffectContext {
    if cancelsInFlight { cancelEffects(id: id) }
    var context = self
    context.cancelIDs = cancelIDs.map { id.below($0) } ?? id
    return context
  }

  /// Starts effects of a child feature, in the child's scope.
  ///
  /// Nothing happens where the effect belongs to a value that was replaced while the action was
  /// reduced.
  @usableFromInline
  func inChild(at place: ScopePlace, _ start: (EffectContext) -> Void) {
    guard let child = scope.makeChild(at: place) else { return }
    // Held while its effects start: the first of them may leave the scope idle again.
    child.retain()
    var inner = self
    inner.scope = child
    start(inner)
    child.release()
  }
}

/// Takes the actions of effects.
///
/// Unchecked: called on the store's actor alone.
@frozen
@usableFromInline
struct ActionSink<Action>: @unchecked Sendable {
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

// MARK: - Wrapping

extension Effect {
  /// An effect that does something when it starts.
  @inlinable
  static func starting(
    _ start: @escaping (EffectContext, ActionSink<Action>) -> Void
  ) -> Self {
    Self(storage: OtherEffect(start))
  }

  /// Changes what an effect starts in.
  @inlinable
  func inContext(_ change: @escaping (inout EffectContext) -> Void) -> Self {
    guard let storage else { return .none }
    return .starting { context, sink in
      var context = context
      change(&context)
      storage.start(in: context, to: sink)
    }
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

  /// Apart from the way of every action, which mostly has no effect.
  @inlinable
  @inline(never)
  func scoped<Parent>(
    in place: ScopePlace, by embed: @escaping (Action) -> Parent
  ) -> Effect<Parent> {
    guard let storage else { return .none }
    // A child that is always there has no scope that could end first.
    if case .fixed = place, let action = storage.sentAction { return .send(embed(action)) }
    return .starting { context, sink in
      context.inChild(at: place) { storage.start(in: $0, to: sink.embedding(embed)) }
    }
  }
}

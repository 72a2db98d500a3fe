/// What an effect does when a store starts it.
@usableFromInline
class EffectStorage<Action> {
  init() {}

  /// Starts the effect: puts what takes time on the runtime's list of effects to launch.
  func start(in context: EffectContext<Action>) {
    preconditionFailure("'start(in:)' of '\(Self.self)' is not implemented.")
  }
}

/// Where, for whom and with what an effect runs; gathered on the way from the root to the effect.
struct EffectContext<Action> {
  let runtime: StoreRuntime
  /// Where its actions go.
  let sink: ActionSink<Action>
  /// The feature that it belongs to.
  var scope: EffectScope
  /// What the awaiting sender waits for.
  let group: EffectGroup
  /// The step of a concatenation that it is part of.
  var step: EffectStep?
  /// The ids by which it can be cancelled.
  var cancelIDs: [AnyHashable] = []
  /// The dependency values that it runs with.
  var dependencies: DependencyValues
  /// The action that started it.
  let startedBy: ActionID

  func replacing<Other>(sink: ActionSink<Other>, scope: EffectScope) -> EffectContext<Other> {
    EffectContext<Other>(
      runtime: runtime, sink: sink, scope: scope, group: group, step: step, cancelIDs: cancelIDs,
      dependencies: dependencies, startedBy: startedBy)
  }
}

/// Takes the actions of effects, on the store's actor.
class ActionSink<Action> {
  func send(_ action: Action, from origin: EffectOrigin) {
    preconditionFailure("'send(_:from:)' of '\(Self.self)' is not implemented.")
  }
}

/// Embeds a child's action in its parent's.
final class MappedSink<Child, Parent>: ActionSink<Child> {
  private let parent: ActionSink<Parent>
  private let embed: (Child) -> Parent

  init(_ parent: ActionSink<Parent>, _ embed: @escaping (Child) -> Parent) {
    self.parent = parent
    self.embed = embed
  }

  override func send(_ action: Child, from origin: EffectOrigin) {
    parent.send(embed(action), from: origin)
  }
}

/// The effect that an action comes from, and all that could have ended it in the meantime.
struct EffectOrigin {
  let scope: EffectScope
  let group: EffectGroup
  /// The effect; `nil` for a `.send` that no id can cancel.
  let record: EffectRecord?
  /// The step of a concatenation that goes on once the action is reduced.
  var step: EffectStep?
  /// Whether the effect is over once the action is reduced.
  var endsWithAction = false

  var isEnded: Bool {
    record?.isCancelled ?? false || group.isCancelled || scope.isEnded
  }

  /// Called when the action begins to wait.
  func enter() {
    scope.retain()
    group.begin()
    step?.begin()
  }

  /// Called when the action has had its turn.
  func leave() {
    if endsWithAction { record?.finish() }
    scope.release()
    step?.end()
    group.end()
  }
}

// MARK: - Leaves

final class SendEffect<Action>: EffectStorage<Action> {
  private let action: Action

  init(_ action: Action) {
    self.action = action
  }

  override func start(in context: EffectContext<Action>) {
    var record: EffectRecord?
    if !context.cancelIDs.isEmpty {
      let waiting = EffectRecord(in: context)
      context.runtime.register(waiting)
      record = waiting
    }
    context.sink.send(
      action,
      from: EffectOrigin(
        scope: context.scope, group: context.group, record: record, step: context.step,
        endsWithAction: true))
  }
}

final class RunEffect<Action>: EffectStorage<Action> {
  let name: String?
  let priority: TaskPriority?
  let overflow: EffectOverflow
  let operation: @Sendable (Send<Action>) async throws -> Void
  let handler: (@Sendable (any Error, Send<Action>) async -> Void)?
  let site: CallSite

  init(
    name: String?, priority: TaskPriority?, overflow: EffectOverflow,
    operation: @escaping @Sendable (Send<Action>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Action>) async -> Void)?, site: CallSite
  ) {
    self.name = name
    self.priority = priority
    self.overflow = overflow
    self.operation = operation
    self.handler = handler
    self.site = site
  }

  override func start(in context: EffectContext<Action>) {
    let record = RunRecord(self, in: context)
    context.runtime.register(record)
    context.runtime.launchLater(record)
  }
}

// MARK: - Combinations

final class MergedEffects<Action>: EffectStorage<Action> {
  private let parts: [EffectStorage<Action>]

  init(_ parts: [EffectStorage<Action>]) {
    self.parts = parts
  }

  override func start(in context: EffectContext<Action>) {
    for part in parts { part.start(in: context) }
  }
}

final class ConcatenatedEffects<Action>: EffectStorage<Action> {
  private let parts: [EffectStorage<Action>]

  init(_ parts: [EffectStorage<Action>]) {
    self.parts = parts
  }

  override func start(in context: EffectContext<Action>) {
    let step = SequenceStep(parts, in: context)
    context.runtime.register(step.record)
    step.startNext()
  }
}

// MARK: - Wrappers

final class MappedEffect<Child, Parent>: EffectStorage<Parent> {
  private let child: EffectStorage<Child>
  private let embed: (Child) -> Parent

  init(_ child: EffectStorage<Child>, _ embed: @escaping (Child) -> Parent) {
    self.child = child
    self.embed = embed
  }

  override func start(in context: EffectContext<Parent>) {
    child.start(
      in: context.replacing(sink: MappedSink(context.sink, embed), scope: context.scope))
  }
}

/// An effect of a child feature: its actions are embedded, and it lives in the child's scope.
@usableFromInline
final class ScopedEffect<Child, Parent>: EffectStorage<Parent> {
  private let child: EffectStorage<Child>
  private let place: ScopePlace
  private let embed: (Child) -> Parent

  @usableFromInline
  init(
    _ child: EffectStorage<Child>, at place: ScopePlace, embed: @escaping (Child) -> Parent
  ) {
    self.child = child
    self.place = place
    self.embed = embed
  }

  override func start(in context: EffectContext<Parent>) {
    // Without a scope the effect belongs to a value that was replaced while the action was reduced.
    guard let scope = context.scope.makeChild(at: place) else { return }
    // Held while its effects start: the first of them may leave the scope idle again.
    scope.retain()
    child.start(in: context.replacing(sink: MappedSink(context.sink, embed), scope: scope))
    scope.release()
  }
}

final class CancellableEffect<Action>: EffectStorage<Action> {
  private let base: EffectStorage<Action>
  private let id: AnyHashable
  private let cancelInFlight: Bool

  init(_ base: EffectStorage<Action>, id: some Hashable & Sendable, cancelInFlight: Bool) {
    self.base = base
    self.id = AnyHashable(id)
    self.cancelInFlight = cancelInFlight
  }

  override func start(in context: EffectContext<Action>) {
    if cancelInFlight { context.scope.cancelEffects(id: id) }
    var context = context
    context.cancelIDs.append(id)
    base.start(in: context)
  }
}

final class CancelEffect<Action>: EffectStorage<Action> {
  private let id: AnyHashable

  init(id: some Hashable & Sendable) {
    self.id = AnyHashable(id)
  }

  override func start(in context: EffectContext<Action>) {
    context.scope.cancelEffects(id: id)
  }
}

/// An effect of a subtree whose dependencies are overridden.
@usableFromInline
final class DependentEffect<Action>: EffectStorage<Action> {
  private let base: EffectStorage<Action>
  private let dependencies: DependencyValues

  @usableFromInline
  init(_ base: EffectStorage<Action>, dependencies: DependencyValues) {
    self.base = base
    self.dependencies = dependencies
  }

  override func start(in context: EffectContext<Action>) {
    var context = context
    context.dependencies = dependencies
    base.start(in: context)
  }
}

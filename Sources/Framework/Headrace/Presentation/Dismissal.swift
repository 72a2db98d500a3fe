/// How the feature of a scope is dismissed: by an action to its parent.
struct Dismissal {
  let send: (EffectOrigin) -> Void
}

extension EffectScope {
  /// How the nearest presentation, of this scope or of one around it, is left.
  var nearestDismissal: Dismissal? {
    var scope: EffectScope? = self
    while let current = scope {
      if let dismissal = current.dismissal { return dismissal }
      scope = current.parent
    }
    return nil
  }
}

extension StoreRuntime {
  /// Lets the store's own feature be dismissed, as if the store were presented.
  ///
  /// - Parameter body: Called on the store's actor when it asks for it.
  package final func onDismissalOfRoot(_ body: @escaping () -> Void) {
    rootScope.dismissal = Dismissal { _ in body() }
  }
}

/// The effect that may ask for the dismissal of its feature.
struct DismissalTarget: Sendable {
  let record: EffectRecord

  func dismiss() async {
    guard let owner = record.runtime.owner else { return }
    await dismiss(on: owner)
  }

  /// Sends the action as the effect would: after the effect is cancelled it is a late send, as when
  /// the feature is gone already.
  private func dismiss(on owner: isolated any Actor) {
    if record.isCancelled { return record.runtime.dropLateSend(of: record) }
    let origin = EffectOrigin(scope: record.scope, group: record.group, record: record)
    record.scope.nearestDismissal?.send(origin)
  }
}

/// An effect of a child that is presented, and can therefore be dismissed.
@usableFromInline
final class PresentedEffect<Child, Parent>: EffectStorage<Parent> {
  private let child: EffectStorage<Child>
  private let place: ScopePlace
  private let dependencies: DependencyValues
  private let dismissAction: () -> Parent
  private let embed: (Child) -> Parent

  @usableFromInline
  init(
    _ child: EffectStorage<Child>, at place: ScopePlace, dependencies: DependencyValues,
    dismissAction: @escaping () -> Parent, embed: @escaping (Child) -> Parent
  ) {
    self.child = child
    self.place = place
    self.dependencies = dependencies
    self.dismissAction = dismissAction
    self.embed = embed
  }

  override func start(in context: EffectContext<Parent>) {
    // Without a scope the effect belongs to a value that was replaced while the action was reduced.
    guard let scope = context.scope.makeChild(at: place) else { return }
    // Held while its effects start: the first of them may leave the scope idle again.
    scope.retain()
    if scope.dismissal == nil {
      let sink = context.sink
      scope.dismissal = Dismissal { [dismissAction] in sink.send(dismissAction(), from: $0) }
    }
    var inner = context.replacing(sink: MappedSink(context.sink, embed), scope: scope)
    inner.dependencies = dependencies
    child.start(in: inner)
    scope.release()
  }
}

extension Effect {
  /// Makes the effect of a child that is presented one of its parent's.
  ///
  /// - Parameters:
  ///   - place: The child's place.
  ///   - dependencies: The values of the child, from `DependencyValues.presented()`.
  ///   - dismissAction: Makes the action by which the parent's reducer takes the child away.
  ///   - embed: Embeds the child's actions.
  @inlinable
  package func presented<Parent>(
    at place: @autoclosure () -> ScopePlace, dependencies: DependencyValues,
    dismissAction: @autoclosure () -> () -> Parent, embed: @autoclosure () -> (Action) -> Parent
  ) -> Effect<Parent> {
    guard let storage else { return .none }
    return Effect<Parent>(
      storage: PresentedEffect(
        storage, at: place(), dependencies: dependencies, dismissAction: dismissAction(),
        embed: embed()))
  }
}

/// How the feature of a scope is dismissed: by an action to its parent.
struct Dismissal {
  let send: (EffectOrigin) -> Void
}

extension EffectScope {
  /// Whether this feature, or one around it, is presented.
  var isDismissable: Bool { dismissal != nil || parent?.isDismissable == true }

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
  let record: RunRecord

  func dismiss() async {
    guard let owner = record.runtime.owner else { return }
    await dismiss(on: owner)
  }

  /// Sends the action as the effect would: after the effect is cancelled or has ended it is a late
  /// send, as when the feature is gone already.
  private func dismiss(on owner: isolated any Actor) {
    guard record.isWanted() else { return record.dropDismissal() }
    record.scope.nearestDismissal?.send(record)
  }
}

extension EffectContext {
  /// Starts effects of a child that is presented, and can therefore be dismissed.
  @usableFromInline
  func inPresentedChild(
    at place: ScopePlace, dependencies: DependencyValues,
    dismiss: @escaping (EffectOrigin) -> Void, _ start: (EffectContext) -> Void
  ) {
    inChild(at: place) { context in
      if context.scope.dismissal == nil { context.scope.dismissal = Dismissal(send: dismiss) }
      var context = context
      context.dependencies = dependencies.storage
      start(context)
    }
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
    let (place, dismissAction, embed) = (place(), dismissAction(), embed())
    return .starting { context, sink in
      context.inPresentedChild(
        at: place, dependencies: dependencies, dismiss: { sink.send(dismissAction(), $0) }
      ) { storage.start(in: $0, to: sink.embedding(embed)) }
    }
  }
}

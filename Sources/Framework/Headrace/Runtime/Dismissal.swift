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

/// What the effects of a child that is presented have beside those of others.
@usableFromInline
struct Presentation {
  let dependencies: DependencyStorage
  private let dismiss: (ErasedSink, EffectOrigin) -> Void

  @usableFromInline
  init(
    dependencies: DependencyValues, dismiss: @escaping (ErasedSink, EffectOrigin) -> Void
  ) {
    self.dependencies = dependencies.storage
    self.dismiss = dismiss
  }

  /// How the child is dismissed by its parent.
  func makeDismissal(_ sink: ErasedSink) -> Dismissal {
    Dismissal { [dismiss] in dismiss(sink, $0) }
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
    let presentation = Presentation(dependencies: dependencies) { sink, origin in
      sink.typed(as: Parent.self).deliver(dismissAction(), from: origin)
    }
    return Effect<Parent>(
      storage: ScopedEffect(
        storage, in: place, SinkEmbedding(embed), presentation: presentation))
  }
}

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

/// What the effects of a presented child start with, and those of other children don't: dependency
/// values of their own, and a way to be dismissed.
@usableFromInline
struct PresentedChildContext {
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
  /// Makes the effect of a presented child an effect of its parent.
  ///
  /// - Parameters:
  ///   - place: The child's place.
  ///   - dependencies: The values of the child, from `DependencyValues.presented()`.
  ///   - dismissAction: Makes the action that makes the parent's reducer remove the child.
  ///   - embed: Embeds a child's action in the parent's.
  @inlinable
  package func presented<Parent>(
    at place: @autoclosure () -> ScopePlace, dependencies: DependencyValues,
    dismissAction: @autoclosure () -> () -> Parent, embed: @autoclosure () -> (Action) -> Parent
  ) -> Effect<Parent> {
    guard let storage else { return .none }
    let (place, dismissAction, embed) = (place(), dismissAction(), embed())
    if place.isOfOneCall {
      return passedToCaller(from: place, by: embed)
        .inContext { $0.dependencies = dependencies.storage }
    }
    let presentation = PresentedChildContext(dependencies: dependencies) { sink, origin in
      sink.typed(as: Parent.self).send(dismissAction(), origin)
    }
    return Effect<Parent>(
      storage: ScopedEffect(
        storage, in: place, SinkEmbedding(embed), presentation: presentation))
  }
}

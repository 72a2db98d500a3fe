// MARK: - Effects of Child Features

extension Effect {
  /// The action to send, if the effect does nothing else.
  @inlinable var sentAction: Action? {
    if case .send(let action) = storage { action } else { nil }
  }

  /// True if the effect does more than send an action immediately.
  @inlinable package var startsSomething: Bool {
    if case .send = storage { false } else { storage != nil }
  }

  /// Returns the effect with a change to the context that it starts in.
  @inlinable
  func inContext(_ change: @escaping (inout EffectContext) -> Void) -> Self {
    guard let storage else { return .none }
    return Self(storage: .inContext(storage, change))
  }

  /// Returns the effect with a mark on all its parts, which a host reads in
  /// ``StoreCore/launchHeld(_:)``.
  package func marked(_ mark: any Sendable) -> Self { inContext { $0.mark = mark } }

  /// Returns an effect that only calls a function, immediately, on the store's actor.
  package static func call(_ body: @escaping (DependencyValues) -> Void) -> Self {
    func work() -> EffectWork<Action> {
      .embedded { context, _ in
        body(DependencyValues(storage: context.dependencies))
      } removing: { search in
        search.leftCount += 1
        return work()
      }
    }
    return Self(storage: work())
  }

  /// Turns a child's effect into one of its parent: its actions are embedded, and it lives in the
  /// child's scope.
  ///
  /// - Parameter site: The line of the operator, if the child can end.
  @inlinable
  package func scoped<Parent>(
    at place: @autoclosure () -> ScopePlace, site: CallSite? = nil,
    embed: @autoclosure () -> (Action) -> Parent
  ) -> Effect<Parent> {
    guard let storage else { return .none }
    let (place, embed) = (place(), embed())
    // A child that always exists has no scope that could end first.
    if case .fixed = place, let action = sentAction { return .send(embed(action)) }
    if place.isOfCallByHand { return passedToCaller(at: site, by: embed) }
    return Effect<Parent>(storage: .embedding(storage, at: place, by: embed))
  }

  /// Turns the effect of a presented child into an effect of its parent.
  ///
  /// - Parameters:
  ///   - place: The child's place.
  ///   - site: The line of the operator.
  ///   - dependencies: The values of the child, from `DependencyValues.presented()`.
  ///   - dismissAction: Creates the action on which the parent's reducer removes the child.
  ///   - embed: Embeds a child's action in the parent's.
  @inlinable
  package func presented<Parent>(
    at place: @autoclosure () -> ScopePlace, site: CallSite, dependencies: DependencyValues,
    dismissAction: @autoclosure () -> () -> Parent, embed: @autoclosure () -> (Action) -> Parent
  ) -> Effect<Parent> {
    guard let storage else { return .none }
    let (place, dismissAction, embed) = (place(), dismissAction(), embed())
    if place.isOfCallByHand {
      return passedToCaller(at: site, by: embed)
        .inContext { $0.dependencies = dependencies.storage }
    }
    return Effect<Parent>(
      storage: .embedding(
        storage, at: place, by: embed, presentation: (dependencies, dismissAction)))
  }

  /// Turns a child's effect into one of the feature that calls the child's parent by hand.
  ///
  /// - Parameter site: The line of the child's operator; `nil` if the child can't end.
  @usableFromInline
  func passedToCaller<Parent>(
    at site: CallSite?, by embed: @escaping (Action) -> Parent
  ) -> Effect<Parent> {
    var isCancellation = false
    if case .cancel = storage { isCancellation = true }
    if let site, startsSomething, !isCancellation {
      reportMisuse(
        """
        A reducer that is called by hand has a child with an effect: \
        '\(featureName(declaring: Action.self))'.

        The effect belongs to the caller, so it does not end with the child. Make the caller a \
        'WrapperReducer', which keeps the children of its base, or return '.send' instead of \
        calling the reducer.
        """, at: site)
    }
    return map(embed)
  }
}

extension EffectWork {
  /// Returns an effect whose actions are embedded in others, in a child's scope if it has a place.
  ///
  /// - Parameters:
  ///   - place: The place of the child; `nil` if the effect stays in its feature.
  ///   - presentation: For a presented child, its dependency values and the action that dismisses
  ///     it.
  @usableFromInline
  static func embedding<Child>(
    _ work: EffectWork<Child>, at place: ScopePlace? = nil, by embed: @escaping (Child) -> Action,
    presentation: (dependencies: DependencyValues, dismissAction: () -> Action)? = nil
  ) -> EffectWork {
    .embedded { context, sink in
      let embeddingSink = { sink(embed($0), $1) }
      guard let place else { return work.start(in: context, to: embeddingSink) }
      // If the child was replaced by another while the action was reduced, nothing is started.
      guard let child = context.makeChild(at: place) else { return }
      child.retain()
      defer { child.release() }
      var context = context
      context.scope = child
      if let presentation {
        context.dependencies = presentation.dependencies.storage
        if child.dismissal == nil {
          child.dismissal = { sink(presentation.dismissAction(), $0) }
        }
      }
      work.start(in: context, to: embeddingSink)
    } removing: { search in
      let (scope, isWithin) = (search.scope, search.isWithin)
      defer { (search.scope, search.isWithin) = (scope, isWithin) }
      if let place {
        // A child without a scope is not the cancelling feature, and has none below it.
        search.scope = scope?.existingChild(at: place)
        if search.scope === search.feature { search.isWithin = true }
      }
      return .embedding(
        work.removing(&search), at: place, by: embed, presentation: presentation)
    }
  }
}

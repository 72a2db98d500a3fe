/// An effect whose actions are embedded in those of another type.
@usableFromInline
protocol EmbeddedWork<Parent> {
  associatedtype Parent

  func start(in context: EffectContext, to sink: ActionSink<Parent>)
  /// The effect without the parts with an id; `nil` if it has no such part.
  func removing(_ search: PartSearch) -> (any EmbeddedWork<Parent>)?
  var hasWork: Bool { get }
  func hasID(where condition: (CancelID) -> Bool) -> Bool
}

/// An effect with other actions, or of a child feature.
@usableFromInline
struct Embedding<Child, Parent>: EmbeddedWork {
  var work: EffectWork<Child>
  let embed: (Child) -> Parent
  /// Where the child is; `nil` if the effect stays in its feature.
  let place: ScopePlace?
  /// For a presented child, its dependency values and the action that dismisses it.
  let presentation: (dependencies: DependencyValues, dismissAction: () -> Parent)?

  @usableFromInline
  init(
    _ work: EffectWork<Child>, at place: ScopePlace? = nil, by embed: @escaping (Child) -> Parent,
    presentation: (dependencies: DependencyValues, dismissAction: () -> Parent)? = nil
  ) {
    self.work = work
    self.embed = embed
    self.place = place
    self.presentation = presentation
  }

  /// Starts the effect. If the child was replaced by another while the action was reduced, nothing
  /// starts.
  @usableFromInline
  func start(in context: EffectContext, to sink: ActionSink<Parent>) {
    guard let place else { return work.start(in: context, to: sink.embedding(embed)) }
    guard let child = context.makeChild(at: place) else { return }
    child.retain()
    defer { child.release() }
    var context = context
    context.scope = child
    if let presentation {
      context.dependencies = presentation.dependencies.storage
      if child.dismissal == nil {
        child.dismissal = { sink.send(presentation.dismissAction(), $0) }
      }
    }
    work.start(in: context, to: sink.embedding(embed))
  }

  @usableFromInline
  func removing(_ search: PartSearch) -> (any EmbeddedWork<Parent>)? {
    var search = search
    if let place {
      // If the child has no scope yet, it is not the feature that cancels, and has none below it.
      let child = search.scope.existingChild(at: place)
      guard search.isWithin || child != nil else { return nil }
      if child === search.feature { search.isWithin = true }
      search.scope = child ?? search.scope
    }
    guard let rest = work.removing(search) else { return nil }
    var result = self
    result.work = rest
    return result
  }

  @usableFromInline var hasWork: Bool { work.hasWork }

  @usableFromInline
  func hasID(where condition: (CancelID) -> Bool) -> Bool { work.hasID(where: condition) }
}

// MARK: - Effects of Child Features

extension Effect {
  /// The action to send on, if the effect does nothing else.
  @inlinable var sentAction: Action? {
    if case .send(let action) = storage { action } else { nil }
  }

  /// Whether the effect does more than send an action on at once.
  @inlinable package var startsSomething: Bool {
    if case .send = storage { false } else { storage != nil }
  }

  /// Changes what an effect starts in.
  @inlinable
  func inContext(_ change: @escaping (inout EffectContext) -> Void) -> Self {
    guard let storage else { return .none }
    return Self(storage: .inContext(storage, change))
  }

  /// Makes a child's effect one of its parent's: its actions are embedded, and it lives in the
  /// child's scope.
  @inlinable
  package func scoped<Parent>(
    at place: @autoclosure () -> ScopePlace, embed: @autoclosure () -> (Action) -> Parent
  ) -> Effect<Parent> {
    guard let storage else { return .none }
    let (place, embed) = (place(), embed())
    // A child that is always there has no scope that could end first.
    if case .fixed = place, let action = sentAction { return .send(embed(action)) }
    if place.isOfOneCall { return passedToCaller(from: place, by: embed) }
    return Effect<Parent>(storage: .embedded(Embedding(storage, at: place, by: embed)))
  }

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
    return Effect<Parent>(
      storage: .embedded(
        Embedding(
          storage, at: place, by: embed, presentation: (dependencies, dismissAction))))
  }

  /// Makes a child's effect one of the feature that calls the child's parent by hand.
  @usableFromInline
  func passedToCaller<Parent>(
    from place: ScopePlace, by embed: @escaping (Action) -> Parent
  ) -> Effect<Parent> {
    var isCancellation = false
    if case .cancel = storage { isCancellation = true }
    if place.isEndable, startsSomething, !isCancellation {
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

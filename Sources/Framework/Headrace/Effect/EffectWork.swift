/// The work of an effect when a store starts it, as data.
@usableFromInline
enum EffectWork<Action> {
  /// Sends an action immediately.
  indirect case send(Action)
  /// Runs asynchronous work.
  case run(RunWork<Action>)
  /// Cancels the effects with an id, in its feature and those below.
  indirect case cancel(CancelID)
  /// Starts several effects concurrently; empty if all parts of a waiting effect were cancelled.
  indirect case merge([EffectWork])
  /// Runs effects one after another.
  indirect case concatenate([EffectWork])
  /// Starts an effect after a pause.
  indirect case debounce(EffectWork, pause: RunWork<Action>)
  /// Starts an effect immediately, or at the end of the interval that delays it.
  indirect case throttle(EffectWork, Throttle<Action>)
  /// Makes an effect cancellable by an id.
  indirect case cancellable(EffectWork, id: CancelID, cancelInFlight: Bool)
  /// An effect with other actions, or of a child feature; see `embedding(_:at:by:presentation:)`.
  indirect case embedded(
    start: (EffectContext, @escaping ActionSink<Action>) -> Void,
    removing: (inout PartSearch) -> EffectWork)
  /// Starts an effect in another context.
  indirect case inContext(EffectWork, (inout EffectContext) -> Void)
}

/// The parameters of a throttle, for effects with an id.
///
/// They are the id, the work that sleeps for the interval, and a flag: if true, the last of the
/// effects held back starts, otherwise the first.
@usableFromInline
typealias Throttle<Action> = (id: CancelID, pause: RunWork<Action>, latest: Bool)

// MARK: - Starting

extension EffectWork {
  /// Starts the effect and all its parts.
  ///
  /// The code runs on the store's actor while the store is busy. Launching the started tasks and
  /// reducing actions come afterwards. Authors' code may run inside it (`onCancel` handlers,
  /// instruments, `deinit`s) and end the feature or the store; then nothing more is started.
  ///
  /// - Precondition: The caller keeps the scope in the tree until this returns. Otherwise a first
  ///   part that ends immediately would remove the scope before the second one starts.
  @usableFromInline
  func start(in context: EffectContext, to sink: @escaping ActionSink<Action>) {
    guard !context.isCutOff else { return }
    switch self {
    case .send(let action): sink(action, context.recordOfSend())
    case .run(let work): work.makeRecord(in: context, to: sink).register()
    case .cancel(let id): context.cancelEffects(id: id)
    case .merge(let parts): Self.startAll(parts, in: context, to: sink)
    case .concatenate(let parts): SequenceRecord(parts, in: context, to: sink).start()
    case .debounce(let work, let pause):
      WaitingRecord(work, pause, in: context, to: sink).sleep()
    case .throttle(let work, let throttle):
      WaitingRecord.throttle(work, throttle, in: context.cancellable(by: throttle.id), to: sink)
    case .cancellable(let work, let id, let cancelInFlight):
      if cancelInFlight { context.scope.cancelEffects(id: id) }
      work.start(in: context.cancellable(by: id), to: sink)
    case .embedded(let start, _): start(context, sink)
    case .inContext(let work, let change):
      var context = context
      change(&context)
      work.start(in: context, to: sink)
    }
  }

  /// Starts the parts of a merge.
  ///
  /// Merges within merges take no stack, because authors merge the effects of a loop one by one.
  private static func startAll(
    _ parts: [EffectWork], in context: EffectContext, to sink: @escaping ActionSink<Action>
  ) {
    var waiting = Array(parts.reversed())
    while let part = waiting.popLast() {
      if case .merge(let inner) = part {
        waiting += inner.reversed()
      } else {
        part.start(in: context, to: sink)
      }
    }
  }
}

// MARK: - Effects of Other Features

extension EffectWork {
  /// Returns an effect with other actions, or of a child feature.
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

// MARK: - Cancelling Waiting Parts

extension EffectWork {
  /// Returns the effect without the parts that a search matches.
  func removing(_ search: inout PartSearch) -> EffectWork {
    switch self {
    case .send, .run, .cancel:
      search.leftCount += 1
      return self
    case .merge(let parts): return .merge(parts.map { $0.removing(&search) })
    case .concatenate(let parts): return .concatenate(parts.map { $0.removing(&search) })
    case .debounce(let work, let pause): return .debounce(work.removing(&search), pause: pause)
    case .throttle(let work, let throttle):
      if search.removes(throttle.id) { return .merge([]) }
      let leftBefore = search.leftCount
      let rest = work.removing(&search)
      // If nothing is left to start, no interval begins.
      return search.leftCount > leftBefore ? .throttle(rest, throttle) : .merge([])
    case .cancellable(let work, let id, let cancelInFlight):
      if search.removes(id) { return .merge([]) }
      return .cancellable(work.removing(&search), id: id, cancelInFlight: cancelInFlight)
    case .embedded(_, let removing): return removing(&search)
    case .inContext(let work, let change): return .inContext(work.removing(&search), change)
    }
  }
}

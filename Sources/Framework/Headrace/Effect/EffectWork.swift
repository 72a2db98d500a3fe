/// What an effect does when a store starts it, as data.
@usableFromInline
indirect enum EffectWork<Action> {
  /// Sends an action on, at once.
  case send(Action)
  /// Runs asynchronous work.
  case run(RunWork<Action>)
  /// Cancels the effects with an id, in its feature and those below.
  case cancel(CancelID)
  /// Starts several effects at once; none, if all parts of a waiting effect were cancelled.
  case merge([EffectWork])
  /// Runs effects one after another.
  case concatenate([EffectWork])
  /// Starts an effect after a pause.
  case debounce(EffectWork, pause: RunWork<Action>)
  /// Starts an effect at once, or at the end of the interval that holds it back.
  case throttle(EffectWork, Throttle)
  /// Can be cancelled by an id.
  case cancellable(EffectWork, id: CancelID, cancelInFlight: Bool)
  /// An effect with other actions, or of a child feature.
  case embedded(any EmbeddedWork<Action>)
  /// Starts an effect in another context.
  case inContext(EffectWork, (inout EffectContext) -> Void)
}

/// How effects with an id are throttled.
@usableFromInline
struct Throttle {
  let id: CancelID
  /// Sleeps for the interval.
  let pause: RunWork<Void>
  /// Whether the last of the effects held back starts, or the first.
  let latest: Bool
}

// MARK: - Starting

extension EffectWork {
  /// Starts the effect and all that it is made of.
  ///
  /// The code runs on the store's actor while the store is busy. Launching what it starts and
  /// reducing actions come afterwards. Authors' code may run inside it (`onCancel` handlers,
  /// instruments, `deinit`s) and end the feature or the store; then nothing more is started.
  ///
  /// - Precondition: The caller keeps the scope in the tree until this returns. Otherwise a first
  ///   part that ends at once would remove the scope before the second one starts.
  @usableFromInline
  func start(in context: EffectContext, to sink: ActionSink<Action>) {
    guard !context.isCutOff else { return }
    switch self {
    case .send(let action): sink.send(action, context.recordOfSend())
    case .run(let work): work.makeRecord(in: context, to: sink).register()
    case .cancel(let id): context.cancelEffects(id: id)
    case .merge(let parts): Self.startAll(parts, in: context, to: sink)
    case .concatenate(let parts): SequenceRecord(parts, in: context, to: sink).start()
    case .debounce(let work, let pause):
      SequenceRecord([.run(pause), work], isDebounce: true, in: context, to: sink).start()
    case .throttle(let work, let throttle):
      ThrottleWindow.start(work, throttle, in: context, to: sink)
    case .cancellable(let work, let id, let cancelInFlight):
      if cancelInFlight { context.scope.cancelEffects(id: id) }
      work.start(in: context.cancellable(by: id), to: sink)
    case .embedded(let work): work.start(in: context, to: sink)
    case .inContext(let work, let change):
      var context = context
      change(&context)
      work.start(in: context, to: sink)
    }
  }

  /// Starts the parts of a merge. Merges within merges take no stack, because authors merge the
  /// effects of a loop one by one.
  private static func startAll(
    _ parts: [EffectWork], in context: EffectContext, to sink: ActionSink<Action>
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

// MARK: - Cancelling Parts That Wait

/// Where parts of a waiting effect are to be cancelled.
@usableFromInline
struct PartSearch {
  let id: CancelID
  /// The feature that cancels.
  let feature: _EffectScope
  /// The scope of the part; that of the nearest feature above it which has one.
  var scope: _EffectScope
  /// Whether the part belongs to the feature, or to one below it.
  var isWithin: Bool
}

extension EffectWork {
  /// The effect without the parts with an id; `nil` if it has no such part.
  func removing(_ search: PartSearch) -> EffectWork? {
    switch self {
    case .send, .run, .cancel: return nil
    case .merge(let parts): return Self.removing(search, from: parts).map { .merge($0) }
    case .concatenate(let parts):
      return Self.removing(search, from: parts).map { .concatenate($0) }
    case .debounce(let work, let pause):
      return work.removing(search).map { .debounce($0, pause: pause) }
    case .throttle(let work, let throttle):
      if search.isWithin, throttle.id == search.id { return .merge([]) }
      // If nothing is left to start, no interval begins.
      return work.removing(search).map { $0.hasWork ? .throttle($0, throttle) : .merge([]) }
    case .cancellable(let work, let id, let cancelInFlight):
      if search.isWithin, id == search.id { return .merge([]) }
      return work.removing(search).map {
        .cancellable($0, id: id, cancelInFlight: cancelInFlight)
      }
    case .embedded(let work): return work.removing(search).map { .embedded($0) }
    case .inContext(let work, let change):
      return work.removing(search).map { .inContext($0, change) }
    }
  }

  private static func removing(
    _ search: PartSearch, from parts: [EffectWork]
  ) -> [EffectWork]? {
    let rests = parts.map { $0.removing(search) }
    guard rests.contains(where: { $0 != nil }) else { return nil }
    return zip(parts, rests).map { $1 ?? $0 }
  }

  /// Removes the parts of an effect that waits which an id cancels.
  ///
  /// - Returns: Whether there were any, and whether nothing is left then.
  mutating func cancelParts(
    id: CancelID, in feature: _EffectScope, startingIn scope: _EffectScope
  ) -> (hasCancelled: Bool, isEmpty: Bool) {
    let search = PartSearch(
      id: id, feature: feature, scope: scope, isWithin: scope.isWithin(feature))
    guard let rest = removing(search) else { return (false, false) }
    self = rest
    return (true, !rest.hasWork)
  }

  /// Whether the effect does anything, now that parts of it were cancelled.
  var hasWork: Bool {
    switch self {
    case .send, .run, .cancel: true
    case .merge(let parts), .concatenate(let parts): parts.contains { $0.hasWork }
    case .debounce(let work, _), .throttle(let work, _), .cancellable(let work, _, _),
      .inContext(let work, _):
      work.hasWork
    case .embedded(let work): work.hasWork
    }
  }

  /// Whether one of the ids of the effect and its parts meets a condition.
  func hasID(where condition: (CancelID) -> Bool) -> Bool {
    switch self {
    case .send, .run, .cancel: false
    case .merge(let parts), .concatenate(let parts):
      parts.contains { $0.hasID(where: condition) }
    case .debounce(let work, _), .inContext(let work, _): work.hasID(where: condition)
    case .throttle(let work, let throttle):
      condition(throttle.id) || work.hasID(where: condition)
    case .cancellable(let work, let id, _): condition(id) || work.hasID(where: condition)
    case .embedded(let work): work.hasID(where: condition)
    }
  }

  /// The ids of the effect and its parts.
  var ids: [CancelID] {
    var ids: [CancelID] = []
    _ = hasID {
      ids.append($0)
      return false
    }
    return ids
  }
}

/// The superclass of ``StoreCore``: the part of a store that does not depend on the types of its
/// state and actions, mostly its effects.
///
/// It is owned by the store's actor. Unchecked: the tasks of effects read only `owner` and
/// `testExecutor`, which no code changes; `owner` becomes `nil` with its actor.
@usableFromInline
package class StoreRuntime: @unchecked Sendable {
  /// The actor that owns the store; `nil` once the actor is released.
  ///
  /// The store does not retain it.
  @usableFromInline package weak let owner: (any Actor)?
  /// The executor of effects in a test store; otherwise, they run on the global executor.
  @usableFromInline package let testExecutor: (any TestStoreExecutor)?
  /// The values that the store was created with.
  @usableFromInline package let dependencies: DependencyValues

  /// Returns the name of the child at a node; for `nil`, of the store's root feature.
  final let nodeName: (_ node: Int?) -> String

  /// The flags that are checked for every action; shared with the store's nodes.
  @usableFromInline package final let flags: StoreFlags

  /// The observers of the state.
  @usableFromInline final let observations: ObservationTable

  /// The number of actions that were dropped because their sender was cancelled or removed, or had
  /// already ended.
  package final var lateSendCount = 0

  /// The number of actions that were dropped because their effect sent too many at a time.
  package final var overflowCount = 0

  /// The records to launch, continue or finish after the action is reduced and lost scopes are
  /// ended.
  final var toSettle = Queue<EffectRecord>() {
    didSet { flags.mustSettle = !toSettle.isEmpty }
  }

  /// The line of the outermost `withState` that reads the state, or the last that did.
  final var readingSite: CallSite?

  /// The instruments of the store, added by code in ``StoreCore`` that knows its types.
  final var watchers: [any StoreInstrument] = [] {
    didSet { flags.hasInstrument = !watchers.isEmpty }
  }

  /// The effects that wait for their holder to launch them; `nil` if effects are launched
  /// immediately.
  ///
  /// See ``StoreCore/launchHeld(_:)``.
  final var held: [EffectRecord]?

  /// The number of the last effect.
  package final var lastEffectID: UInt64 = 0
  /// The store's root in the tree of effects in flight.
  @usableFromInline final let rootScope: _EffectScope

  @usableFromInline
  init(
    owner: any Actor, testExecutor: (any TestStoreExecutor)?, dependencies: DependencyValues,
    flags: StoreFlags, nodeName: @escaping (_ node: Int?) -> String
  ) {
    self.owner = owner
    self.testExecutor = testExecutor
    self.dependencies = dependencies
    self.flags = flags
    self.nodeName = nodeName
    observations = ObservationTable(flags: flags)
    rootScope = _EffectScope(flags: flags, at: nil, below: nil)
  }

  // `StoreCore`, the only subclass, overrides the next two: see `AbstractMethodTests`. As
  // requirements of a protocol, they would make each reference to a store's runtime two words wide,
  // in each group of effects and each child store (benchmark rows `child store, memory`).

  /// Runs code that may start effects, with the store busy; then settles, drains the queue and
  /// notifies observers.
  ///
  /// If the store is busy already, only the code runs.
  @usableFromInline
  func perform(_ body: () -> Void) {
    preconditionFailure("'perform' is for '\(Self.self)' to override.")
  }

  /// Searches for the scopes of children that are no longer in the state, and ends them.
  func findAndEndLostScopes() {
    preconditionFailure("'findAndEndLostScopes()' is for '\(Self.self)' to override.")
  }
}

extension StoreRuntime {
  /// Traps off the actor that owns the store, in every build.
  ///
  /// Call it for rare operations, or in an `assert`.
  @usableFromInline
  final func checkOwner() {
    owner?.preconditionIsolated(
      """
      A store was used off the actor on which it was made. An 'async' closure that uses the store \
      and not the actor's 'self' runs on no actor: capture 'self' in it, or move the code into a \
      method of the actor.
      """)
  }

  final func makeEffectID() -> EffectID {
    lastEffectID += 1
    return EffectID(lastEffectID)
  }

  /// Adds a record to its scope, its ids, its group and its sequence, which count or list it, and
  /// notifies instruments.
  final func register(_ record: EffectRecord) {
    record.scope.records.insert(record)
    record.scope.retain()
    for (id, scope) in record.context.ids { scope.cancellable[id, default: .init()].insert(record) }
    record.group.partHasBegun()
    record.sequence?.partHasBegun()
    if flags.hasInstrument { effectWasStarted(record) }
  }

  /// The effects in flight, oldest first.
  package final var effects: [EffectInfo] {
    rootScope.records(where: { $0.isShown }).compactMap(\.info)
  }

  /// Cancels all effects that an action started.
  final func cancelEffects(of group: EffectGroup) {
    group.markCancelled()
    perform {
      for record in rootScope.records(where: { $0.group === group }) { record.cancel() }
    }
  }
}

// MARK: - Reducing

// Code that needs no types is compiled here and not inlined, so that accesses to the flags need no
// exclusivity checks.

extension StoreRuntime {
  @usableFromInline final var isBusy: Bool { flags.isBusy }
  @usableFromInline final var hasQueued: Bool { flags.queuedCount > 0 }
  /// The number of actions in the queue.
  package final var queuedCount: Int { flags.queuedCount }

  /// Runs code with the store busy, and with its dependency values.
  @usableFromInline
  final func whileBusy(_ body: () -> Void) {
    flags.isBusy = true
    DependencyValues.withFrame(dependencies, body)
    flags.isBusy = false
  }

  /// Notifies observers that were added in the middle of a drain.
  @usableFromInline
  final func flushIfNeeded() {
    if flags.mustFlush { observations.flush() }
  }

  /// Ends all lost scopes if scopes were created since the last search, and then launches the
  /// effects that were not cancelled and finishes the others.
  @usableFromInline
  final func settle() {
    while flags.hasNewEndableScopes || flags.mustSettle {
      if flags.hasNewEndableScopes {
        flags.hasNewEndableScopes = false
        findAndEndLostScopes()
      }
      guard let record = toSettle.popFirst() else { return }
      if record.isCancelled { record.finish() } else if !hold(record) { launch(record) }
    }
  }

  /// Adds an effect to those that are held for a later launch, if effects are held.
  ///
  /// Out of line, so that the access is not checked for every action (benchmark row `send`).
  @inline(never)
  private final func hold(_ record: EffectRecord) -> Bool {
    guard held != nil, record.info != nil else { return false }
    held?.append(record)
    return true
  }

  /// Launches an effect through the instruments.
  final func launch(_ record: EffectRecord) {
    guard let notes = record.notes, let info = notes.effect else {
      return record.launch()
    }
    var isLaunched = false
    var launch = {
      guard !isLaunched else { return }
      isLaunched = true
      record.launch()
    }
    for instrument in watchers.reversed() {
      launch = { [launch] in instrument.launchEffect(info, launch) }
    }
    RunNotes.$current.withValue(notes, operation: launch)
    guard !isLaunched else { return }
    // An effect must run even if an instrument forgets to launch it.
    record.launch()
    reportMisuse(
      """
      An instrument did not start an effect that it was told to start: \(info.id.rawValue).

      'launchEffect(_:_:)' must call its second argument once, before it returns. The effect was \
      started without it. Call 'launch()' on every path of that method.
      """, at: info.site)
  }

  /// True if a new action must be queued.
  @usableFromInline final var mustQueue: Bool { flags.isBusy || flags.readingCount > 0 }

  @usableFromInline
  final func countQueued(_ change: Int) { flags.queuedCount += change }

  /// True if observers were added since the drain began, so that changes must be noted.
  @usableFromInline final var mustBeginNoting: Bool {
    flags.mustFlush && !observations.isNoting
  }

  /// Returns true if a queued action is to be dropped: its sender was cancelled, or the store has
  /// shut down.
  @usableFromInline
  final func dropsActions(of group: EffectGroup) -> Bool { group.isCancelled || flags.isShutDown }

  /// The number of the action whose effects are started; `nil` if no effects may start any more.
  @usableFromInline final var actionThatMayStartEffects: ActionID? {
    flags.isShutDown ? nil : ActionID(flags.lastActionID)
  }

  /// Numbers the action that is about to be reduced.
  ///
  /// - Returns: True if the reducer can be called directly; false if instruments watch it.
  @usableFromInline
  final func beginReducing() -> Bool {
    flags.lastActionID += 1
    flags.isReducing = !flags.hasInstrument
    return flags.isReducing
  }

  @usableFromInline
  final func endReducing() { flags.isReducing = false }

  /// Ends the scopes of children that the action has removed.
  @usableFromInline
  final func endScopesOfRemovedChildren() {
    if rootScope.hasEndableChildren { findAndEndLostScopes() }
  }

  // MARK: - Reading

  /// True if no reducer is changing the state.
  @usableFromInline final var isReadable: Bool { !flags.isReducing }

  @usableFromInline
  final func beginReadingInPlace(at site: CallSite) {
    if flags.readingCount == 0 { readingSite = site }
    flags.readingCount += 1
  }

  /// Ends a reading in place, and reduces the actions that were sent during it.
  @usableFromInline
  final func endReadingInPlace() {
    flags.readingCount -= 1
    guard flags.queuedCount > 0, flags.readingCount == 0, !flags.isBusy else { return }
    perform {}
  }
}

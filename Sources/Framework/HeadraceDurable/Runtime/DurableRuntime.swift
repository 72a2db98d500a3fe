public import Foundation
import Headrace

/// Runs features as named entities that outlive the process.
///
/// An entity's actions are committed to a database before any caller is notified of them, and
/// another process can continue the entity.
///
/// ```swift
/// let runtime = try await DurableRuntime(journal: .sqlite(path: "orders.db")) {
///   DurableFeature("order", version: 3, initialState: Order.State.init) { Order() }
/// }
/// try await runtime.send(Order.Action.placed(items), to: "order/17")
/// let state = try await runtime.state(of: "order/17", as: Order.State.self)
/// ```
///
/// An effect starts after the action that returned it is committed. It is executed at least once;
/// the actions that it sends are reduced once. A sleep of `\.continuousClock` is a timer that
/// survives.
public actor DurableRuntime {
  enum Slot {
    case opening(Task<any LiveEntity, any Error>)
    case open(any LiveEntity)
  }

  /// The name of this worker in the database, which is unique.
  public nonisolated let worker: String
  /// The database.
  public nonisolated let journal: DurableJournal

  let features: [String: DurableFeature]
  let limits: DurableLimits
  let time: DurableTime
  let queue: CommitQueue
  let metrics: DurableMetrics
  /// The dependency values at the start of the runtime, which all entities have.
  let dependencies = withEscapedDependencies { $0 }
  /// What entities use of the runtime; shared, because each would keep a dictionary and closures.
  lazy var host = makeHost()

  var slots: [EntityID: Slot] = [:]
  var lastUses: [EntityID: Double] = [:]
  /// The numbers of waiting actions, of each entity and of all.
  var queued: [EntityID: Int] = [:]
  var queuedCount = 0
  /// Senders that wait for room, by a number.
  var waitingForRoom: [Int: CheckedContinuation<Void, Never>] = [:]
  var lastWaiting = 0
  /// The number of calls that need room in memory.
  var callsNeedingRoom = 0
  /// True if an entity may have become unused since a call last looked for one.
  var mayMakeRoom = true
  /// The entities that messages are being delivered to, with true if there may be more messages.
  var delivering: [EntityID: Bool] = [:]
  /// Senders that wait until their messages are delivered.
  var waitingForDelivery: [EntityID: [CheckedContinuation<Void, Never>]] = [:]
  /// Entities that this worker may own in the database but does not run, because the database
  /// failed; the next search opens them.
  var unreleased: Set<EntityID> = []
  /// Decisions that were removed from the database and not applied; a search writes them again.
  var unapplied: [ReceivedMessage.ID: EntityMessage] = [:]
  /// The entities that are opened although earlier workers had taken them without a commit.
  var suspects: Set<EntityID> = []
  /// The number of suspects that may be opened together.
  var suspectCountMax = 1
  /// The entities that were opened since the last search, and those whose confirmation failed.
  var opened: Set<EntityID> = []
  /// The position at which the next search begins.
  var searchPosition = SearchPosition()
  /// The number of searches that are over.
  var searchCount = 0
  /// The number of times that the lease lapsed, and whether it may have since the last renewal.
  var lapseCount = 0
  var mayHaveLapsed = false
  /// True if the next search asks who owns the entities in memory; each renewal sets it.
  var mustCheckOwners = false
  private var lastMessage = 0
  private var tasks: [Task<Void, Never>] = []
  var isStopped = false
  private var stopping: Task<Void, Never>?

  /// Starts a worker.
  ///
  /// - Parameters:
  ///   - journal: The database. It may have other workers.
  ///   - limits: The limits of memory and the intervals of work.
  ///   - clock: The clock for sleeps; a test passes a test clock.
  ///   - date: The time of the same clock.
  ///   - features: The features whose entities the worker runs.
  /// - Throws: ``DurableFailure/database(detail:)`` if the database can't be used;
  ///   ``DurableFailure/unopened(detail:)`` if a later version of Headrace created it;
  ///   ``DurableFailure/invalidFeature(_:detail:)``.
  public init(
    journal: DurableJournal, limits: DurableLimits = DurableLimits(),
    clock: any Clock<Duration> = ContinuousClock(),
    date: @escaping @Sendable () -> Date = { Date.now },
    @DurableFeatureBuilder features: @Sendable () -> [DurableFeature]
  ) async throws(DurableFailure) {
    let number = UInt64.random(in: 0 ... .max)
    try await self.init(
      worker: "\(ProcessInfo.processInfo.hostName)-\(String(number, radix: 36))",
      journal: journal, limits: limits, clock: clock, date: date, features: features())
  }

  /// - Parameter worker: A name that no other worker has or had.
  package init(
    worker: String, journal: DurableJournal, limits: DurableLimits, clock: any Clock<Duration>,
    date: @escaping @Sendable () -> Date, features: [DurableFeature]
  ) async throws(DurableFailure) {
    self.worker = worker
    self.journal = journal
    self.limits = limits
    var known: [String: DurableFeature] = [:]
    for feature in features {
      let name = feature.name
      let problem = name.contains("/") ? "it has a slash" : EntityID(name, "").problem
      if let problem { throw .invalidFeature(name, detail: problem) }
      guard known.updateValue(feature, forKey: feature.name) == nil else {
        throw .invalidFeature(feature.name, detail: "two features have it")
      }
    }
    self.features = known
    time = DurableTime(now: { date().timeIntervalSince1970 }, clock: clock)
    metrics = DurableMetrics(features: known.keys.sorted())
    queue = CommitQueue(journal.journal, clock: clock, metrics)
    try await journal.attempt {
      try await journal.journal.prepare()
      try await journal.journal.renew(worker: worker, seconds: limits.lease / .seconds(1))
    }
    begin()
  }

  private func begin() {
    tasks = [
      Task { [weak self] in
        // The start has already renewed the lease.
        await Self.repeating(self, every: { $0.limits.lease / 3 }, isImmediate: false) {
          await $0.renew()
        }
      },
      Task { [weak self] in
        await Self.repeating(self, every: { $0.limits.searchInterval }, isImmediate: true) {
          await $0.search()
        }
      },
    ]
  }

  /// Repeats an operation as long as there is a runtime.
  private static func repeating(
    _ runtime: DurableRuntime?, every interval: (DurableRuntime) -> Duration, isImmediate: Bool,
    _ body: (DurableRuntime) async -> Void
  ) async {
    weak let runtime = runtime
    var isDue = isImmediate
    while let pause = runtime.map(interval), let clock = runtime?.time.clock {
      if isDue, let runtime { await body(runtime) }
      isDue = true
      do {
        try await clock.sleep(for: pause)
      } catch {
        return
      }
    }
  }

  /// Stops the worker: what was done until now is committed, and all entities are given back.
  ///
  /// Another worker continues them. A second call returns with the first.
  public func stop() async {
    if !isStopped {
      isStopped = true
      stopping = Task { await giveBack() }
    }
    await stopping?.value
  }

  private func giveBack() async {
    makeRoomKnown()
    await withTaskGroup { group in
      for entity in openEntities { group.addTask { await entity.handOver() } }
    }
    // The lease was renewed until this point.
    for task in tasks { task.cancel() }
    do {
      try await restoreDecisions()
      try await journal.journal.renew(worker: worker, seconds: 0)
    } catch {
      // The lease ends by itself.
    }
  }

  /// Stops as if the program had ended: nothing is given back.
  package func crash() async {
    isStopped = true
    for task in tasks { task.cancel() }
    makeRoomKnown()
    for entity in openEntities { await entity.drop(throwing: DurableFailure.stopped) }
    slots = [:]
  }
}

// MARK: - Sending and Reading

extension DurableRuntime {
  /// Sends an action, and returns once it is committed with its immediate consequences.
  ///
  /// If another worker runs the entity, or a search has yet to open it because it may end its
  /// program, the action is committed as a message to it, and applied soon.
  ///
  /// - Parameters:
  ///   - action: The action, of the entity's feature.
  ///   - id: The entity, which is created if it does not exist.
  /// - Throws: ``DurableFailure``. After ``DurableFailure/database(detail:)`` the action may have
  ///   been applied; after all others it was not. A caller that is cancelled while it waits for
  ///   room gets ``DurableFailure/full(_:limit:)``.
  public func send(
    _ action: some Encodable & Sendable, to id: EntityID
  ) async throws(DurableFailure) {
    try feature(of: id).code.requireAction(action, of: id)
    try await admit(id)
    defer { leave(id) }
    do {
      try await withEntity(id) { try await $0.send(action) }
    } catch .elsewhere {
      guard !isStopped else { throw .stopped }
      lastMessage += 1
      let json: String
      do {
        json = "\(try EntityCoding.json(of: action))"
      } catch {
        throw .unwritable(id, detail: "\(error)")
      }
      let operation = JournalOperation.message(
        source: "worker:\(worker)", sequence: lastMessage,
        EntityMessage(target: id, action: json), version: try feature(of: id).version)
      _ = try await journal.attempt { try await queue.perform(operation) }
      // The entity may have been opened here in the meantime; the next action must not overtake
      // this one.
      if slots[id] != nil { await deliver(to: id, isAwaited: true) }
    }
  }

  /// Returns the committed state of an entity; `nil` if there is none.
  ///
  /// This does not start the entity: the state of another worker's entity is read from the
  /// database. If its lease has ended, or an operator has taken the entity from it, the state of
  /// this worker may be old until its next renewal, and the search that follows it.
  ///
  /// - Throws: ``DurableFailure``.
  /// - Complexity: O(1) if the entity is in memory here; otherwise O(*n*) in the number of events
  ///   since the last checkpoint.
  public func state<State>(
    of id: EntityID, as type: State.Type = State.self
  ) async throws(DurableFailure) -> State? {
    let feature = try feature(of: id)
    var state: (any Sendable)?
    if !isStopped, case .open(let entity) = slots[id] {
      do {
        state = try await entity.state()
      } catch {
        // It was put away, or taken from this worker.
      }
      // The entity may have become unused with the commit that this call has waited for.
      makeRoomKnown()
    }
    if state == nil {
      state = try await storedState(of: id, feature)
      if state == nil { return nil }
    }
    guard let state = state as? State else {
      throw .wrongState(
        id, expected: feature.code.stateName, found: String(reflecting: State.self))
    }
    return state
  }

  private func storedState(
    of id: EntityID, _ feature: DurableFeature
  ) async throws(DurableFailure) -> (any Sendable)? {
    let stored = try await journal.attempt {
      try await journal.journal.entity(id, eventsFrom: .checkpoint)
    }
    guard let stored, !stored.events.isEmpty else { return nil }
    if stored.summary.version > feature.version {
      throw .laterVersion(id, found: stored.summary.version, supported: feature.version)
    }
    do {
      return try feature.code.state(of: id, stored)
    } catch {
      throw .unreadable(id, detail: "\(error)")
    }
  }

  /// The number of entities in memory.
  public var entityCount: Int { slots.count }
}

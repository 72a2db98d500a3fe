import Foundation
import Headrace
import HeadraceJournal

/// A store whose actions are committed before any caller is notified of them, and before the
/// effects that they returned start.
actor DurableEntity<State: Codable & Sendable, Action: Codable & Sendable>: LiveEntity {
  nonisolated let id: EntityID
  nonisolated let epoch: Int

  let code: FeatureCode<State, Action>
  let host: EntityHost
  let recorder: TurnRecorder<State, Action>
  /// The store; `nil` once the entity is no longer run here.
  var store: Store<State, Action>?

  /// The number of committed events.
  private var committedCount: Int
  private(set) var isConfirmed = false
  private var isCommitting = false
  private var isConfirming = false
  /// True if a task will commit.
  private var isScheduled = false
  private var isSending = false
  /// The messages that were applied since the last commit.
  private var applied: [ReceivedMessage.ID] = []
  /// All messages that are being applied.
  private var receiving: Set<ReceivedMessage.ID> = []
  /// Callers that wait for the next commit.
  private(set) var waiting: [CheckedContinuation<Void, any Error>] = []

  /// The ends of sleeps that effects had begun before they were restarted, by the effects and the
  /// lengths; equal ones in their order.
  var begunSleeps: [UInt64: [String: ArraySlice<Double>]] = [:]
  /// The ends of sleeps in progress, by the effects and the numbers of the sleeps.
  var sleeping: [UInt64: [Int: Double]] = [:]
  var sleepCount = 0
  var undecidedEffects: [UInt64: EffectInfo] = [:]
  /// The effects that don't restart by themselves.
  var unrestartable: Set<UInt64> = []

  /// The number of actions after which a checkpoint is written.
  private static var checkpointActionCount: Int { 100 }

  init(
    _ id: EntityID, _ claimed: ClaimedEntity, _ code: FeatureCode<State, Action>, _ host: EntityHost
  ) {
    (self.id, self.code, self.host) = (id, code, host)
    (epoch, committedCount) = (claimed.epoch, claimed.sequence)
    recorder = TurnRecorder(after: claimed.sequence, start: claimed.start, time: host.time)
  }

  // Otherwise the end of the store would call the recorder, which calls the entity.
  isolated deinit { dropStore() }

  var core: StoreCore<State, Action>? { store?.core }
  var isOpen: Bool { store != nil }
  var hasEffects: Bool { core?.hasEffects ?? false }

  nonisolated func key(of effect: UInt64) -> String { "\(id)#\(effect)" }
}

// MARK: - Sending

extension DurableEntity {
  func send(_ action: any Sendable) async throws {
    try code.requireAction(action, of: id)
    guard let action = action as? Action else { return }
    try requireOpen()
    do {
      recorder.prepared = try EntityCoding.json(of: action)
    } catch {
      throw DurableFailure.unwritable(id, detail: "\(error)")
    }
    reduce(action)
    try await committed()
  }

  func receive(_ messages: [ReceivedMessage]) async throws {
    try requireOpen()
    for message in messages where receiving.insert(message.id).inserted {
      do {
        let line = try code.migrate(message.event)
        let action = try JSONDecoder.payload(Action.self, from: Data(line.utf8))
        applied.append(message.id)
        reduce(action)
      } catch {
        let detail = JSONDecoder.detail(of: error)
        let (source, number) = (message.id.source, message.id.sequence)
        let reason = "message \(number) from '\(source)' can't be read: \(detail)."
        throw DurableFailure.setAside(id, reason: reason)
      }
    }
    try await committed()
  }

  private func reduce(_ action: Action) {
    isSending = true
    store?.send(action)
    isSending = false
  }

  func state() async throws -> any Sendable {
    // Read first: more may be reduced until the commit ends.
    guard let state = store?.withState({ $0 }) else { throw EntityClosed() }
    try await committed()
    return state
  }

  func requireOpen() throws {
    if store == nil { throw EntityClosed() }
  }
}

// MARK: - Committing

extension DurableEntity {
  /// Called when the store has done something.
  func storeHasActed() {
    guard !isSending, !isScheduled, !isCommitting else { return }
    isScheduled = true
    Task {
      isScheduled = false
      await commit()
    }
  }

  /// Returns when everything that the store did is committed.
  func committed() async throws {
    guard !isCommitting else {
      return try await withCheckedThrowingContinuation { waiting.append($0) }
    }
    guard !recorder.lines.isEmpty else { return }
    // In the caller's task, because another one may have to wake a thread.
    if let failure = await commit(isAwaited: true) { throw failure }
  }

  /// Commits what the store did since the last commit, unless a commit is in progress.
  ///
  /// - Returns: The failure that has ended the entity here; otherwise `nil`.
  @discardableResult
  private func commit(isAwaited: Bool = false) async -> (any Error)? {
    guard !isCommitting else { return nil }
    // Events that were not committed before the entity was given back don't count.
    guard let core else { return close(EntityClosed()) }
    if let failure = recorder.failure {
      let reason = "what it did can't be written: \(failure)."
      return close(DurableFailure.setAside(id, reason: reason))
    }
    guard !recorder.lines.isEmpty else { return nil }
    var turn = Turn(id: id, epoch: epoch, version: code.version, sequence: committedCount)
    if !core.hasEffects, recorder.actionsSinceCheckpoint >= Self.checkpointActionCount {
      turn.checkpoint = addCheckpoint(core)
    }
    // The first event of an entity is a checkpoint.
    if committedCount == 0 { turn.checkpoint = turn.checkpoint ?? 1 }
    let noted = recorder.take()
    (turn.events, turn.sent) = (noted.lines, noted.sent)
    (turn.applied, applied) = (applied, [])
    turn.isActive = core.hasEffects
    let (done, isAwaited) = (waiting, isAwaited || !waiting.isEmpty)
    (waiting, isCommitting) = ([], true)
    do {
      switch try await host.queue.perform(.append(turn)) {
      case .done, .wasDone: break
      case .refused(let failure): throw failure
      default: throw DurableFailure.fenced(id)
      }
    } catch {
      isCommitting = false
      for continuation in done { continuation.resume(throwing: error) }
      switch error as? DurableFailure ?? .database(detail: "\(error)") {
      case .unwritable(_, let detail) where !isAwaited || !turn.applied.isEmpty:
        // The value comes from an effect or a message, which would produce it again.
        close(DurableFailure.setAside(id, reason: "what it did can't be stored: \(detail)."))
      case let failure: close(failure)
      }
      return error
    }
    isCommitting = false
    end(turn, noted, done, isAwaited: isAwaited)
    return nil
  }

  /// - Returns: The number of its event; `nil` if the state can't be written.
  private func addCheckpoint(_ core: StoreCore<State, Action>) -> Int? {
    recorder.addCheckpoint(core.state, after: core.lastAction, core.lastEffectID)
  }

  private func end(
    _ turn: Turn, _ noted: TurnNotes, _ done: [CheckedContinuation<Void, any Error>],
    isAwaited: Bool
  ) {
    (committedCount, isConfirmed) = (committedCount + turn.events.count, true)
    host.metrics.count(noted, of: id.feature)
    for message in turn.applied { receiving.remove(message) }
    for continuation in done { continuation.resume() }
    if !isAwaited, isAsleep { host.entityMayBeUnused() }
    if !turn.sent.isEmpty { host.messagesWereSent(Set(turn.sent.map(\.message.target))) }
    core?.launchHeld { effect, mark in
      let number = effect.id.rawValue
      if let policy = mark as? TakeoverPolicy, policy != .restart { unrestartable.insert(number) }
      return noted.started.contains(number) ? .launch : .hold
    }
    if recorder.lines.isEmpty, recorder.failure == nil { resumeAll() } else { storeHasActed() }
  }

  private func resumeAll(throwing error: (any Error)? = nil) {
    let done = waiting
    waiting = []
    for continuation in done {
      if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }
  }

  /// Ends the entity on this worker; uncommitted events are lost, and no caller was notified of
  /// them.
  @discardableResult
  private func close(_ error: any Error) -> any Error {
    resumeAll(throwing: error)
    guard store != nil else { return error }
    dropStore()
    host.entityWasClosed(id, epoch, error as? DurableFailure)
    return error
  }
}

// MARK: - Ending

extension DurableEntity {
  func putAway(for idle: Double) async -> Bool {
    // A new entity that was only read has its first checkpoint, which is not worth a commit.
    let isUnused = committedCount == 0 && !isCommitting && recorder.lines.count == 1
    guard let core, !isCommitting, !isConfirming, isUnused || recorder.lines.isEmpty,
      waiting.isEmpty, undecidedEffects.isEmpty
    else { return false }
    let soon = host.time.now() + idle
    guard
      core.runningEffects.allSatisfy({ effect in
        guard let due = sleeping[effect]?.values.min() else { return false }
        return due > soon && !unrestartable.contains(effect)
      })
    else { return false }
    if isUnused { _ = recorder.take() }
    let due = sleeping.values.compactMap { $0.values.min() }.min()
    var turn = Turn(id: id, epoch: epoch, version: code.version, sequence: committedCount)
    if due == nil, recorder.actionsSinceCheckpoint > 0 { turn.checkpoint = addCheckpoint(core) }
    turn.events = recorder.take().lines
    await leave(turn, isActive: false, due: due)
    return true
  }

  func confirm() async {
    // Otherwise its events are committed.
    guard let core, !isConfirmed, !isCommitting, recorder.lines.isEmpty else { return }
    var turn = Turn(id: id, epoch: epoch, version: code.version, sequence: committedCount)
    turn.isActive = core.hasEffects
    isConfirming = true
    defer { isConfirming = false }
    do {
      if case .done = try await host.queue.perform(.append(turn)) { isConfirmed = true }
    } catch {
      // The entity then counts as taken without a commit.
    }
  }

  func handOver() async {
    do { try await committed() } catch { return }
    guard let core else { return }
    // What was done meanwhile is discarded: an effect may send faster than commits end. It may
    // have been the end of the last effect.
    let isActive = core.hasEffects || isCommitting || !recorder.lines.isEmpty
    await leave(nil, isActive: isActive, due: nil)
  }

  /// Ends the entity here, and gives it back.
  private func leave(_ turn: Turn?, isActive: Bool, due: Double?) async {
    drop()
    var failure: DurableFailure?
    do {
      if let turn, !turn.isEmpty { _ = try await host.queue.perform(.append(turn)) }
      _ = try await host.queue.perform(.release(id, epoch: epoch, isActive: isActive, due: due))
    } catch {
      failure = error as? DurableFailure ?? .database(detail: "\(error)")
    }
    host.entityWasClosed(id, epoch, failure)
  }

  func drop(throwing error: any Error) {
    dropStore()
    resumeAll(throwing: error)
  }

  /// Ends all work here; the effects are cancelled, which is not recorded.
  private func dropStore() {
    recorder.isMuted = true
    recorder.effectIsOver = { _ in }
    store = nil
  }
}

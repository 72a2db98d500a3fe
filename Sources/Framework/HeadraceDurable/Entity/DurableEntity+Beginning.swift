import Foundation
import Headrace
import HeadraceJournal

// MARK: - Beginning

extension DurableEntity {
  /// Creates the store, and restores the entity's state and effects.
  ///
  /// - Throws: ``DurableFailure/unreadable(_:detail:)`` if that is not possible.
  func begin(_ claimed: ClaimedEntity) throws {
    do {
      let file = try code.file(of: claimed.events, start: claimed.start)
      let checkpoint = file.eventCount > 0 ? try file.event(at: 0) : nil
      let state =
        try checkpoint.map { _ in try JSONDecoder.payload(State.self, from: file.line(at: 0)) }
        ?? code.initialState()
      let store = makeStore(state)
      guard let core = store.core else { return }
      core.continueNumbers(
        action: UInt64(checkpoint?.action ?? 0), effect: UInt64(checkpoint?.effect ?? 0))
      core.holdLaunches()
      store.instruments = [recorder]
      self.store = store
      recorder.effectIsOver = { [unowned self] in forget($0) }
      let open = try replay(file, core)
      store.instruments += code.makeInstruments()
      recorder.endReplay()
      if checkpoint == nil { recorder.addCheckpoint(state, after: 0, 0) }
      recorder.noted = { [unowned self] in storeHasActed() }
      resume(open, core)
    } catch let failure as DurableFailure {
      throw failure
    } catch {
      store = nil
      throw DurableFailure.unreadable(id, detail: unreadable(error))
    }
  }

  private func unreadable(_ error: any Error) -> String {
    switch error {
    case is DecodingError: JSONDecoder.detail(of: error)
    case let failure as JournalFailure:
      failure.description.hasSuffix(".") ? String(failure.description.dropLast()) : "\(failure)"
    default: "\(error)"
    }
  }

  private func makeStore(_ state: State) -> Store<State, Action> {
    let (recorder, id, time, versions) = (recorder, id, host.time, host.versions)
    recorder.makeRunning = { [weak self] effect in
      let number = effect.id.rawValue
      return RunningEffect(
        key: "\(id)#\(number)",
        beginSleep: { [weak self] length, end in
          guard let self else { throw CancellationError() }
          return try await beginSleep(length, end: end, of: number)
        }, endSleep: { [weak self] sleep in await self?.end(sleep, of: number) })
    }
    // Safe: an effect's start calls it, on this actor.
    nonisolated(unsafe) let note = { (message: EntityMessage) in
      recorder.addMessage(message, version: versions[message.target.feature] ?? .max)
    }
    return code.makeStore(state, self) { values in
      values.continuousClock = DurableClock(time: time)
      values.suspendingClock = DurableClock(time: time)
      values.date = DateGenerator { Date(timeIntervalSince1970: time.now()) }
      values.entityMessages = EntityMessages { note($0) }
      values.entityID = id
    }
  }

  // MARK: - Replaying

  /// Reduces the committed actions again without launching effects.
  ///
  /// - Returns: The effects that had not ended.
  private func replay(
    _ file: JournalFile, _ core: StoreCore<State, Action>
  ) throws -> [UInt64: JournalEvent] {
    let events = try (0..<file.eventCount).map { try file.event(at: $0) }
    var answers: [UInt64: RecordedAnswers] = [:]
    for event in events where event.kind == .action {
      answers[UInt64(event.action ?? 0)] = RecordedAnswers(event.values)
    }
    var open: [UInt64: JournalEvent] = [:]
    for (position, event) in events.enumerated() {
      let effect = event.effect.map { UInt64($0) }
      switch (event.kind, effect) {
      case (.action, _):
        let number = UInt64(event.action ?? 0)
        // It may have followed directly from an earlier one, whose replay has reduced it.
        guard number > core.lastAction else { continue }
        guard number == core.lastAction + 1 else { throw Divergence.action(number) }
        let action = try JSONDecoder.payload(Action.self, from: file.line(at: position))
        core.replay(action, from: effect) { id in
          let given = answers[id.rawValue]
          return { given?.next($0, $1) }
        }
      case (.effectStarted, let effect?):
        open[effect] = event
        // It may have followed the end of one that was cancelled.
        if recorder.replayed[effect] == nil { core.launchHeld { _, _ in .hold } }
      case (.effectEnded, let effect?), (.effectCancelled, let effect?):
        open[effect] = nil
        core.endHeld(effect, isCancelled: event.kind == .effectCancelled)
      case (.timer, let effect?):
        if let length = event.label, let end = event.detail.flatMap({ Double($0) }) {
          begunSleeps[effect, default: [:]][length, default: []].append(end)
        }
      default: break
      }
    }
    let last = events.last { $0.kind == .action }?.action ?? 0
    guard core.lastAction == max(UInt64(last), UInt64(events.first?.action ?? 0)) else {
      throw Divergence.action(core.lastAction)
    }
    for (number, event) in open {
      guard let effect = recorder.replayed[number], effect.name == event.label,
        effect.path == event.path, Int(effect.startedBy.rawValue) == event.cause
      else { throw Divergence.effect(event) }
    }
    for effect in core.heldEffects where open[effect.id.rawValue] == nil {
      throw Divergence.newEffect(effect)
    }
    return open
  }

  /// Resumes interrupted effects according to their policies.
  private func resume(_ open: [UInt64: JournalEvent], _ core: StoreCore<State, Action>) {
    core.launchHeld { effect, mark in
      let number = effect.id.rawValue
      switch mark as? TakeoverPolicy ?? .restart {
      case .restart: return .launch
      case .fail:
        return interrupt(number)
      case .ask:
        undecidedEffects[number] = effect
        return .hold
      }
    }
  }

  // MARK: - Decisions

  var undecided: [UndecidedEffect] {
    undecidedEffects.sorted { $0.key < $1.key }.map {
      UndecidedEffect(number: Int($0.key), name: $0.value.name, key: key(of: $0.key))
    }
  }

  func decide(_ effect: Int, _ policy: TakeoverPolicy) async throws -> Bool {
    try requireOpen()
    let number = UInt64(clamping: effect)
    guard policy != .ask, undecidedEffects.removeValue(forKey: number) != nil else { return false }
    core?.launchHeld { info, _ in
      guard info.id.rawValue == number else { return .hold }
      unrestartable.insert(number)
      return policy == .fail ? interrupt(number) : .launch
    }
    return true
  }

  /// Lets an effect fail.
  private func interrupt(_ effect: UInt64) -> HeldLaunch {
    unrestartable.insert(effect)
    // They were begun by its work; those of its 'catch:' are new.
    begunSleeps[effect] = nil
    return .interrupt(EffectInterrupted(key: key(of: effect)))
  }

  // MARK: - Sleeps

  /// True if all effects in flight sleep.
  var isAsleep: Bool { core?.runningEffects.allSatisfy { sleeping[$0] != nil } ?? true }

  /// Begins a sleep, or continues one that the effect had begun before it was restarted.
  private func beginSleep(
    _ length: Duration, end: Double, of effect: UInt64
  ) async throws -> EffectSleep {
    // A cancelled effect has been forgotten.
    guard store != nil, !Task.isCancelled else { throw CancellationError() }
    sleepCount += 1
    let begun = begunSleeps[effect]?["\(length)"]?.popFirst()
    let sleep = EffectSleep(number: sleepCount, end: begun ?? end, isRestored: begun != nil)
    // Noted before it is committed, so that the entity is not put away for a longer sleep.
    sleeping[effect, default: [:]][sleep.number] = sleep.end
    if begun == nil {
      recorder.addSleep(length, end: end, of: effect)
      do {
        try await committed()
      } catch {
        // The entity is no longer run here, which is not a failure of its effect.
        throw CancellationError()
      }
    }
    host.entityMayBeUnused()
    return sleep
  }

  private func end(_ sleep: EffectSleep, of effect: UInt64) {
    sleeping[effect]?[sleep.number] = nil
    if sleeping[effect]?.isEmpty == true { sleeping[effect] = nil }
  }

  /// Forgets everything about an effect.
  private func forget(_ effect: UInt64) {
    (begunSleeps[effect], sleeping[effect], undecidedEffects[effect]) = (nil, nil, nil)
    unrestartable.remove(effect)
  }
}

/// The reason why the code behaves differently than when the journal was written.
private enum Divergence: Error, CustomStringConvertible {
  case action(UInt64)
  case effect(JournalEvent)
  case newEffect(EffectInfo)

  var description: String {
    switch self {
    case .action(let number):
      "today's code sends other actions from action \(number) on than those that are written"
    case .effect(let event):
      """
      today's code does not start effect \(event.effect ?? 0) again, which is in flight: \
      '\(event.label ?? event.place ?? "")'
      """
    case .newEffect(let effect):
      "today's code starts another effect than before, at \(effect.fileID):\(effect.line)"
    }
  }
}

extension ReceivedMessage {
  /// The action in the form of a journal's line.
  var event: StoredEvent { StoredEvent(version: version, line: "{\"p\":\(action)}") }
}

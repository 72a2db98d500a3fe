// MARK: - Being Replayed

extension StoreCore {
  /// From now on no effect is launched but by ``launchHeld(_:)``.
  package func holdLaunches() { held = held ?? [] }

  /// The effects that wait to be launched.
  package var heldEffects: [EffectInfo] {
    (held ?? []).filter { !$0.isCancelled }.compactMap(\.info)
  }

  /// The numbers of all that is in flight and does work, held or not.
  package var runningEffects: [UInt64] {
    rootScope.records(where: { $0.info != nil }).map(\.id.rawValue)
  }

  /// Continues the numbers of an earlier store. Call it before the first action.
  package func continueNumbers(action: UInt64, effect: UInt64) {
    flags.lastActionID = action
    lastEffectID = effect
  }

  /// Reduces an action again.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - effect: The effect that sent it; it is held, and won't send this action again.
  ///   - answers: What the reducers of the action, and of those that follow at once, are given.
  package func replay(
    _ action: Action, from effect: UInt64?, answers: @escaping (ActionID) -> RunNotes.Answer
  ) {
    replayAnswers = answers
    defer { replayAnswers = nil }
    guard let effect, let record = records(of: effect).first as? RunRecord else {
      _ = send(action)
      return
    }
    record.repeatedCount += 1
    receive(action, from: record)
  }

  /// Ends an effect that is held, because an earlier run of it has ended. One that was cancelled is
  /// ended by the next ``launchHeld(_:)``.
  package func endHeld(_ effect: UInt64, isCancelled: Bool) {
    if !isCancelled { held?.removeAll { $0.id.rawValue == effect } }
    perform {
      for record in records(of: effect) { isCancelled ? record.cancel() : record.finish() }
    }
  }

  private func records(of effect: UInt64) -> [EffectRecord] {
    rootScope.records(where: { $0.id.rawValue == effect })
  }

  /// Launches effects that are held.
  ///
  /// - Parameter decide: What becomes of an effect, by the mark that ``Effect/marked(_:)`` gave it.
  package func launchHeld(_ decide: (EffectInfo, (any Sendable)?) -> HeldLaunch) {
    let records = held ?? []
    held = []
    perform {
      for record in records {
        guard !record.isCancelled, let info = record.info else {
          record.finish()
          continue
        }
        switch decide(info, record.context.mark) {
        case .wait:
          held?.append(record)
          continue
        case .interrupt(let error): (record as? RunRecord)?.interruption = error
        case .launch: break
        }
        launch(record)
      }
    }
  }
}

/// What becomes of an effect that is held.
package enum HeldLaunch {
  case wait, launch
  /// Its work is not done: its `catch:` is called with an error.
  case interrupt(any Error)
}

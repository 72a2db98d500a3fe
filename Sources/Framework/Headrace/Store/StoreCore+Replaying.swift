// MARK: - Replaying

extension StoreCore {
  /// Holds all effects from now on, until ``launchHeld(_:)`` launches them.
  package func holdLaunches() { held = held ?? [] }

  /// The held effects.
  package var heldEffects: [EffectInfo] {
    (held ?? []).filter { !$0.isCancelled }.compactMap(\.info)
  }

  /// The numbers of all effects in flight that do work, held or not.
  package var runningEffects: [UInt64] {
    rootScope.records(where: { $0.info != nil }).map(\.id.rawValue)
  }

  /// Continues the numbers of an earlier store.
  ///
  /// Call this before the first action.
  package func continueNumbers(action: UInt64, effect: UInt64) {
    flags.lastActionID = action
    lastEffectID = effect
  }

  /// Reduces an action again.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - effect: The effect that sent it; it is held, and will not send this action again.
  ///   - answers: The recorded values for the reducers of the action, and of those that follow
  ///     immediately.
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

  /// Ends a held effect, because an earlier run of it has ended.
  ///
  /// A cancelled one is ended by the next ``launchHeld(_:)``.
  package func endHeld(_ effect: UInt64, isCancelled: Bool) {
    if !isCancelled { held?.removeAll { $0.id.rawValue == effect } }
    perform {
      for record in records(of: effect) { isCancelled ? record.cancel() : record.finish() }
    }
  }

  private func records(of effect: UInt64) -> [EffectRecord] {
    rootScope.records(where: { $0.id.rawValue == effect })
  }

  /// Launches held effects.
  ///
  /// - Parameter decide: Decides how to handle an effect, by its mark from ``Effect/marked(_:)``.
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
        case .hold:
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

/// The handling of a held effect.
package enum HeldLaunch {
  case hold, launch
  /// Its work is skipped, and its `catch:` is called with an error.
  case interrupt(any Error)
}

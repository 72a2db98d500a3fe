// MARK: - Reducing

extension StoreCore {
  /// Reduces an action while the store has instruments.
  @usableFromInline
  func reduceWatched(_ action: Action, from origin: ActionOrigin) -> Effect<Action> {
    let id = ActionID(flags.lastActionID)
    for instrument in instruments { instrument.actionReceived(action, id: id, origin: origin) }
    let notes = RunNotes(answer: replayAnswers?(id))
    flags.isReducing = true
    var effect = Effect<Action>.none
    let work = {
      RunNotes.$current.withValue(notes) {
        effect = self.reduce(&self.memory.pointee, action)
      }
    }
    // An instrument may have added observers since the drain began.
    if mustBeginNoting {
      observations.notingChanges(work)
    } else {
      work()
    }
    flags.isReducing = false
    flags.versionOffset &+= 1
    let (findings, values, unrecorded) = notes.take(isLast: true)
    for finding in findings {
      switch finding {
      case .misuse(let message, let site):
        misuseWasReported(MisuseReport(message: message, action: id, effect: nil, site: site))
      case .actionForAbsentChild(let label):
        notifyOfDrop(.absentChild, label: label, from: origin, id: id)
      }
    }
    if !values.isEmpty || !unrecorded.isEmpty {
      for recorder in recorders { recorder.runEnded(values, unrecorded: unrecorded, in: id) }
    }
    for instrument in instruments {
      instrument.actionReduced(action, id: id, state: memory.pointee)
    }
    return effect
  }
}

// MARK: - Reducing

extension StoreCore {
  /// Reduces an action while the store has instruments.
  @usableFromInline
  func reduceWatched(_ action: Action, from origin: ActionOrigin) -> Effect<Action> {
    let id = ActionID(flags.lastActionID)
    for instrument in instruments { instrument.actionReceived(action, id: id, origin: origin) }
    let collector = MisuseCollector()
    flags.isReducing = true
    var effect = Effect<Action>.none
    let work = {
      MisuseCollector.$current.withValue(collector) {
        effect = self.reduce(&self.memory.pointee, action)
      }
    }
    // An instrument may have added observers since the queue began.
    if mustBeginNoticing {
      noticingReplacement(work)
    } else {
      work()
    }
    flags.isReducing = false
    flags.watchedActionCount &+= 1
    for finding in collector.take(isLast: true) {
      switch finding {
      case .misuse(let message, let site):
        misuseWasReported(MisuseReport(message: message, action: id, effect: nil, site: site))
      case .actionForAbsentChild(let label):
        actionWasDropped(
          ActionDrop(
            reason: .absentChild, label: label, count: 1, origin: origin, id: id, effect: nil))
      }
    }
    for instrument in instruments {
      instrument.actionReduced(action, id: id, state: memory.pointee)
    }
    return effect
  }
}

// MARK: - Launching Effects

extension StoreCore {
  func launch(
    _ info: EffectInfo, around instruments: ArraySlice<any StoreInstrument<State, Action>>,
    _ launch: () -> Void
  ) {
    guard let first = instruments.first else { return launch() }
    first.launchEffect(info) {
      self.launch(info, around: instruments.dropFirst(), launch)
    }
  }

  /// Calls every instrument with an event of an effect.
  func notifyInstruments(
    of record: EffectRecord,
    _ event: (any StoreInstrument<State, Action>, EffectInfo) -> Void
  ) {
    guard flags.hasInstrument, let info = record.shown else { return }
    for instrument in instruments { event(instrument, info) }
  }
}

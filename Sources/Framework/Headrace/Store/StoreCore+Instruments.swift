// MARK: - Reducing

extension StoreCore {
  /// Reduces an action while the store has instruments.
  @usableFromInline
  func reduceWatched(_ action: Action, from origin: ActionOrigin) -> Effect<Action> {
    let id = ActionID(flags.pointee.lastActionID)
    watchers?.actionReceived(action, id: id, origin: origin)
    witness.open()
    flags.pointee.isReducing = true
    var effect = Effect<Action>.none
    let work = {
      self.witness.witnessing {
        // Unchecked: the pointer is used only during this call.
        effect = withUnsafePointer(to: action) { self.reduce(&self.memory.pointee, $0) }
      }
    }
    // An instrument may have added observers since the queue began.
    if flags.pointee.mustFlush, !observations.isReducing {
      noticingReplacement(work)
    } else {
      work()
    }
    flags.pointee.isReducing = false
    flags.pointee.watchedActionCount &+= 1
    for finding in witness.close() {
      switch finding {
      case .misuse(let message, let site):
        misuseWasReported(MisuseReport(message, at: site, action: id))
      case .actionForAbsentChild(let label):
        actionWasDropped(ActionDrop(.absentChild, label: label, origin: origin, id: id))
      }
    }
    watchers?.actionReduced(action, id: id, state: memory.pointee)
    return effect
  }
}

// MARK: - Running Effects

extension StoreCore {
  /// Launches an effect, by way of the instruments if there are any.
  func launch(_ record: EffectRecord) {
    guard let witness = record.witness else { return record.launch() }
    launch(record, watchedBy: witness)
  }

  private func launch(_ record: EffectRecord, watchedBy witness: MisuseWitness) {
    guard let info = witness.effect else { return record.launch() }
    witness.open()
    var isLaunched = false
    MisuseWitness.$running.withValue(witness) {
      launch(info, around: instruments[...]) {
        guard !isLaunched else { return }
        isLaunched = true
        record.launch()
      }
    }
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

  private func launch(
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
    guard flags.pointee.hasInstrument, let info = record.shown else { return }
    for instrument in instruments { event(instrument, info) }
  }
}

// MARK: - Counting What Is Lost

extension StoreCore {
  /// Drops an action whose effect or sender was cancelled while it waited.
  @usableFromInline
  func drop(_ action: Action, of record: EffectRecord?, from origin: ActionOrigin) {
    dropLateSend(of: record, from: origin, label: ActionLabel.of(action))
  }
}

extension StoreRuntime {
  /// Drops an action that arrived too late.
  ///
  /// - Parameter label: The names of the action's cases; made only for instruments.
  fileprivate final func dropLateSend(
    of record: EffectRecord?, from origin: ActionOrigin, label: @autoclosure () -> String?
  ) {
    lateSendCount += 1
    guard flags.pointee.hasInstrument else { return }
    actionWasDropped(
      ActionDrop(.lateSend, label: label(), origin: origin, effect: record?.shown))
  }

  /// Counts actions that an effect sent while too many waited.
  final func countLost(_ count: Int, of record: EffectRecord) {
    overflowCount += count
    guard flags.pointee.hasInstrument else { return }
    actionWasDropped(
      ActionDrop(
        .overflow, label: nil, count: count, origin: record.originForInstruments,
        effect: record.shown))
  }
}

extension EffectRecord {
  /// The effect as instruments see it.
  fileprivate final var shown: EffectInfo? { witness?.effect ?? info }

  /// Drops an action that the effect has sent after it was cancelled.
  final func dropLateSend(label: @autoclosure () -> String?) {
    runtime.dropLateSend(of: self, from: originForInstruments, label: label())
  }
}

// MARK: - Telling Misuse

extension StoreRuntime {
  /// Reports a misuse of the store from outside.
  final func reportMisuse(_ message: String, at site: CallSite) {
    if let testExecutor {
      testExecutor.report(message, at: site)
    } else {
      Headrace.reportMisuse(message, at: site)
    }
    misuseWasReported(MisuseReport(message, at: site))
  }

  /// Reports what an effect's work has done wrong.
  final func reportFindings(_ findings: [MisuseWitness.Finding], of record: EffectRecord) {
    for case .misuse(let message, let site) in findings {
      misuseWasReported(
        MisuseReport(message, at: site, action: record.startedBy, effect: record.id))
    }
  }
}

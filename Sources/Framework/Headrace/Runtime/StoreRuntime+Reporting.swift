// MARK: - Counting Dropped Actions

extension StoreRuntime {
  /// Counts an action that arrived too late, and notifies instruments.
  ///
  /// ``RunRecord/drop(_:)`` contains the author's report.
  ///
  /// - Parameter label: The names of the action's cases; evaluated only for instruments.
  final func dropLateSend(
    of record: EffectRecord?, from origin: ActionOrigin, label: @autoclosure () -> String?
  ) {
    lateSendCount += 1
    notifyOfDrop(.lateSend, label: label(), from: origin, of: record)
  }

  /// Notifies the instruments of dropped actions.
  final func notifyOfDrop(
    _ reason: ActionDrop.Reason, label: @autoclosure () -> String?, count: Int = 1,
    from origin: @autoclosure () -> ActionOrigin, id: ActionID? = nil,
    of record: EffectRecord? = nil
  ) {
    guard flags.hasInstrument else { return }
    let drop = ActionDrop(
      reason: reason, label: label(), count: count, origin: origin(), id: id, effect: record?.shown)
    for instrument in watchers { instrument.actionDropped(drop) }
  }
}

extension EffectRecord {
  /// The effect as shown to instruments.
  final var shown: EffectInfo? { notes?.effect ?? info }

  /// Drops an action that the effect sent after it was cancelled or had ended.
  final func dropLateSend(label: @autoclosure () -> String?) {
    runtime.dropLateSend(of: self, from: originForInstruments, label: label())
  }
}

// MARK: - Notifying Instruments

extension StoreRuntime {
  final func effectWasStarted(_ record: EffectRecord) {
    record.notes = record.info.map { RunNotes(of: $0) }
    notifyInstruments(of: record) { $0.effectStarted($1) }
  }

  final func notifyInstruments(
    of record: EffectRecord, _ event: (any StoreInstrument, EffectInfo) -> Void
  ) {
    guard flags.hasInstrument, let info = record.shown else { return }
    for instrument in watchers { event(instrument, info) }
  }

  /// Notifies the instruments of a misuse.
  final func misuseWasReported(_ report: MisuseReport) {
    for instrument in watchers { instrument.misuseReported(report) }
  }
}

// MARK: - Reporting Misuse

extension StoreRuntime {
  /// Reports a misuse of the store.
  final func reportMisuse(_ message: String, at site: CallSite) {
    if let testExecutor {
      testExecutor.report(message, at: site)
    } else {
      Headrace.reportMisuse(message, at: site)
    }
    misuseWasReported(MisuseReport(message: message, action: nil, effect: nil, site: site))
  }

  /// Reports an action that is sent while the state is read in place; does nothing otherwise.
  @usableFromInline
  final func reportSendWhileReading() {
    guard flags.readingCount > 0, let readingSite else { return }
    reportMisuse(
      """
      An action was sent from within 'withState', which reads the state in place.

      The state would change under the reader, so the action is reduced when 'withState' has \
      returned, not when 'send' returns. Return from 'withState' what you need, and send after that.
      """, at: readingSite)
  }

  /// Reports the misuse by an effect's work.
  final func reportFindings(_ findings: [RunNotes.Finding], of record: EffectRecord) {
    for case .misuse(let message, let site) in findings {
      misuseWasReported(
        MisuseReport(message: message, action: record.startedBy, effect: record.id, site: site))
    }
  }
}

// MARK: - Paths of Scopes

extension _EffectScope {
  /// Returns the features from the store's root down to this one, with the ids of elements.
  func path(in runtime: StoreRuntime) -> [String] {
    var path: [String] = []
    var scope: _EffectScope? = self
    while let current = scope {
      let name = runtime.nodeName(current.place?.node)
      if case .row(_, let id) = current.place {
        path.append("\(name)[\(id)]")
      } else {
        path.append(name)
      }
      scope = current.parent
    }
    return path.reversed()
  }
}

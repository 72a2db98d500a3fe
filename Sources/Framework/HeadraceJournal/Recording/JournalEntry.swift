package import Headrace

/// An event as kept in memory, with values of the program's types.
///
/// It is not generic: looking up the metadata of generic types took half of the recording time.
package struct JournalEntry {
  package enum Content {
    case action(Any, ActionID, ActionOrigin, [GeneratedValue], reducing: Duration)
    // Indirect, because most events are actions, and these cases are larger.
    indirect case dropped(ActionDrop)
    indirect case effectStarted(EffectInfo)
    indirect case effectEnded(EffectInfo, EffectOutcome)
    indirect case effectCancelled(EffectInfo)
    indirect case misuse(MisuseReport)
  }

  let time: Duration
  let content: Content

  package init(time: Duration, content: Content) {
    (self.time, self.content) = (time, content)
  }

  /// The event without types; for an action, without its difference.
  package var event: JournalEvent {
    var event = outline
    guard case .action(let action, _, _, let values, _) = content else { return event }
    event.payload = JSONValue(encodingOrDescribing: action)
    event.note(values)
    return event
  }

  /// The event without payload and values, which are slow to encode.
  package var outline: JournalEvent {
    switch content {
    case .action(let action, let id, let origin, _, let reducing):
      var event = JournalEvent(.action, at: time)
      event.action = Int(id.rawValue)
      event.reducing = reducing
      event.note(origin)
      event.label = ActionLabel.cases(of: action)
      return event
    case .dropped(let drop):
      var event = JournalEvent(.dropped, at: time)
      event.action = (drop.id?.rawValue).map { Int($0) }
      event.note(drop.origin)
      event.label = drop.label
      event.detail = "\(drop.reason)"
      if drop.count > 1 { event.count = drop.count }
      return event
    case .effectStarted(let effect): return self.event(.effectStarted, of: effect)
    case .effectCancelled(let effect): return self.event(.effectCancelled, of: effect)
    case .effectEnded(let effect, let outcome):
      var event = self.event(.effectEnded, of: effect)
      event.detail =
        switch outcome {
        case .finished: "finished"
        case .stopped: "stopped"
        // The error's text could contain a secret.
        case .caught(let error): "caught \(type(of: error))"
        case .failed(let error): "failed \(type(of: error))"
        }
      return event
    case .misuse(let report):
      var event = JournalEvent(.misuse, at: time)
      event.action = (report.action?.rawValue).map { Int($0) }
      event.effect = (report.effect?.rawValue).map { Int($0) }
      event.place = "\(report.fileID):\(report.line)"
      // The report's text can contain values of the program, so only its location is written.
      return event
    }
  }

  private func event(_ kind: JournalEvent.Kind, of effect: EffectInfo) -> JournalEvent {
    var event = JournalEvent(kind, at: time)
    event.effect = Int(effect.id.rawValue)
    guard kind == .effectStarted else { return event }
    event.cause = Int(effect.startedBy.rawValue)
    event.label = effect.name
    event.path = effect.path
    event.place = "\(effect.fileID):\(effect.line)"
    return event
  }
}

extension JournalEvent {
  package mutating func note(_ values: [GeneratedValue]) {
    self.values = values.map {
      .init(name: $0.name, value: JSONValue(encodingOrDescribing: $0.value))
    }
  }

  fileprivate mutating func note(_ origin: ActionOrigin) {
    guard case .effect(let id, let startedBy) = origin else { return }
    effect = (id?.rawValue).map { Int($0) }
    cause = Int(startedBy.rawValue)
  }
}

extension JSONValue {
  /// Encodes a value; if that is not possible, describes it.
  package init(encodingOrDescribing value: Any) {
    do {
      self =
        try (value as? any Encodable).map { try JSONValue(encoding: $0) } ?? Self(describing: value)
    } catch {
      self.init(describing: value)
    }
  }
}

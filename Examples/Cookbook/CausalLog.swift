import Headrace

/// Teaches an instrument: a log that names, for each action and effect, the action that led to it.
///
/// It watches a whole store, whatever the feature: `store.instruments.append(CausalLog { … })`. The
/// feature has no code for it. Its test watches ``Download``.
struct CausalLog<State, Action>: StoreInstrument {
  /// Writes a line, without the payloads of actions, which could be secret.
  let write: (_ line: String) -> Void

  init(write: @escaping (_ line: String) -> Void) {
    self.write = write
  }

  func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
    let cause =
      switch origin {
      case .host: "the host"
      case .effect(let effectID?, let actionID): "effect \(effectID.rawValue) of \(name(actionID))"
      case .effect(nil, let actionID): name(actionID)
      }
    write("\(name(id)): \(caseName(of: action)), from \(cause)")
  }

  func actionDropped(_ drop: ActionDrop) {
    write("dropped: \(drop.label ?? "an action"), \(drop.reason)")
  }

  func effectStarted(_ effect: EffectInfo) {
    write("\(name(effect)) starts, from \(name(effect.startedBy))")
  }

  func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) {
    switch outcome {
    case .finished: write("\(name(effect)) ends")
    case .stopped: write("\(name(effect)) stops")
    case .caught(let error): write("\(name(effect)) has caught \(error)")
    case .failed(let error): write("\(name(effect)) fails with \(error)")
    }
  }

  func effectCancelled(_ effect: EffectInfo) {
    write("\(name(effect)) is cancelled")
  }

  private func name(_ id: ActionID) -> String { "action \(id.rawValue)" }

  private func name(_ effect: EffectInfo) -> String {
    "effect \(effect.id.rawValue) (\(effect.name ?? "\(effect.fileID):\(effect.line)"))"
  }

  private func caseName(of action: Action) -> String {
    Mirror(reflecting: action).children.first?.label ?? "\(action)"
  }
}

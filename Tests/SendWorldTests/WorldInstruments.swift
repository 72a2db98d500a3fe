import Headrace
import SendFeature

/// Receives each state at the moment when the store has it.
final class StageInstrument<State, Action>: StoreInstrument {
  private let changed: (State) -> Void

  init(_ changed: @escaping (State) -> Void) {
    self.changed = changed
  }

  func actionReduced(_ action: Action, id: ActionID, state: State) { changed(state) }
}

/// Receives each action.
final class ActionInstrument<State, Action>: StoreInstrument {
  private let happened: (Action) -> Void

  init(_ happened: @escaping (Action) -> Void) {
    self.happened = happened
  }

  func actionReduced(_ action: Action, id: ActionID, state: State) { happened(action) }
}

extension IntentPlan {
  /// The amount, as it is typed.
  var amountText: String {
    if isEverything { return SendDraft.everythingText }
    let thousandths = String(1_000 + milliether % 1_000).dropFirst()
    return "\(milliether / 1_000).\(thousandths)"
  }
}

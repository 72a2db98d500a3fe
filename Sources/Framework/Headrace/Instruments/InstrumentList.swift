/// The instruments of a store, as a linked list.
///
/// Generic code would have to look up the type of an array's elements for each action; a list
/// avoids that.
final class InstrumentList<State, Action> {
  let first: any StoreInstrument<State, Action>
  let rest: InstrumentList?

  private init(first: any StoreInstrument<State, Action>, rest: InstrumentList?) {
    self.first = first
    self.rest = rest
  }

  /// Makes a list of instruments in their order; `nil` for none.
  static func make(of instruments: [any StoreInstrument<State, Action>]) -> InstrumentList? {
    instruments.reversed().reduce(nil) { InstrumentList(first: $1, rest: $0) }
  }

  func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
    first.actionReceived(action, id: id, origin: origin)
    rest?.actionReceived(action, id: id, origin: origin)
  }

  func actionReduced(_ action: Action, id: ActionID, state: State) {
    first.actionReduced(action, id: id, state: state)
    rest?.actionReduced(action, id: id, state: state)
  }
}

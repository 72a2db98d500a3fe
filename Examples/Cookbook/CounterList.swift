import Headrace

/// Teaches `forEach`: rows that are features themselves, identified by id and not by position.
///
/// Removing a row ends its timer; the list needs no code for that.
@Reducer
struct CounterList {
  struct State: Codable, Equatable {
    var rows: IdentifiedArrayOf<CounterRow.State> = []
    /// The id of the row that is added next; ids are not used again.
    var nextID = 1

    var total: Int { rows.reduce(0) { $0 + $1.count } }
  }

  enum Action: Codable, Equatable {
    case addButtonTapped
    case sortButtonTapped
    case rows(IdentifiedActionOf<CounterRow>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.rows.append(CounterRow.State(id: state.nextID))
        state.nextID += 1
        return .none
      case .sortButtonTapped:
        state.rows.sort { $0.count > $1.count }
        return .none
      case .rows(.element(let id, action: .delegate(.removalRequested))):
        state.rows.remove(id: id)
        return .none
      case .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) { CounterRow() }
  }
}

import Headrace

/// A list of counters, with a count of its own.
struct Rows: Reducer {
  struct State {
    var rows: IdentifiedArrayOf<Counter.State>
    var unrelated = 0

    init(count: Int) {
      rows = IdentifiedArray(uniqueElements: (0..<count).map { Counter.State(id: $0) })
    }
  }

  enum Action {
    case rows(IdentifiedActionOf<Counter>)
    case unrelated
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rows:
        return .none
      case .unrelated:
        state.unrelated &+= 1
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) { Counter() }
  }
}

extension Rows.Action: CasePathable {
  struct AllCasePaths {
    var rows: AnyCasePath<Rows.Action, IdentifiedActionOf<Counter>> {
      AnyCasePath(
        embed: { .rows($0) },
        extract: { action in
          guard case .rows(let row) = action else { return nil }
          return row
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The feature above the list, which adds one level.
struct RowsLifted: Reducer {
  struct State {
    var list: Rows.State
    var count = 0
  }

  enum Action {
    case list(Rows.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { Rows() }
    Reduce { _, _ in .none }
  }
}

extension RowsLifted.Action: CasePathable {
  struct AllCasePaths {
    var list: AnyCasePath<RowsLifted.Action, Rows.Action> {
      AnyCasePath(
        embed: { .list($0) },
        extract: { action in
          switch action {
          case .list(let list): list
          }
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

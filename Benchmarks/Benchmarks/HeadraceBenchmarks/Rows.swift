import Headrace

/// A list of counters.
struct Rows: Reducer {
  struct State {
    var rows: IdentifiedArrayOf<Counter.State>
  }

  enum Action {
    case rows(IdentifiedActionOf<Counter>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.rows) { Counter() }
  }
}

extension Rows.Action: CasePathable {
  struct AllCasePaths {
    var rows: AnyCasePath<Rows.Action, IdentifiedActionOf<Counter>> {
      AnyCasePath(
        embed: { .rows($0) },
        extract: { action in
          switch action {
          case .rows(let row): row
          }
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

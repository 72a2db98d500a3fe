import Headrace
import Testing

@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  enum Action {
    case incrementButtonTapped
    case nothingHappened
    case child(Child)
    case rowChanged(id: Int, text: String)

    @CasePathable
    enum Child { case nameChanged(String) }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped: state.count += 1
      case .rowChanged(let id, let text): state.rows[id: id]?.text = text
      case .nothingHappened, .child: break
      }
      return .none
    }
  }
}

/// The texts of `_printChanges()`, word for word.
@MainActor
@Suite("_printChanges()")
struct PrintChangesTests {
  private func texts(
    _ printer: (@escaping (String) -> Void) -> ReducerPrinter<Counter.State, Counter.Action>?,
    sending actions: Counter.Action...
  ) -> [String] {
    let log = Log()
    let store = Store(initialState: Counter.State()) {
      Counter()._printChanges(printer(log.write))
    }
    for action in actions { store.send(action) }
    return log.entries
  }

  @Test func eachActionIsShownWithTheDifferenceThatItMade() {
    #expect(
      texts({ .customDump(to: $0) }, sending: .incrementButtonTapped, .nothingHappened) == [
        """
        received action:
          Counter.Action.incrementButtonTapped
          Counter.State(
        -   _count: 0,
        +   _count: 1,
            _rows: […]
          )

        """,
        """
        received action:
          Counter.Action.nothingHappened
          (No state changes)

        """,
      ])
  }

  @Test func aChangedRowIsShownAlone() {
    #expect(
      texts({ .customDump(to: $0) }, sending: .rowChanged(id: 2, text: "two")) == [
        """
        received action:
          Counter.Action.rowChanged(
            id: 2,
            text: "two"
          )
          Counter.State(
            _count: 0,
            _rows: [
              [0]: Counter.Row(…),
              [1]: Counter.Row(
                id: 2,
        -       text: ""
        +       text: "two"
              )
            ]
          )

        """
      ])
  }

  @Test func labelsLeavePayloadsOut() {
    #expect(
      texts(
        { .actionLabels(to: $0) },
        sending: .incrementButtonTapped, .child(.nameChanged("secret")),
        .rowChanged(id: 1, text: "secret")
      ) == [
        "received action: Action.incrementButtonTapped",
        "received action: Action.child.nameChanged",
        "received action: Action.rowChanged",
      ])
  }

  @Test func withoutAPrinterNothingIsKept() {
    let store = Store(initialState: Counter.State()) { Counter()._printChanges(nil) }
    store.send(.incrementButtonTapped)
    #expect(store.state.count == 1)
  }

  @Test func aPrinterOfOnesOwnGetsBothStates() {
    var counts: [[Int]] = []
    let store = Store(initialState: Counter.State()) {
      Counter()._printChanges(ReducerPrinter { counts.append([$1.count, $2.count]) })
    }
    store.send(.incrementButtonTapped)
    store.send(.incrementButtonTapped)
    #expect(counts == [[0, 1], [1, 2]])
  }
}

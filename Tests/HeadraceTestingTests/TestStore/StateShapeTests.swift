import Testing

@testable import HeadraceTesting

@Suite struct StateShapeTests {
  struct Row: Identifiable { var id = 0; var name = "" }
  enum Place { case home, away(Int), abroad(Row) }
  final class Box {}

  struct State {
    var count = 0
    var rows: [Row] = []
    var row: Row?
    var place = Place.home
    var table: [String: Int] = [:]
    var names: Set<String> = []
  }

  @Test func valuesDoNotCount() {
    var (first, second) = (State(), State())
    second.count = 7
    (first.rows, second.rows) = ([Row(name: "a")], [Row(name: "b")])
    (first.place, second.place) = (.away(1), .away(2))
    (first.table, second.table) = (["a": 1], ["a": 2])
    (first.names, second.names) = (["a"], ["a"])
    #expect(StateShape.isSame(first, second))
  }

  @Test func partsThatAClosureMayUnwrapOrSubscriptCount() {
    let changes: [(inout State) -> Void] = [
      { $0.rows = [Row()] },
      { $0.row = Row() },
      { $0.place = .away(1) },
      { $0.table = ["a": 1] },
      { $0.names = ["a"] },
    ]
    for change in changes {
      var state = State()
      change(&state)
      #expect(!StateShape.isSame(State(), state))
      #expect(StateShape.isSame(state, state))
    }
    #expect(!StateShape.isSame([Row(id: 1)], [Row(id: 2)]))
    #expect(!StateShape.isSame(["a": 1], ["b": 1]))
    #expect(!StateShape.isSame(Place.abroad(Row(id: 1)), Place.abroad(Row(id: 2))))
    #expect(!StateShape.isSame(Box(), Box()))
  }
}

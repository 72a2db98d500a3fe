import Headrace
import Testing

/// Equal to others that have recorded the same.
private final class Recorder: Equatable {
  var ticks = 0
  static func == (first: Recorder, second: Recorder) -> Bool { first.ticks == second.ticks }
}

/// Equal to others of the same name, whatever they do.
private struct Named: Equatable {
  let name: String
  let tick: () -> Void
  static func == (first: Self, second: Self) -> Bool { first.name == second.name }
}

private struct Clockwork<Part>: Reducer {
  let part: Part
  let tick: (Part) -> Void

  init(_ part: Part, tick: @escaping (Part) -> Void) {
    self.part = part
    self.tick = tick
  }

  func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
    tick(part)
    return .none
  }
}

private struct Pair<Part>: Reducer {
  struct State { var (left, right) = (0, 0) }
  @CasePathable
  enum Action { case left(Bool), right(Bool) }
  let left: Part
  let right: Part
  let tick: (Part) -> Void

  var body: some Reducer<State, Action> {
    Scope(state: \.left, action: \.left) { Clockwork(left, tick: tick) }
    Scope(state: \.right, action: \.right) { Clockwork(right, tick: tick) }
  }
}

@MainActor
@Suite("Reducers that share a node")
struct ReducerEqualityTests {
  @Test("Law 4: two children with objects that are equal now stay two")
  func equalObjects() {
    let (left, right) = (Recorder(), Recorder())
    let store = Store(initialState: Pair<Recorder>.State()) {
      Pair(left: left, right: right) { $0.ticks += 1 }
    }
    store.send(.right(true))
    #expect((left.ticks, right.ticks) == (0, 1))
  }

  @Test("Law 4: two children whose '==' leaves something out stay two")
  func equalNames() {
    var (left, right) = (0, 0)
    let store = Store(initialState: Pair<Named>.State()) {
      Pair(left: Named(name: "a") { left += 1 }, right: Named(name: "a") { right += 1 }) {
        $0.tick()
      }
    }
    store.send(.right(true))
    #expect((left, right) == (0, 1))
  }
}

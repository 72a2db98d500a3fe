import Headrace
import HeadraceTesting
import Testing

/// Cases with several payloads, which are tuples.
@Suite struct TuplePayloadTests {
  @Test func severalPayloadsAreSentAndReceived() async {
    let store = TestStore(initialState: Board.State()) { Board() }
    await store.send(\.move, (x: 1, y: 2))
    await store.receive(\.moved, (x: 1, y: 2, "a")) {
      $0.x = 1
      $0.y = 2
    }
  }

  @Test func otherPayloadsFail() async {
    let failures = await failures {
      let store = TestStore(initialState: Board.State()) { Board() }
      await store.send(\.move, (x: 1, y: 2))
      await store.receive(\.moved, (x: 1, y: 3, "a"))
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("but received another action") == true)
  }

  @Test func aPartThatIsNotEquatableFails() async {
    let failures = await failures {
      let store = TestStore(initialState: Board.State()) { Board() }
      await store.receive(\.drawn, (1, Board.Ink()))
    }
    #expect(
      failures.map(\.text) == [
        """
        The payload of an action can't be compared: 'Ink' is not Equatable.

        Nothing was received. Make 'Ink' Equatable, receive the action by its case alone, or by a \
        predicate: 'await store.receive { … }'.
        """
      ])
  }
}

@Reducer private struct Board {
  struct Ink {}
  struct State: Equatable { var x = 0, y = 0 }
  enum Action { case move(x: Int, y: Int), moved(x: Int, y: Int, String), drawn(Int, Ink) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .move(let x, let y): return .send(.moved(x: x, y: y, "a"))
      case .moved(let x, let y, _):
        state.x = x
        state.y = y
        return .none
      case .drawn: return .none
      }
    }
  }
}

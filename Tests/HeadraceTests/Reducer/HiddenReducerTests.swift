import Headrace
import Testing

/// Called by hand, and another one for each number; hides its lamp's type, or does not.
private struct Dimmer: Reducer {
  let number: Int
  let isHidden: Bool
  let reads = Reads()

  var body: some Reducer<Lamp.State, Lamp.Action> {
    if isHidden {
      Reduce(Lamp(isBright: true, wattage: 1, reads: reads))
    } else {
      Lamp(isBright: false, wattage: 2, reads: reads)
    }
  }
}

/// Which dimmer is to reduce which action.
private struct Turn {
  let number: Int
  let action: Lamp.Action
}

@MainActor
@Suite("Reducers whose type is hidden, in reducers that are called by hand")
struct HiddenReducerTests {
  /// The nodes of several such reducers share what they call. The one that was compiled last is
  /// forgotten first here, and its memory freed.
  @Test("Laws 8 and 15: an earlier one is asked for lost effects after a later one is forgotten")
  func anEarlierOne() {
    let dimmers = (0..<6).map { Dimmer(number: $0, isHidden: $0 < 3) }
    let store = Store(initialState: Lamp.State()) {
      Reduce<Lamp.State, Turn> { state, turn in
        dimmers[turn.number].reduce(into: &state, action: turn.action)
          .map { Turn(number: turn.number, action: $0) }
      }
    }
    func send(_ number: Int, _ action: Lamp.Action = .touch) {
      store.send(Turn(number: number, action: action))
    }
    // 1 and 2 are hidden. At most four are kept: 2 is forgotten when 5 comes, 1 is not.
    for number in [1, 2, 3, 1, 4, 5] { send(number) }
    send(1, .bulb(.burn))
    #expect(store.effects.count == 1)
    send(1)
    #expect(store.effects.count == 1)
    send(1, .bulbTaken)
    #expect(store.effects.isEmpty)
  }
}

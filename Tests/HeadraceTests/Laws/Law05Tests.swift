import Headrace
import Testing

@MainActor
@Suite("Law 5: none is free")
struct Law05Tests {
  @Test("Law 5: none is free, nothing is started")
  func noneStartsNothing() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    let task = store.send(1)
    #expect(store.effects.isEmpty)
    await task.finish()
    #expect(store.state == 1)
  }
}

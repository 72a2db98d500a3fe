import Headrace
import HeadraceTesting
import Testing

@Reducer
private struct Listener {
  struct State: Equatable { var heard: [Int] = [] }
  enum Action: Equatable { case opened, heard(Int) }

  /// Returns what is said from now on.
  let listen: @Sendable () -> AsyncStream<Int>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .opened:
      .run(startsImmediately: true) { [listen] send in
        for await word in listen() { await send(.heard(word)) }
      }
    case .heard(let word):
      heard(word, &state)
    }
  }

  private func heard(_ word: Int, _ state: inout State) -> Effect<Action> {
    state.heard.append(word)
    return .none
  }
}

@Suite struct ImmediateEffectTestStoreTests {
  @Test func anEffectThatStartsImmediatelyHasBegunAfterSend() async {
    let listener = LockIsolated<AsyncStream<Int>.Continuation?>(nil)
    let store = TestStore(initialState: Listener.State()) {
      Listener {
        AsyncStream { continuation in listener.setValue(continuation) }
      }
    }
    await store.send(.opened)
    listener.value?.yield(7)
    await store.receive(.heard(7)) { $0.heard = [7] }
    listener.value?.finish()
    await store.finish()
  }
}

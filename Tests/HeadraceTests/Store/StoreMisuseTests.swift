import Headrace
import Testing

@MainActor
private func makeCounter() -> Store<Int, Int> {
  Store(initialState: 0) {
    Reduce<Int, Int> { state, action in
      state += action
      return .none
    }
  }
}

@MainActor
private func sendWhileReading() {
  let store = makeCounter()
  store.withState { _ in _ = store.send(1) }
}

@MainActor
private func readOffTheActor() async {
  // Unchecked: it is misuse, which the test wants to be stopped. The compiler lets it through by
  // itself where an 'async' closure runs on no actor.
  nonisolated(unsafe) let store = makeCounter()
  await Task.detached { store.withState { _ in } }.value
}

#if DEBUG
  @Suite("A debug build stops what the compiler lets through")
  struct StoreMisuseTests {
    @Test func anActionIsNotSentWhileTheStateIsRead() async throws {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        await sendWhileReading()
      }
      let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(said.contains("An action was sent from within 'withState'"))
    }

    /// The runtime's own words for it come out garbled in a test process, so only the end counts.
    @Test func theStateIsNotReadOffTheActor() async {
      await #expect(processExitsWith: .failure) { await readOffTheActor() }
    }
  }
#endif

import Headrace
import HeadraceTesting
import Testing

/// What a task of a test store says of effects that never come to rest.
struct TestStoreTaskTests {
  @Test(.timeLimit(.minutes(1)))
  func finishingARestlessEffectFails() async {
    let failures = await failures {
      let store = TestStore(initialState: 0) { Restless() }
      let task = await store.send(())
      await task.finish()
      await store.skipInFlightEffects(strict: false)
    }
    #expect(
      failures.map(\.text) == [
        """
        What the action started is still busy after 10000 jobs.

        An effect that never waits for anything must be cancelled, or given a clock to wait on.
        """
      ])
  }

  @Test func theContextOfAStoreStays() async {
    let failures = await failures {
      let store = TestStore(initialState: 0) { Restless() }
      store.dependencies.context = .preview
      #expect(store.dependencies.context == .test)
    }
    #expect(
      failures.map(\.text) == [
        """
        The context of a test store's dependencies was changed half-way.

        Only values can be changed then; defaults made before would be of another context, so it \
        was left as it is. Set 'context' in the 'withDependencies' of the test store.
        """
      ])
  }
}

/// Its effect is always ready to go on.
private struct Restless: Reducer {
  func reduce(into state: inout Int, action: Void) -> Effect<Void> {
    .run { _ in
      while !Task.isCancelled { await Task.yield() }
    }
  }
}

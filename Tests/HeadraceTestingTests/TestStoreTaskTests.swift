import Headrace
import HeadraceTesting
import Testing

/// Brings a task to the effect that it stands for.
private actor TaskBox {
  private var task: TestStoreTask?

  func set(_ task: TestStoreTask) { self.task = task }

  func value() async -> TestStoreTask? {
    while task == nil, !Task.isCancelled { await Task.yield() }
    return task
  }
}

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

  @Test("Law 15: an effect that waits for its own end is told so", .timeLimit(.minutes(1)))
  func anEffectThatWaitsForItself() async {
    for isCancelling in [false, true] {
      let box = TaskBox()
      let store = TestStore(initialState: 0) {
        Reduce<Int, Void> { _, _ in
          .run { _ in
            guard let task = await box.value() else { return }
            if isCancelling { await task.cancel() } else { await task.finish() }
          }
        }
      }
      await withKnownIssue {
        let task = await store.send(())
        await box.set(task)
        await store.finish()
      } matching: {
        $0.comments.map(\.rawValue).joined().contains(
          "An effect waits for its own end: it called '\(isCancelling ? "cancel" : "finish")()'")
      }
    }
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

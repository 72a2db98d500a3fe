import Foundation
import Headrace
import HeadraceTesting
import Testing

/// Passes a task to the effect that it represents.
private actor TaskBox {
  private var task: TestStoreTask?

  func set(_ task: TestStoreTask) { self.task = task }

  func value() async -> TestStoreTask? {
    while task == nil, !Task.isCancelled { await Task.yield() }
    return task
  }
}

/// Answers outside the store, whether or not its caller is cancelled.
private actor Stranger {
  private var caller: CheckedContinuation<Void, Never>?
  private(set) var hasEnded = false

  var isAwaited: Bool { caller != nil }

  func wait() async {
    await withCheckedContinuation { caller = $0 }
    hasEnded = true
  }

  func answer() {
    caller?.resume()
    caller = nil
  }
}

/// The report of a test store's task about effects that never come to rest.
struct TestStoreTaskTests {
  @Test(.timeLimit(.minutes(30)))
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

          • HeadraceTestingTests/TestStoreTaskTests.swift:126

        An effect that never waits for anything must be cancelled, or given a clock to wait on.
        """
      ])
  }

  @Test("Law 15: an effect that waits for its own end is reported", .timeLimit(.minutes(30)))
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

  /// An effect that ignores its cancellation can end after its store. It is then still listed among
  /// the effects of its task, but no longer in memory.
  @Test("Law 15: a task of a released store accesses none of its effects", .timeLimit(.minutes(30)))
  func aTaskOfAnEndedStore() async {
    let outside = Stranger()
    _ = await failures {
      await withDependencies {
        $0.date = .constant(Date(timeIntervalSince1970: 0))
      } operation: {
        var store: TestStore? = TestStore(initialState: 0) {
          Reduce<Int, Void> { [outside] _, _ in .run { _ in await outside.wait() } }
        }
        let task = await store?.send(())
        #expect(await outside.isAwaited)
        store = nil
        await outside.answer()
        // Each call runs what is ready, and so advances the effect by a step.
        for _ in 0..<10 { await task?.finish() }
        await task?.cancel()
      }
    }
    #expect(await outside.hasEnded)
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
        Tried to change the context of a test store's dependencies after the store was made.

        Only values can be changed then. Defaults that were made before belong to the old context, \
        so the context was not changed. Set 'context' in the 'withDependencies' of the test store.
        """
      ])
  }
}

/// Its effect is always ready to continue.
private struct Restless: Reducer {
  func reduce(into state: inout Int, action: Void) -> Effect<Void> {
    .run { _ in
      while !Task.isCancelled { await Task.yield() }
    }
  }
}

extension TestStoreTaskTests {
  @Test func theNameOfAnEffectIsThatOfItsTask() {
    let name = LockIsolated<String?>(nil)
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { _, _ in .run(name: "load") { _ in name.setValue(Task.name) } }
    }
    store.send(true)
    #expect(name.value == "load")
  }
}

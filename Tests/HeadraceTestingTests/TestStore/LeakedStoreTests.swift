import Foundation
import Headrace
import HeadraceTesting
import Testing

/// Stores that are retained for ever, so that they never report what is left.
@Suite struct LeakedStoreTests {
  // Unchecked: one test makes it, and only keeps it.
  private final class Cycle: @unchecked Sendable {
    var store: Any?
  }

  /// Lets a store refer to itself.
  private static func leak(_ store: TestStoreOf<Chain>) {
    let cycle = Cycle()
    cycle.store = store
    store.dependencies.loader.load = {
      _ = cycle
      return ""
    }
  }

  @Test func unassertedWorkOfALeakedStoreFailsTheProcessAtItsEnd() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let store = TestStore(initialState: Chain.State()) { Chain() }
      LeakedStoreTests.leak(store)
      await store.send(.begin)
      // Output while the process exits is lost to the parent.
      FileHandle.standardError.write(Data(LiveTestStores.report().utf8))
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        """
        LeakedStoreTests.swift:24: error: A test store is still there when the process exits, and \
        its test has left something behind.

          2 actions that effects sent were not received by the end of the test.

            • Chain.Action.first
            • Chain.Action.second

          Receive them with 'await store.receive(…)', or skip them with 'await \
        store.skipReceivedActions()'.

        The store could not report this to its test, because it was not released at the end of the \
        test: a reference cycle or a global variable retains it. Capture the store weakly in \
        values that it holds itself, such as a dependency.
        """), "\(text)")
  }

  @Test func aLeakedStoreThatHasLeftNothingIsSilent() async {
    await #expect(processExitsWith: .success) {
      let store = TestStore(initialState: Chain.State()) { Chain() }
      LeakedStoreTests.leak(store)
      await store.send(.begin)
      await store.receive(.first) { $0.steps = [1] }
      await store.receive(.second) { $0.steps = [1, 2] }
      await store.finish()
      let other = TestStore(initialState: Chain.State()) { Chain() }
      LeakedStoreTests.leak(other)
      other.exhaustivity = .off
      await other.send(.begin)
    }
  }
}

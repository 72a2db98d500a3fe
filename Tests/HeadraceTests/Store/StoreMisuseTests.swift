import Testing

@testable import Headrace

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

/// A store whose last owner is a closure, which is `Sendable` as it is the main actor's.
private func endOffTheActor() async {
  await Task.detached { withExtendedLifetime(await makeHolder()) {} }.value
}

@MainActor
private func makeHolder() -> @MainActor () -> Void {
  let store = Store<Int, Int>(initialState: 0) {
    Reduce { _, _ in .run { _ in await Gate().pass() } }
  }
  store.send(1)
  return { store.send(2) }
}

/// Starts an effect past the checks of ``Store``, which a debug build alone makes.
private func startEffectOffTheActor() async {
  await Task.detached {
    let core = StoreCore<Int, Int>(
      initialState: { 0 }, dependencies: DependencyValues(), owner: MainActor.shared
    ) {
      Reduce<Int, Int> { _, _ in .run { _ in } }
    }
    _ = core.send(1)
  }.value
}

@Suite("A store off its actor, in every build")
struct StoreOffItsActorTests {
  @Test func anEffectIsNotStarted() async {
    await #expect(processExitsWith: .failure) { await startEffectOffTheActor() }
  }
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

    @Test func aStoreWithEffectsDoesNotEndOffTheActor() async {
      await #expect(processExitsWith: .failure) { await endOffTheActor() }
    }
  }
#endif

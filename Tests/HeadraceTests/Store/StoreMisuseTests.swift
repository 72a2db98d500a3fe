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
private func readOffTheActor() async {
  // Unchecked: this is misuse, which must be stopped at run time. The compiler allows it by itself
  // if an 'async' closure runs on no actor.
  nonisolated(unsafe) let store = makeCounter()
  await Task.detached { store.withState { _ in } }.value
}

/// Releases a store whose last owner is a closure, which is `Sendable` as it is the main actor's.
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

/// Starts an effect past the checks of ``Store``, which only a debug build makes.
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

@MainActor
@Suite("A state that is read in place, in every build")
struct ReadingInPlaceTests {
  private static let report = """
    An action was sent from within 'withState', which reads the state in place.

    The state would change under the reader, so the action is reduced when 'withState' has \
    returned, not when 'send' returns. Return from 'withState' what you need, and send after that.
    """

  @Test("Law 15: an action that is sent from within is reported, and waits")
  func anActionWaitsForTheReader() async {
    let store = makeCounter()
    var line = 0
    let reports = await reports {
      line = #line + 1
      let seen = store.withState { state in
        store.withState { _ in _ = store.send(1) }
        return state
      }
      #expect(seen == 0)
      #expect(store.state == 1)
      store.send(1)
      #expect(store.state == 2)
    }
    let file = "HeadraceTests/StoreMisuseTests.swift"
    #expect(reports == [Report(text: Self.report, fileID: file, line: line)])
  }

  @Test("Law 15: the same where the store is observed, and where reading throws")
  func anActionWaitsForAReaderThatThrows() async {
    let store = makeCounter()
    var seen: [Int] = []
    let token = store.observe { seen.append(store.state) }
    let reports = await reports {
      #expect(throws: Failure.self) {
        try store.withState { _ in
          store.send(1)
          throw Failure(text: "stop")
        }
      }
    }
    #expect(reports.map(\.text) == [Self.report])
    #expect(seen == [0, 1])
    token.cancel()
  }
}

#if DEBUG
  @Suite("A debug build traps misuse that the compiler accepts")
  struct StoreMisuseTests {
    /// The runtime's own message is garbled in a test process, so only the crash counts.
    @Test func theStateIsNotReadOffTheActor() async {
      await #expect(processExitsWith: .failure) { await readOffTheActor() }
    }

    @Test func aStoreWithEffectsDoesNotEndOffTheActor() async {
      await #expect(processExitsWith: .failure) { await endOffTheActor() }
    }
  }
#endif

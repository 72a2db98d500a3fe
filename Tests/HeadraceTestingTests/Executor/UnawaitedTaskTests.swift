import Headrace
import HeadraceTesting
import Testing

/// A task that an effect starts and does not await outlives it, so what it sends never arrives.
@Suite struct UnawaitedTaskTests {
  struct Feature: Reducer {
    enum Action: Equatable { case start, track, done }

    let gate: AsyncStream<Void>

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .run { [gate] send in
          Task {
            for await _ in gate {}
            await send(.done)
          }
        }
      case .track:
        return .run { _ in }
      case .done:
        return .none
      }
    }
  }

  @Test func theFailureNamesTheEffectAndTheTask() async {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let failures = await failures {
      let store = TestStore(initialState: 0) { Feature(gate: gate) }
      await store.send(.start)
      await store.receive(.done)
    }
    open.finish()
    #expect(
      failures.map(\.text) == [
        """
        Expected to receive UnawaitedTaskTests.Feature.Action.done, but no effect is in flight \
        that could send it.

        Check that the reducer returns the effect, and that nothing has cancelled it.

        Ended without sending an action:

          • HeadraceTestingTests/UnawaitedTaskTests.swift:15 (started by '.start')

        An effect ends when its operation returns. If the operation starts a 'Task' and does not \
        await it, that task outlives the effect, and what it sends is dropped: do the work in the \
        operation itself, or await the task, 'await task.value'.
        """
      ])
  }

  @Test func anEarlierEffectIsNotNamed() async {
    let failures = await failures {
      let store = TestStore(initialState: 0) { Feature(gate: AsyncStream { $0.finish() }) }
      await store.send(.track)
      await store.send(.done)
      await store.receive(.done)
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains("Ended without") == false)
  }
}

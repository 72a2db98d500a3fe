import Headrace
import Testing

@MainActor
@Suite("Law 9, attacked", .timeLimit(.minutes(30)))
struct Law09Attacks {
  /// Effects that start others, by tasks, sends and a concatenation.
  private static func chain(_ gate: Gate) -> StoreOf<AttackRoot> {
    AttackRoot.store { state, action in
      switch action {
      case .go(0):
        return .run { send in
          await gate.pass()
          await send(.go(1))
        }
      case .go(1): return .run { send in await send(.go(2)) }
      case .go(2): return .send(.go(3))
      case .go(3):
        return .concatenate(.run { _ in await Task.yield() }, .run { send in await send(.go(4)) })
      default:
        state.count += 1
        return .none
      }
    }
  }

  @Test("Law 9: finish() waits for all that later actions start, and may be called again")
  func finishWaitsForLaterActions() async {
    let gate = Gate()
    let store = Self.chain(gate)
    let task = store.send(.go(0))
    gate.open()
    await task.finish()
    #expect(store.count == 1)
    await task.finish()
    #expect(store.count == 1)
    await task.cancel()
    #expect(task.isCancelled)
  }

  @Test("Law 9: cancelling a waiting task cancels the task that it waits for")
  func cancellingTheWaiterCancels() async {
    let gate = Gate()
    let store = Self.chain(gate)
    let task = store.send(.go(0))
    let waiter = Task { await task.finish() }
    await gate.arrival()
    waiter.cancel()
    await waiter.value
    #expect(store.effects.isEmpty)
    #expect(store.count == 0)
  }

  @Test("Law 9: an effect may have a detached task cancel it")
  func anEffectIsCancelledFromTheInside() async {
    let host = AttackHost()
    let gate = Gate()
    let lives = Lives()
    let store = AttackRoot.store { _, _ in
      .run { _ in
        await gate.pass()
        let canceller = Task.detached { await host.tasks[0].cancel() }
        await Gate().pass()
        withExtendedLifetime(canceller) { lives.end() }
      }
    }
    host.tasks = [store.send(.go(0))]
    gate.open()
    await host.tasks[0].finish()
    await lives.ended(1)
    #expect(store.effects.isEmpty)
  }
}

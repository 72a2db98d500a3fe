import Headrace
import Synchronization
import Testing

/// Makes a closure asynchronous without suspending it.
nonisolated(nonsending) private func continueImmediately() async {}

/// Law 11: a task that starts within a reducer, before the reducer returns.
@MainActor @Suite struct ImmediateTaskTests {
  private let texts: AsyncStream<String>
  private let noted: AsyncStream<String>.Continuation

  init() { (texts, noted) = AsyncStream<String>.makeStream() }

  private func seen(_ count: Int) async -> [String] {
    var seen: [String] = []
    for await text in texts.prefix(count) { seen.append(text) }
    return seen
  }

  private func run(_ body: @escaping @Sendable @MainActor () -> Void) {
    let store = Store(initialState: 0) {
      Reduce<Int, Void> { _, _ in
        MainActor.assumeIsolated { body() }
        return .none
      }
    } withDependencies: {
      $0.greeting.text = "store"
    }
    store.send(())
  }

  @Test func aTaskSeesItsOverridesBeforeItIsSuspended() async {
    run { [noted] in
      Task.immediate {
        await withDependencies {
          $0.greeting.text += "+task"
        } operation: {
          noted.yield(currentGreeting())
          withDependencies {
            $0.greeting.text += "+inner"
          } operation: {
            noted.yield(currentGreeting())
          }
          await withDependencies {
            $0.greeting.text += "+nested"
          } operation: {
            await continueImmediately()
            noted.yield(currentGreeting())
          }
          noted.yield(currentGreeting())
          await Task.yield()
          noted.yield(currentGreeting())
        }
      }
      noted.yield(currentGreeting())
    }
    #expect(
      await seen(6) == [
        "store+task", "store+task+inner", "store+task+nested", "store+task", "store", "store+task",
      ])
  }

  @Test func theReducerSeesItsStoresValuesAfterTheTaskHasEnded() async {
    run { [noted] in
      Task.immediate {
        await withDependencies {
          $0.greeting.text = "task"
        } operation: {
          await continueImmediately()
          noted.yield(currentGreeting())
        }
        noted.yield(currentGreeting())
      }
      noted.yield(currentGreeting())
    }
    #expect(await seen(3) == ["task", "store", "store"])
  }

  @Test func anotherStoreThatTheTaskSendsToHasItsOwnValues() async {
    run { [noted] in
      Task.immediate {
        await withDependencies {
          $0.greeting.text = "task"
        } operation: {
          await continueImmediately()
          let other = Store(initialState: 0) {
            Reduce<Int, Void> { _, _ in
              noted.yield(currentGreeting())
              return .none
            }
          } withDependencies: {
            $0.greeting.text = "other"
          }
          other.send(())
          noted.yield(currentGreeting())
          Task.immediate { noted.yield(currentGreeting()) }
        }
      }
    }
    #expect(await seen(3) == ["other", "task", "task"])
  }
}

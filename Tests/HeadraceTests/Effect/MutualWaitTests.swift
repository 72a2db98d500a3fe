import Headrace
import Synchronization
import Testing

/// Effects that wait for each other's sends to finish. Even when cancelled, they once waited for
/// ever.
@MainActor
@Suite("Law 9: effects that wait for each other", .timeLimit(.minutes(30)))
struct MutualWaitTests {
  /// The way in which an effect waits for another.
  enum Wait: CaseIterable {
    case finish, cancel, finishInGroup, cancelInGroup, finishInAsyncLet, finishAfterCancellation

    func wait(for task: StoreTask) async {
      switch self {
      case .finish: await task.finish()
      case .cancel: await task.cancel()
      case .finishInGroup: await withTaskGroup(of: Void.self) { $0.addTask { await task.finish() } }
      case .cancelInGroup: await withTaskGroup(of: Void.self) { $0.addTask { await task.cancel() } }
      case .finishInAsyncLet:
        async let end: Void = task.finish()
        await end
      case .finishAfterCancellation:
        await Gate().pass()
        await task.finish()
      }
    }
  }

  /// Waits for the task with a number, once it is known.
  private struct Waiter: Reducer {
    struct Action: Sendable {
      let number: Int
      let waitsFor: Int
      let wait: Wait
    }
    let tasks: Tasks

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      .run { [tasks] _ in
        // An effect that is cancelled before it runs would never arrive.
        tasks.running.add()
        await tasks.areKnown.pass()
        tasks.begun.add()
        await action.wait.wait(for: tasks[action.waitsFor])
      }
    }
  }

  private final class Tasks: Sendable {
    private let tasks = Mutex<[Int: StoreTask]>([:])
    let running = Arrivals()
    let areKnown = Gate()
    let begun = Arrivals()

    subscript(number: Int) -> StoreTask {
      get { tasks.withLock { $0[number]! } }
      set { tasks.withLock { $0[number] = newValue } }
    }
  }

  private static func wait(
    _ waits: [Wait], in stores: [StoreOf<Waiter>], _ tasks: Tasks
  ) async -> [StoreTask] {
    for (number, wait) in waits.enumerated() {
      tasks[number] = stores[number % stores.count].send(
        Waiter.Action(number: number, waitsFor: (number + 1) % waits.count, wait: wait))
    }
    for _ in waits { await tasks.running.wait() }
    tasks.areKnown.open()
    for _ in waits { await tasks.begun.wait() }
    return waits.indices.map { tasks[$0] }
  }

  @Test("They end when one is cancelled", arguments: Wait.allCases, Wait.allCases)
  func oneIsCancelled(first: Wait, second: Wait) async {
    let tasks = Tasks()
    let store = Store(initialState: 0) { Waiter(tasks: tasks) }
    let both = await Self.wait([first, second], in: [store], tasks)
    await both[0].cancel()
    if first != .finishAfterCancellation { await both[1].finish() } else { await both[1].cancel() }
    #expect(store.effects.isEmpty)
  }

  @Test("They end when the store is released", arguments: Wait.allCases, Wait.allCases)
  func theStoreIsReleased(first: Wait, second: Wait) async {
    let tasks = Tasks()
    var store: StoreOf<Waiter>? = Store(initialState: 0) { Waiter(tasks: tasks) }
    let both = await Self.wait([first, second], in: [store!], tasks)
    store = nil
    for task in both { await task.finish() }
  }

  @Test("Three of them end, even in two stores", arguments: [1, 2])
  func threeInARing(storeCount: Int) async {
    let tasks = Tasks()
    let stores = (0..<storeCount).map { _ in Store(initialState: 0) { Waiter(tasks: tasks) } }
    let all = await Self.wait([.finish, .finish, .finish, .finish], in: stores, tasks)
    await all[2].cancel()
    for task in all { await task.finish() }
    for store in stores { #expect(store.effects.isEmpty) }
  }

  @Test("A host that is cancelled while it waits continues to wait for the end")
  func aHostWaitsForTheEnd() async {
    let (gate, log) = (Gate(), Log())
    let store = Store(initialState: 0) {
      Reduce<Int, Void> { _, _ in
        .run { _ in
          await gate.pass()
          await Task.yield()
          log.write("cleaned up")
        }
      }
    }
    let task = store.send(())
    let host = Task {
      await task.finish()
      return log.entries
    }
    await gate.arrival()
    host.cancel()
    #expect(await host.value == ["cleaned up"])
  }
}

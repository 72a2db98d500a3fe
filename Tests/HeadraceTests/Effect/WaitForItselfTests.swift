import Headrace
import Synchronization
import Testing

/// Gives its effect the task of the action that starts it.
private struct Waiter: Reducer {
  let task: TaskBox
  let wait: @Sendable (StoreTask) async -> Void

  func reduce(into state: inout Int, action: Void) -> Effect<Void> {
    .run { [task, wait] _ in await wait(await task.value()) }
  }
}

/// Passes a task to the effect that it represents.
private final class TaskBox: Sendable {
  private let task = Mutex<StoreTask?>(nil)
  private let isSet = Gate()

  func set(_ task: StoreTask) {
    self.task.withLock { $0 = task }
    isSet.open()
  }

  func value() async -> StoreTask {
    await isSet.pass()
    return task.withLock { $0 }!
  }
}

@MainActor
@Suite("Law 15: an effect that waits for its own end is reported", .timeLimit(.minutes(30)))
struct WaitForItselfTests {
  enum Wait: CaseIterable {
    case finish, cancel, finishInGroup, cancelInGroup, finishInAsyncLet, finishWithDependencies
  }

  @Test("It continues immediately, in its task and in the parts of it", arguments: Wait.allCases)
  func waitsForItself(wait: Wait) async {
    let box = TaskBox()
    let store = Store(initialState: 0) { Waiter(task: box) { await Self.wait(wait, for: $0) } }
    await withKnownIssue {
      let task = store.send(())
      box.set(task)
      await task.finish()
    } matching: {
      let text = $0.comments.map(\.rawValue).joined()
      return text.contains("An effect waits for its own end: it called '")
        && text.contains("WaitForItselfTests.swift")
    }
    #expect(store.effects.isEmpty)
  }

  private nonisolated static func wait(_ wait: Wait, for task: StoreTask) async {
    switch wait {
    case .finish: await task.finish()
    case .cancel: await task.cancel()
    case .finishInGroup: await withTaskGroup(of: Void.self) { $0.addTask { await task.finish() } }
    case .cancelInGroup: await withTaskGroup(of: Void.self) { $0.addTask { await task.cancel() } }
    case .finishInAsyncLet:
      async let end: Void = task.finish()
      await end
    case .finishWithDependencies:
      await withDependencies {
        $0.context = .live
      } operation: {
        await task.finish()
      }
    }
  }

  @Test("A detached task that it starts waits for the effect, and nothing is reported")
  func aDetachedTaskWaits() async {
    for isCancelling in [false, true] {
      let (box, over) = (TaskBox(), Arrivals())
      let store = Store(initialState: 0) {
        Waiter(task: box) { task in
          Task.detached {
            if isCancelling { await task.cancel() } else { await task.finish() }
            over.add()
          }
          if isCancelling { await Gate().pass() }
        }
      }
      let task = store.send(())
      box.set(task)
      await over.wait()
      #expect(store.effects.isEmpty)
    }
  }

  @Test("An effect may cancel itself without waiting, and nothing is reported")
  func cancellingWithoutWaiting() async {
    let box = TaskBox()
    let store = Store(initialState: 0) {
      Waiter(task: box) { task in
        let cancel: () -> Void = task.cancel
        cancel()
        await Gate().pass()
      }
    }
    let task = store.send(())
    box.set(task)
    await task.finish()
    #expect(store.effects.isEmpty)
  }

  @Test("A task that an observer starts waits for the effect, and nothing is reported")
  func anObserversTaskWaits() async {
    let (gate, over) = (Gate(), Arrivals())
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { state, isStart in
        guard isStart else {
          state += 1
          return .none
        }
        return .run { send in
          await send(false)
          await gate.pass()
        }
      }
    }
    let task = store.send(true)
    let token = store.observe {
      guard store.state == 1 else { return }
      Task {
        await task.finish()
        #expect(store.effects.isEmpty)
        over.add()
      }
      gate.open()
    }
    await over.wait()
    token.cancel()
  }

  @Test("An effect may wait for another action's effects")
  func waitsForAnother() async {
    let (box, gate) = (TaskBox(), Gate())
    let store = Store(initialState: 0) { Waiter(task: box) { await $0.finish() } }
    let other = Store(initialState: 0) {
      Reduce<Int, Void> { _, _ in .run { _ in await gate.pass() } }
    }
    box.set(other.send(()))
    let task = store.send(())
    gate.open()
    await task.finish()
    #expect(other.effects.isEmpty)
  }
}

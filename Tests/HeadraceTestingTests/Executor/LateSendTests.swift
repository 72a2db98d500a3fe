import Headrace
import HeadraceTesting
import IssueReporting
import Testing

/// Actions that effects send after the end of their test, or after the notice of it.
@Suite(.timeLimit(.minutes(30))) struct LateSendTests {
  /// An effect whose work does not end with it.
  struct Leaver: Reducer {
    enum Action: Equatable {
      case leaveTask
      case ignoreCancellation
      case cancel
      case late
    }

    let isLate: AsyncStream<Void>
    let hasSent: AsyncStream<Void>.Continuation

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .leaveTask:
        return .run { send in _ = Task.detached { await sendLate(send) } }
      case .ignoreCancellation:
        return .run { send in await Task.detached { await sendLate(send) }.value }
          .cancellable(id: 1)
      case .cancel:
        return .cancel(id: 1)
      case .late:
        state += 1
        return .none
      }
    }

    private func sendLate(_ send: Send<Action>) async {
      for await _ in isLate { break }
      await send(.late)
      hasSent.finish()
    }
  }

  private let isLate = AsyncStream<Void>.makeStream()
  private let hasSent = AsyncStream<Void>.makeStream()
  private let recorder = FailureRecorder()

  private func makeStore() -> TestStoreOf<Leaver> {
    TestStore(initialState: 0) {
      Leaver(isLate: isLate.stream, hasSent: hasSent.continuation)
    }
  }

  /// Waits for a failure, which comes from another thread.
  private func failures(
    _ goOn: nonisolated(nonsending) () async -> Void = {}
  ) async -> [RecordedFailure] {
    while recorder.failures.isEmpty, !Task.isCancelled {
      await goOn()
      await Task.detached { await Task.yield() }.value
    }
    return recorder.failures
  }

  @Test func aTaskThatOutlivesItsEffectFailsTheRunningTest() async {
    await withIssueReporters([recorder]) {
      let store = makeStore()
      await store.send(.leaveTask)
      await store.finish()
      isLate.continuation.yield()
      let failures = await failures { await store.finish() }
      #expect(
        failures.map(\.text) == [
          """
          An effect sent an action after it had ended: 'Action.late'.

          The effect returned at HeadraceTestingTests/LateSendTests.swift:23 has started a task \
          that outlived it and still uses the effect's values. The effect ends when its operation \
          returns, so this was dropped. Await that task in the operation, or use a task group \
          instead.
          """
        ])
      #expect(store.state == 0)
    }
  }

  @Test func aTaskThatOutlivesItsStoreFailsItsTest() async {
    await withIssueReporters([recorder]) {
      do {
        let store = makeStore()
        await store.send(.leaveTask)
        await store.finish()
      }
      isLate.continuation.yield()
      let failures = await failures()
      #expect(failures.map(\.line) == [23])
      #expect(
        failures.first?.text.hasPrefix(
          "An effect sent an action after it had ended: 'Action.late'.") == true)
    }
  }

  @Test func aCancelledEffectThatSendsAfterTheEndFails() async {
    await withIssueReporters([recorder]) {
      let store = makeStore()
      await store.send(.ignoreCancellation)
      await store.send(.cancel)
      await store.finish()
      isLate.continuation.yield()
      let failures = await failures { await store.finish() }
      #expect(
        failures.map(\.text) == [
          """
          A cancelled effect sent an action after the end of the test: 'Action.late'.

          The effect returned at HeadraceTestingTests/LateSendTests.swift:25 was cancelled, but \
          its work went on after the test was told that nothing is left to do. The action was \
          dropped. Let the work end when its task is cancelled, or override the dependency that \
          it waits for.
          """
        ])
      #expect(failures.first?.line == 25)
    }
  }

  @Test func aCancelledEffectThatSendsAfterItsStoreHasEndedFails() async {
    await withIssueReporters([recorder]) {
      do {
        let store = makeStore()
        await store.send(.ignoreCancellation)
        await store.send(.cancel)
      }
      isLate.continuation.yield()
      #expect(await failures().map(\.line) == [25])
    }
  }

  @Test("Law 7: a cancelled effect's actions during the test are dropped without a failure")
  func cancelledEffectsMaySend() async {
    let store = makeStore()
    await store.send(.ignoreCancellation)
    let cancelling = await store.send(.cancel)
    isLate.continuation.yield()
    let isSent = Locked(false)
    let sending = Task { [hasSent] in
      for await _ in hasSent.stream {}
      isSent.change { $0 = true }
    }
    while !isSent.value, !Task.isCancelled {
      await store.skipReceivedActions(strict: false)
      await Task.detached { await Task.yield() }.value
    }
    sending.cancel()
    await cancelling.finish()
    await store.finish()
    #expect(store.state == 0)
  }

  @Test func aTestThatIsNotExhaustiveMayLeaveCancelledEffects() async {
    await withIssueReporters([recorder]) {
      do {
        let store = makeStore()
        store.exhaustivity = .off
        await store.send(.ignoreCancellation)
        await store.send(.cancel)
        await store.finish()
      }
      isLate.continuation.yield()
      for await _ in hasSent.stream {}
    }
    #expect(recorder.failures.isEmpty)
  }
}

import ActivityClient
import Headrace
import HeadraceTesting
import NodeClient
import Testing

@testable import SendFeature

/// A wallet that is opened again before the first start has read everything.
@Suite("ResumePayments: a second start")
struct RepeatedStartTests {
  private let bench = SendBench()

  /// The first start may have read the journal before the latest payment was recorded.
  @Test func onlyTheLastStartReadsTheJournal() async {
    let store = bench.resuming()
    store.dependencies.activity.unresolved = {
      [clock = bench.clock, activity = bench.makeActivity()] () throws(JournalFailure) in
      try? await clock.sleep(for: .seconds(1))
      return try await activity.unresolved()
    }
    await store.send(.view(.started)) { $0.phase = .loading }
    await bench.clock.advance(by: .milliseconds(500))
    await store.send(.view(.started))
    await bench.clock.advance(by: .seconds(1))
    await store.receive(
      \.inner.loaded,
      ResumePayments.Findings(open: [], reviewable: [], date: SendBench.date)
    ) { $0.phase = .idle }
    await store.finish()
  }

  /// Both looks find it reverted; it is followed once.
  @Test func anEndThatTwoStartsFindGoneIsTakenUpOnce() async throws {
    let ended = try await bench.endedInAForgedBlock()
    let store = bench.resuming()
    store.exhaustivity = .off
    store.dependencies.node.chainID = { [clock = bench.clock] in
      try await clock.sleep(for: .seconds(1))
      return SendBench.chainID
    }
    for _ in 1...2 {
      await store.send(.view(.started))
      await store.receive(\.inner.loaded)
    }
    await bench.clock.advance(by: .seconds(1))
    for _ in 1...2 { await store.receive(\.inner.reviewed, ended.taken) }
    #expect(store.state.payments == [ended.taken])
    await store.skipInFlightEffects()
  }
}

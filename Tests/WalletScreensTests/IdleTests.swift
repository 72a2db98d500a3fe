import Foundation
import Headrace
import HeadraceTerminal
import HeadraceTesting
import TestEffort
import Testing

@testable import WalletCLI

/// The output of an open wallet at which no key is pressed, by counts.
@Suite struct IdleTests {
  /// Seconds are shown for a minute. After that only a change of the minutes is written.
  @Test(arguments: Effort.cases(Language.allCases))
  func anOpenWalletWritesAlmostNothing(language: Language) {
    var state = HomeSample.place(HomeSample.home, [], language)
    let app = TerminalWalletApp.app(SecretEntry())
    var writer = FrameWriter()
    _ = writer.frame(app.grid(state, Size(columns: 80, rows: 24)))
    var counts: [Int] = []
    for _ in 0..<3 {
      var count = 0
      for _ in 0..<60 {
        state.now += 1
        let bytes = writer.frame(app.grid(state, Size(columns: 80, rows: 24)))
        // A second is a few digits, not a screen.
        #expect(bytes.count < 400)
        if !bytes.isEmpty { count += 1 }
      }
      counts.append(count)
    }
    #expect(counts[0] <= 60)
    // The balance and two payments of the sample have an age in minutes.
    #expect(counts[1] <= 4, "\(counts)")
    #expect(counts[2] <= 4, "\(counts)")
  }

  /// Counts the actions of the app by their kind.
  private struct Counted: Reducer {
    let counts: LockIsolated<[String: Int]>

    var body: some ReducerOf<TerminalWallet> {
      Reduce { _, action in
        let kind =
          switch action {
          case .inner(.secondPassed): "second"
          case .inner(.ticked): "sign that turns"
          default: "other"
          }
        counts.withValue { $0[kind, default: 0] += 1 }
        return .none
      }
      TerminalWallet()
    }
  }

  /// Minutes without a key on a test's clock: the app wakes only for seconds and for Home's
  /// requests.
  ///
  /// It wakes once a second, and twice a minute to ask its node. No spinner turns.
  @Test func aPlaceAtRestWakesOnceASecond() async {
    let clock = TestClock()
    let counts = LockIsolated<[String: Int]>([:])
    let store = TestStore(initialState: HomeSample.place()) {
      Counted(counts: counts)
    } withDependencies: {
      $0.answerHome(clock)
    }
    store.exhaustivity = .off
    await store.send(.view(.appeared))
    await store.skipReceivedActions(strict: false)
    counts.setValue([:])
    for _ in 0..<200 {
      await clock.advance(by: .seconds(1))
      await store.skipReceivedActions(strict: false)
    }
    #expect(counts.value["second"] == 200)
    #expect(counts.value["sign that turns"] == nil)
    // Six refreshes, of a few answers each.
    #expect(counts.value["other", default: 0] <= 6 * 10, "\(counts.value)")
    await store.skipInFlightEffects()
  }
}

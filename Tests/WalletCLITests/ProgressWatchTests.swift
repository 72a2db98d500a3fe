import Testing
import VaultClient

@testable import WalletCLI

@Suite struct ProgressWatchTests {
  @Test func theVaultsStagesAndTheSecondsAfterThemAreShown() {
    var watch = ProgressWatch(waiting: "Waiting for a block")
    let events: [(ProgressWatch.Event, String?)] = [
      (.stage(.idle), nil),
      (.stage(.derivingKey(fraction: 0)), "Deriving the key … 0 %"),
      (.second, "Deriving the key … 0 %"),
      (.stage(.derivingKey(fraction: 0.429)), "Deriving the key … 42 %"),
      (.stage(.derivingKey(fraction: 0.99)), "Deriving the key … 99 %"),
      (.stage(.finishing), "Deriving the key … done"),
      (.stage(.idle), nil),
      (.second, "Waiting for a block … 1 s"),
      (.second, "Waiting for a block … 2 s"),
      (.stage(.derivingKey(fraction: 0.5)), "Deriving the key … 50 %"),
      (.stage(.idle), nil),
      (.second, "Waiting for a block … 1 s"),
      (.waiting("in block 7, 2 of 12"), "in block 7, 2 of 12 … 1 s"),
    ]
    for (event, line) in events { #expect(watch.line(after: event) == line, "\(event)") }
  }
}

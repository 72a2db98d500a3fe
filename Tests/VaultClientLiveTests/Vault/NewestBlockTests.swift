import Testing
import VaultClient
import VaultClientLive

/// A changed clock skipped the wait between passcodes.
///
/// Tries that are counted while the clock is set back have waited long enough once it is right
/// again. The newest block bounds the clock from below.
@Suite struct NewestBlockTests {
  private static let year: Int64 = 365 * 86_400_000
  private let bench = VaultBench()

  private var seconds: UInt64 { UInt64(bench.now.wallMilliseconds / 1_000) }

  private func guessWrong(_ vault: Vault, times: Int) async throws -> UnlockRefusal? {
    var last: UnlockRefusal?
    for _ in 0..<times {
      do throws(UnlockRefusal) {
        _ = try await VaultClient.live(vault).unlock(vault.deposit("wrong horse"))
      } catch {
        last = error
      }
    }
    return last
  }

  /// Returns a locked vault in a different process than the one that created it.
  private func lockedVault() async throws -> Vault {
    _ = try await bench.makeOpenVault()
    return bench.makeVault()
  }

  @Test(arguments: [false, true])
  func aClockThatWasSetBackWinsNoWait(hasSeenABlock: Bool) async throws {
    let vault = try await lockedVault()
    if hasSeenABlock { await vault.noteBlock(atSeconds: seconds) }
    bench.setWallClock(back: Self.year, restartingAs: "another clock")
    _ = try await guessWrong(vault, times: 8)
    bench.setWallClock(back: -Self.year, restartingAs: "the true one")
    let status = try await VaultClient.live(vault).status()
    if hasSeenABlock {
      guard case .locked(.backedOff) = status else { return #expect(Bool(false), "\(status)") }
    } else {
      #expect(status == .locked(.tries(left: 1)), "without a block there is nothing to compare")
    }
  }

  /// Otherwise a node that lies about the time could decide how much of a wait is over.
  @Test(arguments: [16, 3_600, UInt64(Self.year) / 1_000, .max / 2, .max])
  func aBlockOfTheFutureShortensNoWait(ahead: UInt64) async throws {
    let vault = try await lockedVault()
    _ = try await guessWrong(vault, times: 6)
    let before = try await VaultClient.live(vault).status()
    guard case .locked(.backedOff) = before else { return #expect(Bool(false), "\(before)") }
    let (time, overflows) = seconds.addingReportingOverflow(ahead)
    await vault.noteBlock(atSeconds: overflows ? .max : time)
    #expect(try await VaultClient.live(vault).status() == before)
    bench.setWallClock(back: 0, restartingAs: "second start")
    #expect(try await VaultClient.live(vault).status() == before)
  }

  @Test func itNeverGoesDown() async throws {
    let vault = try await lockedVault()
    await vault.noteBlock(atSeconds: seconds)
    await vault.noteBlock(atSeconds: seconds - 86_400)
    await vault.noteBlock(atSeconds: 0)
    bench.setWallClock(back: Self.year, restartingAs: "another clock")
    _ = try await guessWrong(vault, times: 8)
    bench.setWallClock(back: -Self.year, restartingAs: "the true one")
    guard case .locked(.backedOff) = try await VaultClient.live(vault).status() else {
      return #expect(Bool(false), "the wait is over")
    }
  }

  /// The clock is behind because its battery is empty; the owner waits no longer than usual.
  @Test func behindTheNewestBlockAWaitStillEnds() async throws {
    let vault = try await lockedVault()
    await vault.noteBlock(atSeconds: seconds)
    bench.setWallClock(back: 10 * Self.year, restartingAs: "empty battery")
    _ = try await guessWrong(vault, times: 5)
    guard case .locked(.backedOff) = try await VaultClient.live(vault).status() else {
      return #expect(Bool(false), "there was no wait")
    }
    bench.setWallClock(back: 0, restartingAs: "restarted again")
    #expect(try await guessWrong(vault, times: 1) != nil)
    bench.advance(milliseconds: 61_000)
    _ = try await VaultClient.live(vault).unlock(vault.deposit(VaultBench.passcode))
  }
}

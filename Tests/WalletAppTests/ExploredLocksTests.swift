import HeadraceTesting
import TestEffort
import Testing

/// The scripts of a wallet that is locked while they run, in other orders of their events.
///
/// Scripts that fix the order in which two effects ask are left out.
@Suite struct ExploredLocksTests {
  private static let scripts: [@Sendable () async throws -> Void] = [
    { await WalletLockTests().theRightPasscodeShowsHome() },
    { await WalletLockTests().theLockButtonOfHomeLocks() },
    { await WalletLockTests().twoConcurrentRequestsShowOneLock() },
    {
      await WalletLockTests().anUnlockingThatBeganBeforeALockDoesNotEndAfterIt(
        routes: WalletSample.unlock)
    },
    { await WalletLockTests().aPhraseRevealedAfterTheLockStaysHidden() },
    { await WalletLockTests().aWalletErasedWhileItIsBeingLockedIsNotAskedForItsPasscode() },
    { try await WalletLockTests().aQuoteThatIsBeingAskedForIsReviewedAfterTheLock() },
  ]

  @Test(arguments: scripts.indices)
  func scriptsPassInEachOrder(_ index: Int) async throws {
    try await explore(schedules: Effort.schedules(20)) { try await Self.scripts[index]() }
  }
}

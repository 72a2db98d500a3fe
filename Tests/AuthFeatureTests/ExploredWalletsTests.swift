import HeadraceTesting
import TestEffort
import Testing

/// The scripts of opening a wallet, in other orders of their events.
///
/// Scripts that fix the order in which two effects ask are left out.
@Suite struct ExploredWalletsTests {
  private static let scripts: [@Sendable () async throws -> Void] = [
    { await UnlockWalletTests().theRightPasscodeTellsTheParent() },
    { await UnlockWalletTests().aVaultThatWasOpenedTellsItsAccounts() },
    { await UnlockWalletTests().aVaultThatCantBeReadIsReported() },
  ]

  @Test(arguments: scripts.indices)
  func scriptsPassInEachOrder(_ index: Int) async throws {
    try await explore(schedules: Effort.schedules(20)) { try await Self.scripts[index]() }
  }
}

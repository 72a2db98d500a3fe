import HeadraceTesting
import TestEffort
import Testing

/// The scripts of a wallet that is opened, in other orders of their events.
///
/// Scripts that say in which order two effects ask are left out.
@Suite struct ExploredWalletsTests {
  private static let scripts: [@Sendable () async throws -> Void] = [
    { await UnlockWalletTests().theRightPasscodeTellsTheParent() },
    { await UnlockWalletTests().aVaultThatWasOpenedTellsItsAccounts() },
    { await UnlockWalletTests().aVaultThatCantBeReadIsReported() },
  ]

  @Test(arguments: scripts.indices)
  func scriptsPassInEachOrder(_ index: Int) async throws {
    try await explore(schedules: Effort.schedules(200)) { try await Self.scripts[index]() }
  }
}

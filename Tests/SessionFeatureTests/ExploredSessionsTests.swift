import HeadraceTesting
import TestEffort
import Testing

/// The scripts of sessions, in other orders of their events.
///
/// Scripts that fix the order in which two effects ask are left out.
@Suite struct ExploredSessionsTests {
  private static let scripts: [@Sendable () async throws -> Void] = [
    { await KeepSessionTests().anAccountSignsInLooksAndSignsOut() },
    { await KeepSessionTests().aSessionThatIsKeptIsFound() },
    { await KeepSessionTests().signingInEndsTheLooking() },
    { await KeepSessionTests().aSignOutThatFailsLeavesTheSession() },
  ]

  @Test(arguments: scripts.indices)
  func scriptsPassInEachOrder(_ index: Int) async throws {
    try await explore(schedules: Effort.schedules(20)) { try await Self.scripts[index]() }
  }
}

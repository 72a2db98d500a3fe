import HeadraceTesting
import TestEffort
import Testing

/// The scripts of payments, in other orders of their events.
///
/// Scripts that fix the order in which two effects ask are left out.
@Suite struct ExploredPaymentsTests {
  private static let scripts: [@Sendable () async throws -> Void] = [
    {
      try await SendMoneySubmissionTests().aPaymentIsWrittenDownThenSentThenFollowedIntoItsBlock()
    },
    { try await SendMoneySubmissionTests().aPaymentThatIsUndoneInItsBlockFails() },
    { try await SendMoneySubmissionTests().anExpiredAuthorizationCanBeGivenAgain() },
    { try await SendMoneySubmissionTests().aFullDiskSendsNothing() },
    { try await SendMoneySubmissionTests().aNonceThatAnotherWalletTookInTheMeantimeSendsNothing() },
    { try await SendMoneySubmissionTests().aPaymentThatWasEndedInTheMeantimeIsNotSent() },
  ]

  @Test(arguments: scripts.indices)
  func scriptsPassInEachOrder(_ index: Int) async throws {
    try await explore(schedules: Effort.schedules(20)) { try await Self.scripts[index]() }
  }
}

import HeadraceTesting
import TestEffort
import Testing

/// The scripts of resumed open payments, in other orders of their events.
@Suite struct ExploredResumptionsTests {
  private static let scripts: [@Sendable () async throws -> Void] = [
    { await ResumePaymentsTests().anEmptyJournalAsksNoNode() },
    { try await ResumePaymentsTests().anUnseenPaymentIsSentAsItIsAndFollowed() },
    { try await ResumePaymentsTests().aPaymentThatTheNodeForgotIsSentAgain() },
    { try await ResumePaymentsTests().aNodeThatIsDownIsAskedUntilItAnswersAndNothingHasLeft() },
    { try await ResumePaymentsTests().earlierNoncesAreHandedOverFirst() },
    { try await ResumePaymentsTests().startingAgainTakesUpOnlyWhatIsNew() },
    { try await ResumePaymentsTests().anEndThatTheChainDoesNotHaveIsOpenAgainAndSentAgain() },
  ]

  @Test(arguments: scripts.indices)
  func scriptsPassInEachOrder(_ index: Int) async throws {
    try await explore(schedules: Effort.schedules(50)) { try await Self.scripts[index]() }
  }
}

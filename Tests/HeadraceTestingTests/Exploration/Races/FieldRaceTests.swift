import Headrace
import HeadraceTesting
import TestEffort
import Testing

extension Race {
  /// The races that authors of features meet most often.
  static let field = [
    doubleSubmit, staleAnswer, cancelAgainstAnswer, dismissalAgainstDelegate, lockDuringSend,
    twoTimers, debounceAgainstClear, reentrantActor, restartedStream, retryAgainstSuccess,
    reusedNonce, logoutAgainstRefresh,
  ]
}

@Suite struct FieldRaceTests {
  @Test(arguments: Race.field)
  func testsPassInTheirOrdinaryOrder(_ race: Race) async throws {
    try await race.test(false)
    try await race.test(true)
    let (result, failures) = try await race.explore(isFixed: false, schedules: 1)
    #expect(failures == [])
    #expect(result.scheduleCount == 1)
    #expect(result.failingSchedule == nil)
  }

  @Test(arguments: Race.field)
  func racesAreFound(_ race: Race) async throws {
    let (result, failures) = try await race.explore(isFixed: false, schedules: 10_000)
    let report = try #require(failures.first)
    #expect(failures.count == 1)
    #expect(report.contains("Expectation failed: (store.state"))
    #expect(report.contains("it passes:"))

    let order = try #require(result.failingSchedule)
    #expect(report.contains(#"explore(.replay("\#(order)"))"#))
    let (repeated, failuresAgain) = try await race.explore(
      .replay(order), isFixed: false, schedules: 1)
    #expect(repeated.failingSchedule == order)
    #expect(failuresAgain.count == 1)
  }

  @Test(arguments: Race.field)
  func fixedVersionsPassInEachOrder(_ race: Race) async throws {
    let count = Race.fixedScheduleCount
    let (result, failures) = try await race.explore(isFixed: true, schedules: count)
    #expect(failures == [])
    #expect(result.scheduleCount == count)
    #expect(result.failingSchedule == nil)
  }

  @Test func reportsCompareTheFailingOrderWithAPassingOne() async throws {
    let (_, failures) = try await Race.cancelAgainstAnswer.explore(
      isFixed: false, schedules: 10_000)
    #expect(
      failures == [
        """
        The test fails in order 2 of 10000:

        AnswerRaces.swift:34: Expectation failed: \
        (store.state.phase → .exported(file: "notes.pdf")) == (phase → .cancelled)

        With no reordering it passes:

          passes                                | fails
          the test: .exportButtonTapped         | the test: .exportButtonTapped
          'file': .exported(file: "notes.pdf")  | the test: .cancelButtonTapped
          the test: .cancelButtonTapped         | 'file': .exported(file: "notes.pdf")

          'file': AnswerRaces.swift:133

        To repeat it, write in the test:
          try await explore(.replay("1:1.1")) { … }
        """
      ])
  }
}

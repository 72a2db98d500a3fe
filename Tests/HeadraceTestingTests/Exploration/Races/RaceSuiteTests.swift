import Headrace
import HeadraceTesting
import Testing

/// The concurrency bugs that other tools are measured with, in a buggy and a fixed version.
///
/// These are the patterns of SCTBench (Thomson, Donaldson, Betts: "Concurrency Testing Using
/// Controlled Schedulers", TOPC 2016), written again for effects, actors, task groups and awaits.
@Suite(.serialized) struct RaceSuiteTests {
  @Test(arguments: Race.suite + [.safeStack])
  func ordinaryOrderPasses(_ race: Race) async throws {
    let (_, failures) = try await race.explore(isFixed: false, schedules: 1)
    #expect(failures == [])
  }

  @Test(arguments: Race.suite)
  func bugIsFound(_ race: Race) async throws {
    let (result, failures) = try await race.explore(isFixed: false, schedules: 10_000)
    #expect(result.failingSchedule != nil)
    #expect(failures.count == 1)
  }

  @Test(arguments: Race.suite + [.safeStack])
  func fixedVersionPasses(_ race: Race) async throws {
    let count = race.name == Race.twoStage100.name ? 100 : Race.fixedScheduleCount
    let (result, failures) = try await race.explore(isFixed: true, schedules: count)
    #expect(failures == [])
    #expect(result.scheduleCount == count)
  }
}

extension Race {
  /// The bugs that are found within 10,000 orders; those of 100 tasks in `make explore` only.
  static let suite: [Race] =
    staleAnswers + counting + locking + philosophers + queues + reorderings + stealing
    + (isThorough ? [twoStage100] : [])
}

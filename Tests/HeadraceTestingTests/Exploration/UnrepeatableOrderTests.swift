import Headrace
import HeadraceTesting
import Testing

/// The reports about tests that don't do the same in the same order, or that never end.
@Suite struct UnrepeatableOrderTests {
  /// The ordinary order fails in the end, and has passed before.
  @Test func aGlobalVariableThatCountsRunsIsReported() async throws {
    let count = LockIsolated(0)
    let failures = try await issues {
      try await explore(schedules: 100) {
        let number = count.withValue {
          $0 += 1
          return $0
        }
        await withTaskGroup { group in
          for _ in 1...3 { group.addTask {} }
        }
        #expect(number < 50)
      }
    }
    #expect(failures.first?.hasPrefix("The test fails:\n\nUnrepeatableOrderTests.swift:") == true)
    #expect(failures.last?.hasPrefix("The test is not deterministic:") == true)
  }

  /// The choices of each run are the same, its steps are not.
  @Test func anExhaustiveSearchComparesSteps() async throws {
    let count = LockIsolated(0)
    let result = LockIsolated<ExplorationResult?>(nil)
    let failures = try await issues {
      let found = try await explore(.exhaustive) {
        let number = count.withValue {
          $0 += 1
          return $0
        }
        if number == 3 { await Task.yield() }
        await withTaskGroup { group in
          for _ in 1...2 { group.addTask {} }
        }
      }
      result.setValue(found)
    }
    #expect(result.value?.isExhaustive == false)
    #expect(failures.first?.hasPrefix("The test is not deterministic:") == true)
  }

  @Test func aTaskThatOutlivesItsTestAndNeverEndsIsReported() async throws {
    let failures = try await issues {
      try await explore(schedules: 2) {
        Task {
          while !Task.isCancelled { await Task.yield() }
        }
      }
    }
    #expect(
      failures == [
        """
        The test fails in order 1 of 2:

        Tasks still ran 100000 steps after the test: cancel them.

        It fails in its ordinary order, too.
        """
      ])
  }
}

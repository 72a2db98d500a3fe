import Headrace
import HeadraceTesting
import TestEffort
import Testing

@Suite struct LinearizabilityTests {
  enum Call: Sendable { case deposit(Int), withdraw(Int) }

  /// An account that asks a client between reading and writing its balance.
  actor Account {
    enum Fault { case none, readsBeforeItAsks }

    private let fault: Fault
    private var balance = 100

    init(_ fault: Fault) { self.fault = fault }

    func deposit(_ amount: Int) -> Bool {
      balance += amount
      return true
    }

    func withdraw(_ amount: Int) async -> Bool {
      guard fault != .none else {
        await Task.yield()
        guard balance >= amount else { return false }
        balance -= amount
        return true
      }
      let read = balance
      await Task.yield()
      guard read >= amount else { return false }
      balance = read - amount
      return true
    }
  }

  @Sendable private func check(
    _ fault: Account.Fault, _ strategy: ExplorationStrategy = .mixed, schedules: Int = 2_000,
    callers: Int = 2, length: Int = 2
  ) async throws -> (result: ExplorationResult, failures: [String]) {
    let result = LockIsolated<ExplorationResult?>(nil)
    let failures = try await issues {
      result.setValue(
        try await checkLinearizability(
          of: { Account(fault) },
          calls: [Call.withdraw(60), .deposit(10)],
          model: 100,
          callers: callers, length: length, strategy: strategy, schedules: schedules
        ) { account, call in
          switch call {
          case .deposit(let amount): await account.deposit(amount)
          case .withdraw(let amount): await account.withdraw(amount)
          }
        } expecting: { balance, call in
          switch call {
          case .deposit(let amount):
            balance += amount
            return true
          case .withdraw(let amount):
            guard balance >= amount else { return false }
            balance -= amount
            return true
          }
        })
    }
    return (try #require(result.value), failures)
  }

  @Test func anAccountThatChecksAndPaysWithoutWaitingPasses() async throws {
    let (result, failures) = try await check(.none, length: 3)
    #expect(failures == [])
    #expect(result.scheduleCount == 2_000)
    let (all, none) = try await check(.none, .exhaustive, schedules: 100_000, length: 1)
    #expect(none == [])
    #expect(all.isExhaustive)
  }

  @Test func twoWithdrawalsOfTheSameMoneyAreFound() async throws {
    let (result, failures) = try await check(.readsBeforeItAsks)
    let schedule = try #require(result.failingSchedule)
    #expect(failures.count == 1)
    #expect(
      failures.first?.contains(
        """
        Not linearizable: no sequential order of these calls gives these answers.

          caller 1: withdraw(60) begins
          caller 2: withdraw(60) begins
          caller 1: withdraw(60) returns true
          caller 2: withdraw(60) returns true
        """) == true, "\(failures)")
    #expect(
      failures.first?.contains(
        #"try await checkLinearizability(…, strategy: .replay("\#(schedule)"))"#) == true)
    let (replayed, again) = try await check(.readsBeforeItAsks, .replay(schedule))
    #expect(replayed.failingSchedule == schedule)
    #expect(again.count == 1)
  }

  @Test func noCallsAreRefused() async throws {
    let failures = try await issues {
      try await checkLinearizability(of: { 0 }, calls: [Int](), model: 0) {
        $1
      } expecting: {
        $1
      }
    }
    #expect(failures == ["'calls' is empty. Expected at least one call."])
  }

  @Test func aRunThatIsTooLargeToJudgeFails() {
    var history = CallHistory<Int, Int>(callerCount: 5)
    var begins: [[Int]] = []
    for _ in 0..<5 { begins.append([]) }
    for _ in 0..<20 {
      for caller in 0..<5 { begins[caller].append(history.begin()) }
      for caller in 0..<5 {
        history.end(caller, since: begins[caller].removeLast(), with: 0, by: caller)
      }
    }
    let verdict = history.isLinearizable([Int]()) { list, call in
      list.append(call)
      return 0
    }
    #expect(verdict == true)
    let other = history.isLinearizable([Int]()) { list, call in
      list.append(call)
      return list.count == 100 ? 1 : 0
    }
    #expect(other == nil)
  }

  @Test func itIsRefusedInsideOfASearch() async throws {
    let failures = try await issues {
      try await explore(schedules: 1) {
        try await checkLinearizability(of: { 0 }, calls: [1], model: 0) {
          $1
        } expecting: {
          $1
        }
      }
    }
    #expect(failures.first?.contains("can't run inside of each other") == true, "\(failures)")
  }

  @Test func aCallThatThrowsFails() async throws {
    let failures = try await issues {
      try await checkLinearizability(of: { 0 }, calls: [1], model: 0) { _, _ -> Int in
        throw CancellationError()
      } expecting: { _, call in
        call
      }
    }
    #expect(failures.first?.contains("The test threw an error: CancellationError()") == true)
  }

  @Test(arguments: [
    (1, 3, "'callers' is 1. Expected 2 to 5."), (6, 3, "'callers' is 6. Expected 2 to 5."),
    (2, 0, "'length' is 0. Expected 1 to 20."), (2, 21, "'length' is 21. Expected 1 to 20."),
  ])
  func sizesOutsideTheLimitsAreRefused(callers: Int, length: Int, text: String) async throws {
    let (result, failures) = try await check(.none, callers: callers, length: length)
    #expect(failures == [text])
    #expect(result.scheduleCount == 0)
  }

  @Test(arguments: [(2, 1), (5, 1), (2, 20)])
  func sizesAtTheLimitsAreTaken(callers: Int, length: Int) async throws {
    let (_, failures) = try await check(
      .none, schedules: 20, callers: callers, length: length)
    #expect(failures == [])
  }
}

/// The judge of histories against one that tries all orders of all calls.
@Suite struct CallHistoryTests {
  /// A call of a register: a write returns the value that it replaces.
  enum Call: Sendable { case read, write(Int) }

  private struct Made {
    let call: Call
    let begin: Int
    /// The moment at which the history records it.
    let noted: Int
    var end: Int?
    var answer = 0
  }

  private static func answer(_ value: inout Int, _ call: Call) -> Int {
    defer { if case .write(let next) = call { value = next } }
    return value
  }

  private func isLinearizable(_ calls: [Made], _ value: Int) -> Bool {
    if calls.isEmpty { return true }
    return calls.indices.contains { index in
      let call = calls[index]
      var rest = calls
      rest.remove(at: index)
      guard rest.allSatisfy({ $0.end ?? .max > call.begin }) else { return false }
      var value = value
      return Self.answer(&value, call.call) == call.answer && isLinearizable(rest, value)
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func randomHistoriesAreJudgedAsByTryingAllOrders(seed: UInt64) {
    var generator = SplitMix(state: seed)
    var verdicts: Set<Bool> = []
    for _ in 0..<200 {
      let callerCount = Int.random(in: 2...3, using: &generator)
      var history = CallHistory<Call, Int>(callerCount: callerCount)
      var made: [Made] = []
      var running: [Int: Int] = [:]
      var value = 0
      for time in 0..<12 {
        let caller = Int.random(in: 0..<callerCount, using: &generator)
        if let index = running.removeValue(forKey: caller) {
          // Mostly right, as if the call took effect when it returned.
          let right = Self.answer(&value, made[index].call)
          let answer =
            Bool.random(using: &generator) ? right : Int.random(in: 0...2, using: &generator)
          made[index].end = time
          made[index].answer = answer
          history.end(made[index].call, since: made[index].noted, with: answer, by: caller)
        } else {
          let call =
            Bool.random(using: &generator)
            ? Call.read : .write(Int.random(in: 0...2, using: &generator))
          running[caller] = made.count
          made.append(Made(call: call, begin: time, noted: history.begin()))
        }
      }
      for (caller, index) in running.sorted(by: { $0.key < $1.key }) {
        made[index].end = 12 + caller
        made[index].answer = Self.answer(&value, made[index].call)
        history.end(
          made[index].call, since: made[index].noted, with: made[index].answer, by: caller)
      }
      let expected = isLinearizable(made, 0)
      #expect(history.isLinearizable(0, Self.answer) == expected, "\(made)")
      verdicts.insert(expected)
    }
    #expect(verdicts == [true, false])
  }
}

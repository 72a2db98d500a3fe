import Headrace
import HeadraceTesting
import Testing

/// A payment that is signed while the app may be locked.
@Reducer struct CheckedPayment {
  struct State: Equatable {
    var balance = 10
    var isLocked = false
    var isSigning = false
    var attempts = 0
  }

  enum Action: Equatable {
    case lockButtonTapped
    case unlocked
    case sendButtonTapped(Int)
    case signed(Int)
    case failed
    case timedOut
  }

  enum Fault { case none, signsWhileLocked, spendsTooMuch, forgetsFailures }

  enum CancelID { case signing }

  struct Signer: DependencyKey {
    var sign: @Sendable () async throws -> Void

    static var liveValue: Self { Self {} }
    static var testValue: Self { Self {} }
  }

  struct Refused: Error {}

  var fault = Fault.none

  @Dependency(Signer.self) var signer
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .lockButtonTapped:
      state.isLocked = true
      guard fault != .signsWhileLocked else { return .none }
      state.isSigning = false
      return .cancel(id: CancelID.signing)
    case .unlocked:
      state.isLocked = false
      return .none
    case .sendButtonTapped(let amount):
      guard !state.isLocked, fault == .spendsTooMuch || !state.isSigning,
        amount <= state.balance
      else { return .none }
      state.isSigning = true
      state.attempts += 1
      return .run(name: "sign") { send in
        try await clock.sleep(for: .seconds(1))
        try await signer.sign()
        await send(.signed(amount))
      } catch: { error, send in
        if fault != .forgetsFailures { await send(.failed) }
      }
      .cancellable(id: CancelID.signing)
    case .signed(let amount):
      state.balance -= amount
      state.isSigning = false
      return .none
    case .failed:
      state.isSigning = false
      return .none
    case .timedOut:
      return .none
    }
  }

  /// Checks the feature.
  @Sendable static func check(
    _ fault: Fault, _ strategy: ExplorationStrategy = .mixed, schedules: Int = 3_000
  ) async throws -> (result: ExplorationResult, failures: [String]) {
    let result = LockIsolated<ExplorationResult?>(nil)
    let failures = try await issues {
      result.setValue(
        try await HeadraceTesting.check(
          CheckedPayment(fault: fault), initialState: State(),
          actions: { _ in [.sendButtonTapped(6), .lockButtonTapped, .unlocked] },
          advances: [.seconds(1)],
          invariants: [
            .always("the balance is not negative") { $0.balance >= 0 },
            .always("nothing is signed while it is locked") { action, state in
              !action.is(\.signed) || !state.isLocked
            },
            .never(\.signed, after: \.lockButtonTapped, until: \.unlocked),
          ],
          length: 8, strategy: strategy, schedules: schedules
        ) {
          $0[Signer.self].sign = { if anyOf(false, true) { throw Refused() } }
        })
    }
    return (try #require(result.value), failures)
  }
}

@Suite struct CheckTests {
  @Test func aRightFeaturePasses() async throws {
    let (result, failures) = try await CheckedPayment.check(.none, schedules: 500)
    #expect(failures == [])
    #expect(result.scheduleCount == 500)
  }

  @Test func aPaymentThatIsSignedWhileLockedIsShrunk() async throws {
    let (result, failures) = try await CheckedPayment.check(.signsWhileLocked)
    let schedule = try #require(result.failingSchedule)
    #expect(failures.count == 1)
    #expect(
      failures.first?.replacing(/order \d+ of/, with: "order N of") == """
        The test fails in order N of 3000:

        CheckTests.swift:84: Invariant violated: nothing is signed while it is locked.

        With one reordering fewer it passes:

          passes                          | fails
          the test: .sendButtonTapped(6)  | the test: .sendButtonTapped(6)
          'sign': .signed(6)              | the test: .lockButtonTapped
                                          | 'sign': .signed(6)

          'sign': CheckTests.swift:57

        To repeat it, write in the test:
          try await check(…, strategy: .replay("\(schedule)"))
        """)
    let (replayed, again) = try await CheckedPayment.check(.signsWhileLocked, .replay(schedule))
    #expect(replayed.failingSchedule == schedule)
    #expect(again.count == 1)
  }

  @Test func twoConcurrentPaymentsSpendTooMuch() async throws {
    let (_, failures) = try await CheckedPayment.check(.spendsTooMuch)
    #expect(failures.count == 1)
    #expect(failures.first?.contains("Invariant violated: the balance is not negative.") == true)
    #expect(failures.first?.contains("| 'sign' 2: .signed(6)\n") == true)
  }

  /// A search of all sequences needs no luck.
  @Test func eachSequenceIsTried() async throws {
    let result = try await check(
      CheckedPayment(), initialState: CheckedPayment.State(),
      actions: { _ in [.lockButtonTapped, .unlocked] },
      invariants: [.never(\.signed, after: \.lockButtonTapped)], length: 3,
      strategy: .exhaustive)
    #expect(result.isExhaustive)
    #expect(result.scheduleCount == 27)
  }

  @Test func anActionThatLeadsToNothingIsFound() async throws {
    let failures = try await issues {
      try await check(
        CheckedPayment(fault: .forgetsFailures), initialState: CheckedPayment.State(),
        actions: { _ in [.sendButtonTapped(6)] }, advances: [.seconds(1)],
        invariants: [.leads(from: \.sendButtonTapped, to: \.signed)], length: 1, schedules: 100
      ) {
        $0[CheckedPayment.Signer.self].sign = {
          if anyOf(false, true) { throw CheckedPayment.Refused() }
        }
      }
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.contains("\\.sendButtonTapped was not followed by \\.signed.") == true)
  }

  /// Time advances at the end, so a payment that was just sent ends, unless its failure is ignored.
  @Test(arguments: [(CheckedPayment.Fault.none, true), (.forgetsFailures, false)])
  func theEndOfARunIsChecked(_ fault: CheckedPayment.Fault, passes: Bool) async throws {
    let failures = try await issues {
      try await check(
        CheckedPayment(fault: fault), initialState: CheckedPayment.State(),
        actions: { _ in [.sendButtonTapped(6)] }, advances: [.seconds(1)],
        invariants: [.atEnd("nothing is being signed") { !$0.isSigning }], length: 1,
        schedules: 100
      ) {
        $0[CheckedPayment.Signer.self].sign = {
          if anyOf(false, true) { throw CheckedPayment.Refused() }
        }
      }
    }
    #expect(failures.isEmpty == passes)
    #expect(
      failures.allSatisfy {
        $0.contains(": Invariant violated at the end: nothing is being signed.\n")
      })
  }

  @Test func anyOfIsTheFirstOutsideOfASearch() {
    #expect((0..<9).map { _ in anyOf(1, 2, 3) } == Array(repeating: 1, count: 9))
  }

  @Test func anInitialStateIsChecked() async throws {
    let failures = try await issues {
      try await check(
        CheckedPayment(), initialState: CheckedPayment.State(balance: -1), actions: { _ in [] },
        invariants: [.always("the balance is not negative") { $0.balance >= 0 }], schedules: 5)
    }
    #expect(failures.first?.contains("Invariant violated: the balance is not negative.") == true)
  }

  @Test(arguments: [0, -1, 10_001, Int.max])
  func invalidLengthsAreRejected(_ length: Int) async throws {
    let failures = try await issues {
      try await check(
        CheckedPayment(), initialState: CheckedPayment.State(), actions: { _ in [.unlocked] },
        invariants: [], length: length)
    }
    #expect(failures == ["'length' is \(length). Expected 1 to 10000."])
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func advancesThatMoveNoTimeAreRejected(_ advance: Duration) async throws {
    let failures = try await issues {
      try await check(
        CheckedPayment(), initialState: CheckedPayment.State(), actions: { _ in [.unlocked] },
        advances: [.seconds(1), advance], invariants: [])
      _ = try await GraphedSearch.graph(advances: [advance])
    }
    let text = "'advances' contains \(advance). Expected more than 0 seconds."
    #expect(failures == [text, text])
  }
}

import Foundation
import Headrace
import HeadraceTesting
import TestEffort
import Testing

/// Exhaustive searches that leave out orders which only impure reducers could tell apart.
@Suite struct ReducedSearchTests {
  /// Returns all outcomes of a test, each as text, and the number of orders that were run.
  private func outcomes(
    _ strategy: ExplorationStrategy, schedules: Int = 20_000,
    of test: @escaping @Sendable () async throws -> String
  ) async throws -> (outcomes: Set<String>, count: Int, isExhaustive: Bool) {
    let outcomes = LockIsolated<Set<String>>([])
    let result = try await explore(strategy, schedules: schedules) {
      let outcome = try await test()
      outcomes.withValue { _ = $0.insert(outcome) }
    }
    return (outcomes.value, result.scheduleCount, result.isExhaustive)
  }

  /// Checks that both searches have the same outcomes.
  ///
  /// - Returns: The numbers of orders that they run.
  @discardableResult
  private func counts(
    of test: @escaping @Sendable () async throws -> String
  ) async throws -> [Int] {
    let all = try await outcomes(.exhaustive, of: test)
    let reduced = try await outcomes(.exhaustive(assumingPureReducers: true), of: test)
    #expect(all.isExhaustive && reduced.isExhaustive)
    #expect(all.outcomes == reduced.outcomes)
    return [all.count, reduced.count]
  }

  // MARK: - Fewer Orders

  @Test func twoEffectsHaveFewerOrders() async throws {
    let counts = try await counts { await Program(stores: [[[.send], [.send]]]).outcome() }
    #expect(counts == [630, 206])
  }

  @Test func effectsThatShareAnActorHaveFewerOrders() async throws {
    let counts = try await counts {
      await Program(stores: [[[.send, .append], [.append]]]).outcome()
    }
    #expect(counts == [1_670, 583])
  }

  @Test func twoStoresHaveFewerOrders() async throws {
    let counts = try await counts { await Program(stores: [[[.send]], [[.send]]]).outcome() }
    #expect(counts == [1_050, 382])
  }

  @Test func noOrderIsLeftOutWithoutTheAssumption() {
    #expect(ExplorationStrategy.exhaustive(assumingPureReducers: false) == .exhaustive)
  }

  // MARK: - The Same Outcomes

  /// Programs of effects that use actors, clocks and stores, cancel and are cancelled.
  @Test func randomProgramsHaveTheSameOutcomes() async throws {
    var generator = SplitMix(state: 31)
    var (comparedCount, allCount, reducedCount) = (0, 0, 0)
    for number in 1...Effort.count(200) {
      let program = Program(using: &generator)
      let all = try await outcomes(.exhaustive, schedules: 500) { await program.outcome() }
      // Only complete searches can be compared.
      guard all.isExhaustive else { continue }
      let reduced = try await outcomes(.exhaustive(assumingPureReducers: true)) {
        await program.outcome()
      }
      #expect(reduced.isExhaustive && reduced.count <= all.count, "\(number): \(program)")
      #expect(reduced.outcomes == all.outcomes, "\(number): \(program)")
      comparedCount += 1
      allCount += all.count
      reducedCount += reduced.count
    }
    #expect(comparedCount >= Effort.count(30))
    #expect(reducedCount < allCount)
  }

  /// The test, a reducer and effects take numbers from one generator.
  @Test(arguments: ["shared", "reader", "blind", "uuid", "date"])
  func visibleSharingIsNotReduced(_ way: String) async throws {
    try await counts { await Sharing.outcome(way) }
  }

  /// The search can't see data behind a lock: the author assumes that it is not shared.
  @Test func memoryIsAssumedNotToBeShared() async throws {
    let all = try await outcomes(.exhaustive) { await Sharing.outcome("memory") }
    let reduced = try await outcomes(.exhaustive(assumingPureReducers: true)) {
      await Sharing.outcome("memory")
    }
    #expect(reduced.outcomes.isStrictSubset(of: all.outcomes))
  }

  @Test func aTaskSeesItsCancellationInTheSameOrders() async throws {
    try await counts {
      let log = ProgramLog()
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { _, isStart in
          guard isStart else { return .cancel(id: "effect") }
          return .run { send in
            async let child: Void = {
              await Task.yield()
              await log.append(Task.isCancelled ? "c" : "b")
            }()
            await send(false)
            await log.append("a")
            await child
          }
          .cancellable(id: "effect")
        }
      }
      store.exhaustivity = .off
      await store.send(true)
      await log.append("t")
      await store.finish()
      return await log.text
    }
  }

  @Test func effectsThatStartImmediatelyAreNotReduced() async throws {
    let counts = try await counts {
      let log = ProgramLog()
      let store = TestStore(initialState: "") {
        Reduce<String, String> { state, action in
          state += action
          return switch action {
          case "go":
            .run { send in
              async let append: Void = log.append("a")
              await send("start")
              await append
            }
          case "start": .run(startsImmediately: true) { _ in await log.append("b") }
          default: .none
          }
        }
      }
      store.exhaustivity = .off
      await store.send("go")
      await store.finish()
      return await log.text
    }
    #expect(counts == [1_165, 1_165])
  }

  @Test func bufferedActionsAreNotReduced() async throws {
    let counts = try await counts {
      let store = TestStore(initialState: "") {
        Reduce<String, String> { state, action in
          state += action
          guard action == "go" else { return .none }
          return .run(overflow: .drop) { send in
            await withTaskGroup { group in
              for text in ["a", "b"] { group.addTask { await send(text) } }
            }
          }
        }
      }
      store.exhaustivity = .off
      await store.send("go")
      await store.finish()
      return store.state
    }
    // An optimized build hops less often, and has fewer orders.
    #expect(counts[0] == counts[1] && counts[0] > 200)
  }

  // MARK: - Failures

  @Test func aFailingOrderCanBeReplayed() async throws {
    let (result, failures) = try await StaleSearch.race.explore(
      .exhaustive(assumingPureReducers: true), isFixed: false, schedules: 1_000)
    let schedule = try #require(result.failingSchedule)
    #expect(failures.count == 1)
    let replay = try await StaleSearch.race.explore(
      .replay(schedule), isFixed: false, schedules: 1)
    #expect(replay.result.failingSchedule == schedule)
  }
}

// MARK: - Random Programs

/// Effects of one or two stores, each a list of steps.
private struct Program: Sendable {
  enum Step: CaseIterable {
    case send, sendMore, append, change, yield, sleep, cancelFirst, cancelLast, look, child
  }

  var stores: [[[Step]]]
  var advances = false
  var cancels = false
  var isRandom = false
}

extension Program {
  init(using generator: inout SplitMix) {
    let storeCount = Int.random(in: 1...2, using: &generator)
    stores = (0..<storeCount).map { _ in
      (0..<Int.random(in: 1...2, using: &generator)).map { _ in
        (0..<Int.random(in: 1...2, using: &generator)).map { _ in
          Step.allCases.randomElement(using: &generator) ?? .send
        }
      }
    }
    advances = stores.joined().joined().contains(.sleep)
    cancels = Int.random(in: 0..<4, using: &generator) == 0
    isRandom = true
  }

  /// Runs the program, and returns everything that it has done.
  func outcome() async -> String {
    let (log, clock) = (ProgramLog(), TestClock())
    let stores = stores.map { effects in
      let store = TestStore(initialState: "") {
        Performer(effects: effects, logsEnds: isRandom, log: log, clock: clock)
      }
      store.exhaustivity = .off
      return store
    }
    for store in stores {
      let task = await store.send(.start)
      if isRandom { await log.append("t") }
      if cancels { await task.cancel() }
    }
    if advances {
      for _ in 1...2 { await clock.advance(by: .seconds(1)) }
    }
    for store in stores { await store.finish() }
    return stores.map(\.state).joined(separator: "|") + "|" + (await log.text)
  }
}

private struct Performer: Reducer {
  enum Action {
    case start
    case did(String)
    case more
    case cancel(Int)
  }

  let effects: [[Program.Step]]
  let logsEnds: Bool
  let log: ProgramLog
  let clock: TestClock<Duration>

  func reduce(into state: inout String, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .merge(
        effects.enumerated().map { number, steps in
          .run { try await perform(steps, number, $0) }.cancellable(id: number)
        })
    case .did(let text):
      state += text
      return .none
    case .more:
      state += "m"
      return .run { await $0(.did("n")) }
    case .cancel(let number):
      state += "x"
      return .cancel(id: number)
    }
  }

  private func perform(
    _ steps: [Program.Step], _ number: Int, _ send: Send<Action>
  ) async throws {
    for (index, step) in steps.enumerated() {
      let name = "\(number)\(index)"
      switch step {
      case .send: await send(.did(name))
      case .sendMore: await send(.more)
      case .append: await log.append(name)
      case .change: await log.change(name)
      case .yield: await Task.yield()
      case .sleep: try await clock.sleep(for: .seconds(1))
      case .cancelFirst: await send(.cancel(0))
      case .cancelLast: await send(.cancel(effects.count - 1))
      case .look: await log.append(Task.isCancelled ? "c" : "d")
      case .child:
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await send(.did("k")) }
          group.addTask { await log.append("l") }
        }
      }
    }
    if logsEnds { await log.append("e\(number)") }
  }
}

private actor ProgramLog {
  var text = ""

  func append(_ more: String) { text += more }

  /// Loses what is appended while it waits.
  func change(_ more: String) async {
    let before = text
    await Task.yield()
    text = before + more
  }
}

/// A feature whose reducer and effects share a generator of numbers.
private struct Sharing: Reducer {
  struct State: Equatable {
    @Shared(.inMemory("sharing")) var shared = 0
  }

  enum Action { case start, read }

  let way: String
  /// The numbers that each has got.
  let numbers = LockIsolated<[String: Int]>([:])
  let memory = LockIsolated(0)
  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .merge(
        .run { [shared = state.$shared] send in
          take("1", shared)
          await send(.read)
          take("3", shared)
        },
        .run { [shared = state.$shared] _ in take("4", shared) })
    case .read:
      switch way {
      case "shared": note("2", state.shared)
      case "reader": note("2", SharedReader(state.$shared).wrappedValue)
      default: take("2", state.$shared)
      }
      return .none
    }
  }

  private func note(_ name: String, _ number: Int) { numbers.withValue { $0[name] = number } }

  private func take(_ name: String, _ shared: Shared<Int>) {
    switch way {
    case "memory":
      note(
        name,
        memory.withValue {
          $0 += 1
          return $0
        })
    case "uuid": note(name, Int(uuid().uuidString.suffix(4), radix: 16) ?? -1)
    case "date": note(name, Int(date.now.timeIntervalSince1970))
    default:
      shared.withLock {
        $0 += 1
        note(name, $0)
      }
    }
  }

  /// Returns the order in which effects, the reducer and the test have taken numbers.
  static func outcome(_ way: String) async -> String {
    let seconds = LockIsolated(0.0)
    let date = DateGenerator {
      seconds.withValue {
        $0 += 1
        return Date(timeIntervalSince1970: $0)
      }
    }
    return await withDependencies {
      $0.uuid = .incrementing
      $0.date = date
    } operation: {
      let feature = Sharing(way: way)
      @Shared(.inMemory("sharing")) var shared = 0
      let store = TestStore(initialState: State()) { feature }
      store.exhaustivity = .off
      await store.send(.start)
      feature.take("5", $shared)
      await store.finish()
      return "\(feature.numbers.value.sorted { $0.key < $1.key })"
    }
  }
}

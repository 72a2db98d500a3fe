#if Durable
  import Foundation
  import Headrace
  import HeadraceTesting

  @testable import HeadraceDurable
  @testable import HeadraceTesting

  /// Chooses a number from zero up to a count: at random inside a world, and otherwise zero.
  func choose(of count: Int) -> Int {
    ScheduleRun.current?.choose(of: count) ?? 0
  }

  /// Chooses an element.
  func choose<Element>(_ elements: [Element]) -> Element { elements[choose(of: elements.count)] }

  /// The database's time, and the service that all workers ask.
  final class SimulatedSurroundings: Sendable {
    let database: SimulatedDatabase
    let clock = TestClock()
    /// The number of requests to the service with each key.
    let calls = LockIsolated<[String: Int]>([:])
    /// The number of decisions about an interrupted effect, by its key and the decision.
    let decisions = LockIsolated<[String: [TakeoverPolicy: Int]]>([:])
    private let origin = TestClock<Duration>.Instant()

    let defect: PlantedDefect?
    private let lines: LockIsolated<[String]>?

    init(
      _ database: SimulatedDatabase, telling lines: LockIsolated<[String]>? = nil,
      defect: PlantedDefect? = nil
    ) {
      (self.database, self.lines, self.defect) = (database, lines, defect)
    }

    var isTold: Bool { lines != nil }

    /// Logs an event.
    func tell(_ text: @autoclosure () -> String) {
      guard let lines else { return }
      let line = "\(now - 1_000_000) \(text())"
      lines.withValue { $0.append(line) }
    }

    /// The true time, in seconds since 1970.
    var now: Double { 1_000_000 + origin.duration(to: clock.now) / .seconds(1) }

    func advance(by seconds: Double) async throws {
      await clock.advance(by: .seconds(seconds))
      try database.setNow(now)
    }

    var service: CellService {
      CellService(
        call: { [self] key in
          calls.withValue { $0[key, default: 0] += 1 }
          tell("the service is asked with \(key)")
          try database.requireCommitted(effect: key)
          try await clock.sleep(for: .seconds(choose(of: 6)))
        },
        pause: { await Task {}.value })
    }
  }

  /// A worker, its database and its clock, which may be wrong.
  final class SimulatedWorker: Sendable {
    let name: String
    let version: Int
    let runtime: DurableRuntime
    let database: WorkersDatabase
    private let offset: LockIsolated<Double>

    private init(
      _ name: String, _ version: Int, _ runtime: DurableRuntime, _ database: WorkersDatabase,
      _ offset: LockIsolated<Double>
    ) {
      (self.name, self.version, self.runtime) = (name, version, runtime)
      (self.database, self.offset) = (database, offset)
    }

    /// Starts a worker.
    static func start(
      _ name: String, _ surroundings: SimulatedSurroundings, _ limits: DurableLimits,
      version: Int = 1
    ) async throws -> SimulatedWorker {
      let offset = LockIsolated(0.0)
      let ended = LockIsolated<@Sendable () -> Void>({})
      let database = WorkersDatabase(name, surroundings) { ended.value() }
      database.change { $0.isFaulty = false }
      let runtime = try await DurableRuntime(
        worker: name, journal: DurableJournal(journal: SQLJournal(database: database)),
        limits: limits, clock: surroundings.clock,
        date: { Date(timeIntervalSince1970: surroundings.now + offset.value) },
        features: [
          DurableFeature(
            "cell", version: version, initialState: { Cell.State(version: version) },
            migrations: [Cell.migration]
          ) {
            Cell(version: version)
          } withDependencies: {
            $0.service = surroundings.service
          }
        ])
      database.change { $0.isFaulty = true }
      let worker = SimulatedWorker(name, version, runtime, database, offset)
      ended.setValue { [weak worker] in worker?.kill() }
      return worker
    }

    var isDead: Bool { database.isDead }

    /// Ends its program.
    func kill() {
      database.change {
        $0.isDead = true
        $0.isStalled = false
      }
      Task { [runtime] in await runtime.crash() }
    }

    /// Sets its clock ahead of the true time by some seconds, or back.
    func setClock(ahead seconds: Double) { offset.setValue(seconds) }

    /// Ends all faults.
    func heal() {
      database.change {
        $0.isFaulty = false
        $0.isCut = false
        $0.isStalled = false
      }
    }
  }
#endif

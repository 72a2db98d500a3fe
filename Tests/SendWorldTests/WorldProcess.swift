import ActivityClient
import ActivityClientLive
import EthereumPrimitives
import EthereumTransactions
import Headrace
import HeadraceTesting
import JSONRPC
import NodeClient
import SendFeature
import VaultClient

/// One life of the wallet's program: stores, effects, clients, and a journal that it opens. All of
/// it is discarded at its end, except the database.
///
/// Unchecked: everything of one world runs on one thread.
final class WorldProcess: @unchecked Sendable {
  let world: SendWorld
  private let executor = TestExecutor()
  private let owner: TestStoreOwner
  /// The gate at which it is killed, or receives a stop signal.
  private let crash: CrashPlan?
  /// True if it received a stop signal.
  private(set) var isStopped = false
  private(set) var gateCount = 0
  private(set) var isDead = false
  /// The payments that the owner was notified of before they are sent.
  private var told: Set<PaymentID> = []
  private var hanging: [UnsafeContinuation<Void, Never>] = []
  private var endings: [() -> Void] = []
  /// Its view of its world; made on first use, and released at the end, because it refers to the
  /// process.
  private var heldClients: WorldClients?

  init(_ world: SendWorld, _ crash: CrashPlan? = nil) {
    self.world = world
    self.crash = crash
    owner = TestStoreOwner(executor)
  }

  var clients: WorldClients {
    let clients = heldClients ?? WorldClients(self)
    heldClients = isDead ? nil : clients
    return clients
  }

  // MARK: - Telling

  /// Records that the owner is notified of a payment, or has just asked for it.
  ///
  /// - Parameter isNews: True if the notice is that a payment is open that may have had its end.
  func tell(_ id: PaymentID, isNews: Bool = false) {
    told.insert(id)
    if isNews { world.openAgain.insert(id) }
  }

  /// Records that the owner is notified of payments that are resumed unasked: for an old one that
  /// no node took, that is not enough.
  ///
  /// - Parameter isPaying: True if the owner saw all open payments, with their age, before agreeing
  ///   to a new one; otherwise it isn't enough for one that nodes have forgotten, either.
  func tellResumed(_ ids: [PaymentID], isPaying: Bool) {
    for id in ids where !world.isStale(id) && (isPaying || !world.isOld(id)) { told.insert(id) }
  }

  /// Records that the owner reads about old open payments.
  func tellOld(_ payments: [OldPayment]) {
    let ids = payments.filter { $0.age >= ResumePayments.staleAge }.map(\.payment.id)
    world.openAgain.formUnion(ids)
  }

  func hasTold(_ id: PaymentID) -> Bool { told.contains(id) }

  // MARK: - Dying

  /// Passes a gate. A process that is killed here stops: its work is cancelled when its remains are
  /// removed.
  ///
  /// - Returns: True if the process is alive.
  func passes(_ name: String) async -> Bool {
    if !isDead {
      gateCount += 1
      world.gateCount += 1
      guard gateCount == crash?.gate else { return true }
      guard crash?.isStop == false else {
        isStopped = true
        world.stopCount += 1
        world.log("told to stop at \(name)")
        return true
      }
      isDead = true
      world.killCount += 1
      world.log("killed at \(name)")
      world.loseUnsynced()
    }
    await withUnsafeContinuation { hanging.append($0) }
    return false
  }

  /// Discards everything of the process.
  func end() {
    isDead = true
    executor.exclusively { for ending in endings { ending() } }
    // Cancelled work may reach another gate.
    executor.run()
    while !hanging.isEmpty {
      let hanging = hanging
      self.hanging = []
      for continuation in hanging { continuation.resume() }
      executor.run()
    }
    endings = []
    heldClients = nil
  }

  // MARK: - Working

  /// Makes a feature that belongs to the process.
  func makeCore<R: Reducer>(_ state: R.State, _ reducer: R) -> StoreCore<R.State, R.Action> {
    executor.exclusively {
      var values = DependencyValues.current
      clients.fill(&values)
      let core = StoreCore(
        initialState: { state }, dependencies: values, owner: owner, testExecutor: executor,
        reducer: { reducer })
      endings.append { core.cancelAllEffects() }
      return core
    }
  }

  /// Cancels a feature's work, and waits for its end.
  func cancel<State, Action>(_ core: StoreCore<State, Action>) {
    executor.exclusively { core.cancelAllEffects() }
    executor.run { isDead }
  }

  func send<State, Action>(_ action: Action, to core: StoreCore<State, Action>) {
    executor.exclusively { _ = core.send(action) }
  }

  /// The reason for the end of a wait.
  enum WaitEnd { case done, killed, stopped, timeOver }

  /// Lets the process, the chain and the clock run until a condition is true.
  func wait(
    _ seconds: Int? = nil, ignoresStop: Bool = false, until isDone: () -> Bool
  ) -> WaitEnd {
    let end = seconds.map { world.clock.elapsed + .seconds($0) }
    while true {
      executor.run { isDead || isStopped && !ignoresStop || isDone() }
      if isDead { return .killed }
      if isStopped, !ignoresStop { return .stopped }
      if isDone() { return .done }
      if let screen = world.screen, screen !== self { screen.executor.run() }
      if let end, world.clock.elapsed >= end { return .timeOver }
      guard world.step(until: end) else { return .timeOver }
    }
  }

  /// Runs asynchronous work; returns nil if the process is killed in the meantime.
  func perform<Value>(_ work: @escaping @Sendable () async throws -> Value) -> Result<
    Value, any Error
  >? {
    let box = WorldBox<Result<Value, any Error>?>(nil)
    let task = Task(executorPreference: executor) {
      do { box.value = .success(try await work()) } catch { box.value = .failure(error) }
    }
    endings.append { task.cancel() }
    _ = wait(ignoresStop: true) { box.value != nil }
    return isDead ? nil : box.value
  }
}

/// Carries a value across a `Sendable` boundary on the same thread.
///
/// Unchecked: everything of one world runs on one thread.
final class WorldBox<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

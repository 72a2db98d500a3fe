import Foundation
import Headrace
import Synchronization

/// A gate that effects wait at until a test opens it, or until they are cancelled.
final class Gate: Sendable {
  private struct Contents {
    var isOpen = false
    var lastID = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var cancelled: Set<Int> = []
  }

  private let contents = Mutex(Contents())
  private let arrivals = Arrivals()

  /// Waits until the gate is open, or the task is cancelled.
  func pass() async {
    let id = contents.withLock { contents in
      contents.lastID += 1
      return contents.lastID
    }
    arrivals.add()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = contents.withLock { contents in
          let waits = !contents.isOpen && !contents.cancelled.contains(id)
          if waits { contents.waiters[id] = continuation }
          return waits
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      contents.withLock { contents in
        contents.cancelled.insert(id)
        return contents.waiters.removeValue(forKey: id)
      }?.resume()
    }
  }

  /// Waits until an effect waits at the gate.
  func arrival() async { await arrivals.wait() }

  func open() {
    let waiters = contents.withLock { contents in
      contents.isOpen = true
      defer { contents.waiters = [:] }
      return contents.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// A value that effects hold; it reports when it is released.
///
/// The task of an effect releases it a moment after the effect has ended, so a test waits for that.
final class Held: Sendable {
  private let freed: Arrivals

  init(_ freed: Arrivals) {
    self.freed = freed
  }

  deinit {
    freed.add()
  }
}

/// Counts arrivals, and lets a test wait for the next.
final class Arrivals: Sendable {
  private let stream = AsyncStream<Void>.makeStream()

  func add() { stream.continuation.yield() }

  func wait() async {
    for await _ in stream.stream { return }
  }
}

/// A log that effects on other threads may write to.
final class Log: Sendable {
  private let contents = Mutex<[String]>([])

  func write(_ entry: String) { contents.withLock { $0.append(entry) } }
  var entries: [String] { contents.withLock { $0 } }
}

/// An error in an effect.
struct Failure: Error {
  let text: String
}

/// A child with effects that wait at a gate.
struct Worker: Reducer {
  struct State: Equatable {
    var received: [String] = []
  }

  @CasePathable
  enum Action {
    case start(String)
    case cancel
    case response(String)
  }

  enum CancelID { case work }

  let gate: Gate
  var log = Log()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start(let name):
        return .run { [gate, log] send in
          log.write("ran \(name)")
          await gate.pass()
          log.write("woke \(name)")
          await send(.response(name))
        }
        .cancellable(id: CancelID.work)
      case .cancel:
        return .cancel(id: CancelID.work)
      case .response(let name):
        state.received.append(name)
        return .none
      }
    }
  }
}

/// Two workers, one of which can be removed, and a root with an effect of the same id.
struct Workers: Reducer {
  struct State {
    var first = Worker.State()
    var second: Worker.State? = Worker.State()
    var rows: IdentifiedArrayOf<Row> = []
    var received: [String] = []
  }

  struct Row: Identifiable, Equatable {
    let id: Int
    var worker = Worker.State()
  }

  @CasePathable
  enum Action {
    case first(Worker.Action)
    case second(Worker.Action)
    case rows(IdentifiedAction<Int, Worker.Action>)
    case start(String)
    case cancelAll
    case dropSecond
    case replaceSecond
    case removeRow(Int)
    case response(String)
  }

  let gate: Gate
  var log = Log()

  var body: some ReducerOf<Self> {
    Scope(state: \.first, action: \.first) { Worker(gate: gate, log: log) }
    Reduce { state, action in
      switch action {
      case .start(let name):
        return .run { [gate] send in
          await gate.pass()
          await send(.response(name))
        }
        .cancellable(id: Worker.CancelID.work)
      case .cancelAll:
        return .cancel(id: Worker.CancelID.work)
      case .dropSecond:
        state.second = nil
        return .none
      case .replaceSecond:
        state.second = nil
        state.second = Worker.State()
        return .none
      case .removeRow(let id):
        state.rows.remove(id: id)
        return .none
      case .response(let name):
        state.received.append(name)
        return .none
      case .first, .second, .rows:
        return .none
      }
    }
    .ifLet(\.second, action: \.second) { Worker(gate: gate, log: log) }
    .forEach(\.rows, action: \.rows) {
      Scope(state: \.worker, action: \.self) { Worker(gate: gate, log: log) }
    }
  }
}

/// Remembers the effects of a store.
final class EffectSpy<State, Action>: StoreInstrument {
  var started: [EffectID] = []
  var ended: [EffectID] = []
  var cancelled: [EffectID] = []
  var lateSends = 0

  func effectStarted(_ effect: EffectInfo) { started.append(effect.id) }
  func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) { ended.append(effect.id) }
  func effectCancelled(_ effect: EffectInfo) { cancelled.append(effect.id) }
  func actionDropped(_ drop: ActionDrop) { lateSends += drop.reason == .lateSend ? 1 : 0 }
}

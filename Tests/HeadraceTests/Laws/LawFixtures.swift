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

/// What effects hold; it tells when it is gone. The task of an effect lets go of it a moment after
/// the effect has ended, so a test waits for that.
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

/// Something that goes wrong in an effect.
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

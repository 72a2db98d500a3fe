import Synchronization

/// Serves HTTP/1.1 on 127.0.0.1, to this machine only.
///
/// It is for tools that run for a long time beside other work. Whatever clients send, and however
/// many connect, it stays within its limits, serves the other clients, and ends on request.
package final class LocalServer: Sendable {
  /// Answers one request.
  package typealias Handler = @Sendable (ServedRequest) async throws -> ServedResponse

  /// Why the server could not start.
  package enum StartFailure: Error, Equatable, Sendable {
    /// The port is taken, or may not be used.
    case portNotAvailable(UInt16)
    /// The server runs already.
    case alreadyRunning
    /// The system refused a socket, with that number.
    case system(errorNumber: Int32)
  }

  private struct State {
    var threads: ServingThreads?
    var isStopping = false
  }

  private let port: UInt16
  private let limits: ServingLimits
  private let rules: CallerRules
  private let handler: Handler
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - port: The port on 127.0.0.1; 0 takes any that is free.
  ///   - limits: The limits of a client.
  ///   - rules: Which pages may call.
  ///   - clock: The clock for the time limit of `stop()`.
  ///   - handler: Answers the requests.
  package init(
    port: UInt16, limits: ServingLimits, rules: CallerRules = CallerRules(),
    clock: any Clock<Duration> = ContinuousClock(), handler: @escaping Handler
  ) {
    self.port = port
    self.limits = limits
    self.rules = rules
    self.clock = clock
    self.handler = handler
  }

  /// Serves until `stop()` is called or the task is cancelled.
  ///
  /// - Parameter onListening: Called once, with the port, as soon as connections are accepted.
  /// - Throws: `StartFailure`, `CancellationError`, or what `onListening` throws.
  package func run(onListening: @Sendable (UInt16) async throws -> Void) async throws {
    let threads = try begin()
    defer { state.withLock { $0.threads = nil } }
    try await withTaskCancellationHandler {
      threads.start()
      do {
        try await onListening(threads.port)
      } catch {
        threads.stop(endsAnswers: true)
        await threads.ended()
        throw error
      }
      await threads.ended()
    } onCancel: {
      threads.stop(endsAnswers: true)
    }
    if !state.withLock({ $0.isStopping }) { try Task.checkCancellation() }
  }

  private func begin() throws(StartFailure) -> ServingThreads {
    // Under the lock: of two runs at once, one gets the port, and the other is refused.
    let result = state.withLock { state -> Result<ServingThreads, StartFailure> in
      guard state.threads == nil else { return .failure(.alreadyRunning) }
      do throws(StartFailure) {
        let threads = try ServingThreads(
          port: port, limits: limits, rules: rules, handler: handler)
        state = State(threads: threads)
        return .success(threads)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Stops serving. Requests that are being answered are finished first, for as long as the limits
  /// allow.
  package func stop() async {
    let threads = state.withLock { state in
      state.isStopping = true
      return state.threads
    }
    guard let threads else { return }
    threads.stop(endsAnswers: false)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await threads.ended() }
      group.addTask { [clock, limits] in
        do {
          try await clock.sleep(for: limits.stopping)
        } catch {
          // All connections have ended, or the caller that stops the server does not wait either.
        }
        threads.stop(endsAnswers: true)
      }
      await group.next()
      group.cancelAll()
    }
  }
}

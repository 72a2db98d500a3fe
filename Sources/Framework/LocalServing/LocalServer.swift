#if Inspector
  import Synchronization

  /// Serves HTTP/1.1 on 127.0.0.1, to this machine only.
  ///
  /// The server is for tools that run for a long time beside other work. Whatever clients send, and
  /// however many connect, it stays within its limits, serves the other clients, and ends on
  /// request.
  package final class LocalServer: Sendable {
    /// Answers one request.
    package typealias Handler = @Sendable (ServedRequest) async throws -> ServedResponse

    /// The reason why the server could not start.
    package enum StartFailure: Error, Equatable, Sendable {
      /// The port is in use, or may not be used.
      case portNotAvailable(UInt16)
      /// The server is already running.
      case alreadyRunning
      /// The system returned this error for a socket.
      case system(errorNumber: Int32)
    }

    private struct State {
      var isRunning = false
      var isStopping = false
      var run: ServingRun?
    }

    private let port: UInt16
    private let service: Service
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1; 0 selects a free one.
    ///   - limits: The limits for clients.
    ///   - rules: The pages that may call.
    ///   - clock: The clock for the time limit of `stop()`.
    ///   - socket: The route for upgrades to a WebSocket; `nil` for none.
    ///   - handler: Answers the requests.
    package init(
      port: UInt16, limits: ServingLimits, rules: CallerRules = CallerRules(),
      clock: any Clock<Duration> = ContinuousClock(), socket: SocketRoute? = nil,
      handler: @escaping Handler
    ) {
      self.port = port
      self.clock = clock
      service = Service(limits: limits, rules: rules, socket: socket, handler: handler)
    }

    /// Serves until `stop()` is called or the task is cancelled.
    ///
    /// - Parameter onListening: Called once, with the port, as soon as connections are accepted.
    /// - Throws: `StartFailure`, `CancellationError`, or an error of `onListening`.
    package func run(onListening: @Sendable (UInt16) async throws -> Void) async throws {
      // If two runs begin, one gets the port, and the other is refused.
      let begins = state.withLock { state in
        guard !state.isRunning else { return false }
        state = State(isRunning: true)
        return true
      }
      guard begins else { throw StartFailure.alreadyRunning }
      defer { state.withLock { $0.isRunning = false } }
      let run = try await ServingRun(port: port, service: service)
      let isStopping = state.withLock { state in
        state.run = run
        return state.isStopping
      }
      if isStopping { run.stop(endsAnswers: true) }
      try await withTaskCancellationHandler {
        do {
          try await onListening(run.port)
        } catch {
          run.stop(endsAnswers: true)
          await run.end()
          throw error
        }
        await run.end()
      } onCancel: {
        run.stop(endsAnswers: true)
      }
      if !state.withLock({ $0.isStopping }) { try Task.checkCancellation() }
    }

    /// Stops serving.
    ///
    /// Requests that are being answered are finished first, within the time limit. WebSockets are
    /// closed with code 1001.
    package func stop() async {
      let run = state.withLock { state in
        state.isStopping = true
        return state.run
      }
      guard let run else { return }
      run.stop(endsAnswers: false)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await run.end() }
        group.addTask { [clock, service] in
          do {
            try await clock.sleep(for: service.limits.stopping)
          } catch {
            // All connections have ended, or the caller that stops the server was cancelled.
          }
          run.stop(endsAnswers: true)
        }
        await group.next()
        group.cancelAll()
      }
    }
  }
#endif

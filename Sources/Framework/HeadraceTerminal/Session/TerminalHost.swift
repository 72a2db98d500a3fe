public import Headrace

/// Shows a store's feature on a full-screen terminal until the user leaves it.
///
/// A frame is drawn after the state has changed and the store's queue is drained, at most 60 times
/// a second; while nothing changes, nothing runs.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// let end = try await TerminalHost(counter).run(store)
/// ```
public struct TerminalHost<State, Action> {
  private let app: TerminalApp<State, Action>
  private let environment: TerminalEnvironment

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - app: The app to show.
  ///   - environment: The terminal's properties; by default from the environment of the process.
  public init(_ app: TerminalApp<State, Action>, environment: TerminalEnvironment = .process) {
    self.app = app
    self.environment = environment
  }

  /// Shows the feature until the user quits or the process is asked to end.
  ///
  /// Control-L redraws everything, and Control-Z stops the process, as in any program. Other keys
  /// go to the app.
  ///
  /// - Parameters:
  ///   - store: The store, on the caller's actor.
  ///   - session: The terminal, which is left at the end; by default that of the standard streams.
  ///   - driver: Types in addition to the user; `nil` for none.
  ///   - isolation: The store's actor; the compiler fills it in.
  /// - Returns: The reason why the host ended.
  /// - Throws: The errors of ``TerminalSession/init(input:output:)``.
  public func run(
    _ store: Store<State, Action>, session: TerminalSession? = nil,
    driver: TerminalDriver? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(TerminalFailure) -> TerminalEnd {
    let session = if let session { session } else { try TerminalSession() }
    return try await session.show(store, driver: driver, isolation: isolation) { news in
      HostScreen(
        app, environment,
        HostOutput(
          size: { session.size },
          write: { (bytes: [UInt8]) throws(TerminalFailure) in try session.write(bytes) },
          hidesInput: { session.hidesInput($0) }, show: { driver?.show($0) }),
        .continuous(news))
    }
  }
}

/// The reason why a host ended.
public enum TerminalEnd: Hashable, Sendable {
  /// The user quit.
  case quit
  /// A signal with that number asked the process to end.
  ///
  /// A program that ends now should raise the signal again, so that its parent process knows.
  case signal(Int32)
  /// The terminal was closed.
  case closed
}

extension HostClock {
  /// The system's clock.
  fileprivate static func continuous(_ news: AsyncStream<News>.Continuation) -> HostClock {
    let start = ContinuousClock.now
    return HostClock(now: { start.duration(to: .now) }) { time in
      Task {
        do {
          try await ContinuousClock().sleep(until: start + time)
        } catch {
          // This task is not cancelled in normal use; if it is, no frame is wanted.
          return
        }
        news.yield(.due)
      }
    }
  }
}

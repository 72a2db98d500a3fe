import ArgumentParser
import WalletCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs a development server until a signal arrives, which completes its command.
struct ServerRun {
  /// The requested port.
  let port: UInt16

  /// True if the output is for a program.
  let json: Bool

  /// Runs the server.
  ///
  /// - Parameters:
  ///   - serve: Serves, until it is stopped.
  ///   - beside: Does other work in the meantime.
  ///   - stop: Stops serving.
  /// - Throws: `ExitCode` after a refusal was reported.
  func untilStopped(
    serve: @escaping @Sendable (Terminal) async throws -> Void,
    beside: (@Sendable () async throws -> Void)? = nil, stop: @escaping @Sendable () async -> Void
  ) async throws {
    let terminal = Terminal.devchain(json: json)
    signal(SIGPIPE, SIG_IGN)
    let signals = StopSignals()
    // A second signal means: don't wait for clients, or for computations.
    signals.whenStoppedAgain { ProcessEnd.bySignal($0) }
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await serve(terminal) }
        group.addTask {
          await signals.first()
          await stop()
        }
        if let beside { group.addTask { try await beside() } }
        _ = try await group.next()
        group.cancelAll()
      }
    } catch let failure as CommandFailure {
      try end(terminal, failure)
    } catch is CancellationError {
      // The signal arrived before the server listened.
      return
    } catch {
      try end(
        terminal,
        CommandFailure(
          "can't listen on port \(port) of 127.0.0.1; expected a free port that you may use"
            + " (choose with --port; 0 takes any)", .tryAgain))
    }
  }

  private func end(_ terminal: Terminal, _ failure: CommandFailure) throws {
    terminal.writeError(failure, json: json)
    throw ExitCode(failure.status.rawValue)
  }
}

extension Terminal {
  /// Returns the terminal of this program.
  static func devchain(json: Bool) -> Terminal {
    var terminal = Terminal.standard(showsProgress: false, isReadByProgram: json)
    terminal.program = "devchain"
    return terminal
  }

  /// Writes the address at which a server listens.
  ///
  /// - Throws: `CommandFailure` if it can't be written, because the server could not be found.
  func greet(_ line: String) throws(CommandFailure) {
    writeLine(line)
    if let errorNumber = output.errorNumber { throw .answerNotWritten(errorNumber) }
  }
}

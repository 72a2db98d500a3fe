import ArgumentParser

/// Runs a command, and ends it by what stops it.
enum CommandRun {
  /// Runs; SIGINT and SIGTERM cancel, and what is on its way is let come to a safe end.
  ///
  /// - Throws: `ExitCode` after a refusal was told.
  static func reporting(
    to terminal: Terminal,
    _ command: @escaping @Sendable () async throws(CommandFailure) -> Void
  ) async throws {
    let signals = StopSignals()
    let failure = await withTaskGroup(of: CommandFailure?.self) { group in
      let work = Task { () -> CommandFailure? in
        do throws(CommandFailure) {
          try await command()
          return nil
        } catch {
          return error
        }
      }
      group.addTask { await work.value }
      group.addTask {
        await signals.first()
        if !Task.isCancelled { work.cancel() }
        return await work.value
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    guard let failure else { return }
    terminal.writeError("wallet: \(failure.message)")
    throw ExitCode(failure.status.rawValue)
  }
}

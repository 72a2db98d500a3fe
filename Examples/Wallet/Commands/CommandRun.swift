import ArgumentParser
import EthereumCrypto
package import EthereumPrimitives

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs a command, and ends it in the way that its outcome requires.
enum CommandRun {
  /// Runs a command; SIGINT, SIGTERM and SIGQUIT cancel it, and work in progress reaches a safe
  /// end.
  ///
  /// After SIGQUIT the process ends with that signal, unless the command was complete or a payment
  /// is recorded, or may be; a second SIGQUIT does not wait for the safe end.
  ///
  /// An answer that can't be written also cancels the command: if its reader has gone away, the
  /// program cleans up and ends as if by SIGPIPE. None of this applies once a payment is recorded:
  /// a script must not conclude from the end that no payment was made.
  ///
  /// - Parameter json: True if the answer is for a program, so that no progress is shown.
  /// - Throws: `ExitCode` after a refusal was reported.
  static func reporting(
    json: Bool, _ command: @escaping @Sendable (Terminal) async throws(CommandFailure) -> Void
  ) async throws {
    let terminal = Terminal.standard(showsProgress: !json, isReadByProgram: json)
    signal(SIGPIPE, SIG_IGN)
    let signals = StopSignals()
    let work = Task { () -> CommandFailure? in
      do throws(CommandFailure) {
        try await command(terminal)
        return nil
      } catch {
        return error
      }
    }
    signals.whenStopped { work.cancel() }
    signals.whenStoppedAgain { number in
      if number == SIGQUIT, terminal.output.payment == nil { ProcessEnd.bySignal(number) }
    }
    terminal.output.whenFailed { work.cancel() }
    let failure = await work.value
    terminal.showProgress?(nil)
    if SecretBytes.isAnyUnlocked { terminal.writeNote(ProcessText.unlocked, json: json) }
    do {
      try end(terminal, failure, json: json)
    } catch {
      let isRecorded = terminal.output.payment != nil || failure?.payment != nil
      if signals.isQuit, !isRecorded, failure?.status != .unknownEnd {
        ProcessEnd.bySignal(SIGQUIT)
      }
      throw error
    }
  }

  /// Runs a command on the existing wallet; if there is none, no question is asked.
  static func reporting(
    on wallet: some VaultOptions, _ verifier: VerifierOptions? = nil, json: Bool,
    _ command: @escaping @Sendable (WalletSession, Terminal) async throws(CommandFailure) -> Void
  ) async throws {
    try await reporting(json: json) { terminal throws(CommandFailure) in
      let session = try wallet.session(terminal, verifier)
      try await session.requireWallet()
      try await command(session, terminal)
    }
  }

  private static func end(
    _ terminal: Terminal, _ failure: CommandFailure?, json: Bool
  ) throws {
    let (unwritten, payment) = (terminal.output.errorNumber, terminal.output.payment)
    if unwritten == EPIPE, payment == nil {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    let lost = unwritten.map { CommandFailure.answerNotWritten($0, payment: payment) }
    guard let failure = lost ?? failure else { return }
    if failure.isTold { throw ExitCode(failure.status.rawValue) }
    terminal.writeError(json ? failure.json : "wallet: \(failure.message)")
    throw ExitCode(failure.status.rawValue)
  }
}

extension CommandFailure {
  /// The command was stopped before it was complete.
  static let interrupted = CommandFailure(
    "interrupted before it finished: nothing was written or sent", .tryAgain
  ).because(.interrupted)

  /// Returns the failure for an answer that could not be written; the command's effects remain.
  package static func answerNotWritten(_ errorNumber: Int32, payment: Hash32? = nil)
    -> CommandFailure
  {
    let reason = String(cString: strerror(errorNumber))
    guard let payment else {
      return CommandFailure("the answer could not be written to standard output: \(reason)")
    }
    return CommandFailure(
      "the answer could not be written to standard output: \(reason). The payment \(payment.hex) is recorded, and may have paid: ask with 'wallet wait"
        + " \(payment.hex)', and don't send it again", .unknownEnd, payment: payment)
  }
}

import ArgumentParser
import DurableFiles
import EthereumCrypto
import EthereumPrimitives
import Foundation
import VaultClient
import VaultClientLive

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `wallet unlock`: opens the wallet for a limited time.
struct UnlockCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "unlock",
      abstract: Phrase("Opens the wallet for a while: reading needs no passcode.").text,
      discussion: Phrase(
        """
        A process keeps the wallet open and answers other commands of the same person, on a socket \
        in the wallet's folder. It ends with 'wallet lock', after its time limit, or on a signal. \
        It reports the accounts and signs nothing: a payment still asks for the passcode after its \
        review.
        """
      ).text)
  }

  @OptionGroup var wallet: WalletOptions

  @Option(
    name: .customLong("for"),
    help: .said("How long, such as 15m. (default: the setting lock-after, or 15m)"),
    transform: DurationText.init)
  var time: DurationText?

  @Flag(help: .said("Stays in the foreground, as a service manager wants it."))
  var foreground = false

  @Flag(help: .hidden)
  var detached = false

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  private static let secondsDefault = 900

  func run() async throws {
    let command = self
    try await CommandRun.reporting(on: wallet, json: json) {
      session, terminal throws(CommandFailure) in
      let settings = try command.wallet.settings()
      // The screens may be set to never lock, but a process that nobody sees needs a time limit.
      let chosen = settings.lockAfterSeconds.flatMap { $0 > 0 ? $0 : nil }
      let seconds = command.time?.seconds ?? chosen ?? Self.secondsDefault
      guard command.foreground || command.detached else {
        return try await command.spawn(seconds, terminal)
      }
      try await session.hold(
        try command.wallet.passcode("Passcode:", terminal), seconds: seconds,
        leavesTerminal: command.detached, json: command.json)
    }
  }

  /// Starts the same command as a separate process, which receives the passcode through a pipe.
  private func spawn(_ seconds: Int, _ terminal: Terminal) async throws(CommandFailure) {
    let passcode = try wallet.passcode("Passcode:", terminal)
    var arguments = ["unlock", "--detached", "--home", wallet.homePath]
    if let path = wallet.deviceKeyPath { arguments += ["--device-key", path] }
    arguments += ["--for", "\(seconds)s", "--passcode-file", "/dev/stdin"]
    if json { arguments.append("--json") }
    let child = try DetachedProcess(arguments)
    // The child's first line is its answer; after a refusal, it has already reported the reason.
    if let line = child.answer(to: passcode) {
      terminal.writeLine(line)
      return
    }
    let code = child.exitCode()
    var failure = CommandFailure(said: "", ExitStatus(rawValue: code) ?? .refused)
    failure.isTold = true
    throw failure
  }
}

/// `wallet lock`: ends the session of `wallet unlock`.
struct LockCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "lock", abstract: Phrase("Ends the session of 'wallet unlock'.").text)
  }

  @OptionGroup var place: HomeOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let (home, json) = (place.homePath, json)
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let wasUnlocked = UnlockedHome(home: home).lock()
      let isAppOpen = OpenApp(home: home).isOpen
      terminal.writeLine(
        json
          ? JSONText.object([
            ("session", .text("none")), ("ended", .flag(wasUnlocked)),
            ("appOpen", .flag(isAppOpen)),
          ])
          : Self.text(wasUnlocked: wasUnlocked, isAppOpen: isAppOpen))
    }
  }
}

extension LockCommand {
  /// Returns the text that says what is locked now; an open app has its own keys, and can only be
  /// locked from within.
  private static func text(wasUnlocked: Bool, isAppOpen: Bool) -> String {
    let phrase: Phrase =
      switch (wasUnlocked, isAppOpen) {
      case (true, false): Phrase("The wallet is locked.")
      case (false, false): Phrase("The wallet was locked already.")
      case (true, true):
        Phrase(
          "The session of 'wallet unlock' is over. The app is still open on this home, and may be unlocked: press l there."
        )
      case (false, true):
        Phrase(
          "No session of 'wallet unlock' was open. The app is open on this home, and may be unlocked: press l there."
        )
      }
    return phrase.text
  }
}

extension WalletSession {
  /// Opens the vault, and answers on the home folder's socket until that ends.
  func hold(
    _ passcode: consuming SecretBytes, seconds: Int, leavesTerminal: Bool, json: Bool
  ) async throws(CommandFailure) {
    _ = try await accounts(passcode)
    let lock = try takeHolderLock()
    defer { close(lock) }
    guard let listener = UnixSocket.listen(unlocked.socketPath) else {
      throw FailureText.storage(.system(path: unlocked.socketPath, errorNumber: errno))
    }
    defer {
      unlink(unlocked.socketPath)
      close(listener)
    }
    var stopper: [Int32] = [-1, -1]
    guard pipe(&stopper) == 0 else {
      throw FailureText.storage(.system(path: unlocked.socketPath, errorNumber: errno))
    }
    defer { for descriptor in stopper { close(descriptor) } }
    let date = Date(timeIntervalSinceNow: Double(seconds)).formatted(.iso8601)
    terminal.writeLine(
      json
        ? JSONText.object([
          ("session", .text("open")), ("until", .text(date)),
          ("seconds", .number(UInt64(seconds))),
        ])
        : Phrase("Unlocked until \(date). 'wallet lock' ends that.").text)
    if leavesTerminal { DetachedProcess.leaveTerminal() }
    let client = vaultClient
    let server = UnlockedServer(
      listener: listener, stopper: stopper[0], seconds: seconds,
      accounts: {
        do throws(VaultStorageFailure) {
          guard case .unlocked(let accounts) = try await client.status() else { return nil }
          return accounts
        } catch {
          return nil
        }
      })
    let ringing = stopper[1]
    _ = await withTaskCancellationHandler {
      await server.run()
    } onCancel: {
      var byte: UInt8 = 0
      _ = write(ringing, &byte, 1)
    }
    await client.lock()
  }

  /// Acquires the lock of a home folder's only holder; an earlier holder is ended first.
  private func takeHolderLock() throws(CommandFailure) -> Int32 {
    _ = unlocked.lock()
    for _ in 1...Self.holderLockAttemptCountMax {
      do throws(FileFailure) {
        if let descriptor = try FileSystem.posix.tryLock(unlocked.lockPath) { return descriptor }
      } catch {
        throw FailureText.failure(.file(error))
      }
      FileSystem.posix.pause()
      _ = unlocked.lock()
    }
    throw CommandFailure(
      "another 'wallet unlock' of this home is starting; try again when it is done", .tryAgain)
  }

  private static let holderLockAttemptCountMax = 200
}

import ArgumentParser
import EthereumPrimitives
import Foundation
import HeadraceTerminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `wallet` without a command: opens the wallet's screens.
struct ScreensCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "screens",
      abstract: Phrase("Opens the wallet on the whole terminal; so does 'wallet' alone.").text,
      discussion: Phrase(
        """
        Where standard input or output is no terminal, it says instead what to do next.
        """
      ).text)
  }

  @OptionGroup var wallet: WalletOptions
  @OptionGroup var verifier: VerifierOptions

  @Option(
    name: .customLong("lock-after"),
    help: .said("Locks the wallet when no key was pressed for so long."),
    transform: DurationText.init)
  var lockAfter: DurationText?

  @Option(
    help: .said("The language: en or ko; otherwise that of LC_ALL, LC_MESSAGES or LANG."),
    transform: Self.language)
  var language: Language?

  @Flag(
    help: .said("Writes screens line by line, to be read aloud; so it is where TERM is dumb."))
  var lines = false

  func validate() throws {
    try verifier.check(against: wallet.node)
  }

  private static func language(_ text: String) throws -> Language {
    guard let language = Language(rawValue: text) else {
      throw ValidationError.said("expected en or ko")
    }
    return language
  }

  func run() async throws {
    var environment = TerminalEnvironment.process
    environment.isDumb = environment.isDumb || lines
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      return try await tellNextSteps()
    }
    var end = TerminalEnd.quit
    do {
      var next: ChosenNetwork? = try wallet.network()
      // Another network is another place: its node, its chain and a vault that is locked.
      while let network = next {
        try verifier.check(against: network.address)
        let place = PlaceSession(
          wallet, network, verifier, try wallet.settings(), language: language,
          lockSeconds: lockAfter?.seconds)
        end = try await place.run(environment)
        next = try await ChosenNetwork(place.reopening)
      }
    } catch {
      Terminal.standard(showsProgress: false).writeError("wallet: \(error.message)")
      throw ExitCode(error.status.rawValue)
    }
    // Who waits for the program is to know why it ended.
    if case .signal(let number) = end { ProcessEnd.bySignal(number) }
  }

  private func tellNextSteps() async throws {
    try await CommandRun.reporting(json: true) { terminal throws(CommandFailure) in
      let session = try wallet.session(terminal)
      terminal.writeLine(
        NextSteps.text(home: wallet.homePath, hasWallet: try await session.hasWallet()))
    }
  }
}

/// The end of the process by a signal.
enum ProcessEnd {
  /// Ends the process by a signal, which the threads of tasks have blocked.
  static func bySignal(_ number: Int32) {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}

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
      abstract: Phrase("Opens the wallet full-screen, as 'wallet' alone does.").text,
      discussion: Phrase(
        """
        If standard input or output is not a terminal, it prints what to do next instead.

        Line by line (--lines, or TERM=dumb), a line is typed and entered, an empty line is Return, \
        and one character is its key. A colon names keys: :esc :tab :up :down :left :right :home \
        :end :pageup :pagedown :backspace :delete :f1 to :f35, with ctrl+, alt+ or shift+ before \
        them, and several in one line (:down down enter). Where a passcode or a phrase is typed, \
        the line is taken as it is; only :esc is a key. A recovery phrase is shown on the \
        alternate screen, which is cleared; TERM=dumb has none, and it asks first.
        """
      ).text)
  }

  @OptionGroup var wallet: WalletOptions
  @OptionGroup var verifier: VerifierOptions

  @Option(
    name: .customLong("lock-after"),
    help: .said("Locks the wallet when no key is pressed for this long."),
    transform: DurationText.init)
  var lockAfter: DurationText?

  @Option(
    help: .said("The language: en or ko; otherwise that of LC_ALL, LC_MESSAGES or LANG."),
    transform: Self.language)
  var language: Language?

  @Option(
    help: .said("The terminal's background: light or dark; otherwise that of COLORFGBG, or dark."),
    transform: Self.background)
  var theme: Background?

  @Flag(
    help: .said("Writes screens line by line, for screen readers; the default if TERM is dumb."))
  var lines = false

  func validate() throws {
    try verifier.check(againstTyped: wallet.nodeAddress)
  }

  private static func language(_ text: String) throws -> Language {
    guard let language = Language(rawValue: text) else {
      throw ValidationError.said("expected en or ko")
    }
    return language
  }

  private static func background(_ text: String) throws -> Background {
    guard let background = Background(rawValue: text) else {
      throw ValidationError.said("expected light or dark")
    }
    return background
  }

  func run() async throws {
    var environment = TerminalEnvironment.process
    if let theme { theme.choose(in: &environment) }
    environment.isDumb = environment.isDumb || lines
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      return try await tellNextSteps()
    }
    var end = TerminalEnd.quit
    do {
      var next: ChosenNetwork? = try wallet.network()
      // Another network has its own node, chain and locked vault.
      while let network = next {
        try verifier.check(against: network.address)
        let place = TerminalWalletSession(
          wallet, network, verifier, try wallet.settings(), language: language,
          lockSeconds: lockAfter?.seconds)
        end = try await place.run(environment)
        next = try await ChosenNetwork(place.reopening)
      }
    } catch {
      Terminal.standard(showsProgress: false).writeError("wallet: \(error.message)")
      throw ExitCode(error.status.rawValue)
    }
    // A process that waits for this program must learn why it ended.
    if case .signal(let number) = end { ProcessEnd.bySignal(number) }
  }

  private func tellNextSteps() async throws {
    try await CommandRun.reporting(json: false) { terminal throws(CommandFailure) in
      let session = try wallet.session(terminal)
      terminal.writeLine(
        NextSteps.text(home: wallet.homePath, hasWallet: try await session.hasWallet()))
    }
  }
}

/// The background of the screens' colours.
enum Background: String, Sendable {
  case light, dark

  /// Chooses the colours for the background, if the terminal shows colours.
  func choose(in environment: inout TerminalEnvironment) {
    guard environment.colorDepth != .none else { return }
    var theme: Theme = self == .light ? .light : .dark
    theme.drawsLines = environment.theme.drawsLines
    theme.isASCII = environment.theme.isASCII
    environment.theme = theme
  }
}

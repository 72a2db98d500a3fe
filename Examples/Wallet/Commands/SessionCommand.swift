import ArgumentParser
import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import Foundation
import SessionClient

/// `wallet session`: signs in to services.
struct SessionCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "session",
      abstract: Phrase("Signs in to a service with Ethereum (EIP-4361), and out.").text,
      discussion: Phrase(
        """
        Exit code 0 means that it was done, 1 that the wallet or the service refused, 69 that the \
        service gave no valid answer, 75 that the same command may work later, 77 a wrong \
        passcode.
        """
      ).text,
      subcommands: [
        SignInCommand.self, SessionStatusCommand.self, WhoAmICommand.self, SignOutCommand.self,
      ])
  }
}

/// The service of a command.
struct ServiceOptions: ParsableArguments {
  @Option(
    name: .customLong("session-url"),
    help: .said(
      "The service's address: https, or http to this machine. (default: \(SessionEndpoint.local.text))"
    ),
    transform: Self.endpoint)
  var endpoint = SessionEndpoint.local

  /// Reads an address.
  ///
  /// - Throws: A `ValidationError` that says what was expected.
  static func endpoint(_ text: String) throws -> SessionEndpoint {
    do throws(SessionEndpoint.Refusal) {
      return try SessionEndpoint(text)
    } catch {
      switch error {
      case .notAnEndpoint:
        throw ValidationError.said("expected https://HOST or http://127.0.0.1:PORT")
      case .notEncrypted:
        throw ValidationError.said(
          "expected https:// for another machine: tokens must not travel in the clear")
      }
    }
  }
}

/// `wallet session sign-in`: starts a session.
struct SignInCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sign-in",
      abstract: Phrase("Signs in: shows the message, asks for the passcode, and signs it.").text,
      discussion: Phrase(
        """
        A service that gives a wrong domain, URI, chain, nonce or time is refused before anything \
        is signed. Its tokens are kept in the vault. If there is a session already, it is shown, \
        and nothing is signed.
        """
      ).text)
  }

  @OptionGroup var service: ServiceOptions
  @OptionGroup var wallet: WalletOptions

  @Flag(help: .said("Signs without asking after the message is shown."))
  var yes = false

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let (endpoint, wallet, yes, json) = (service.endpoint, wallet, yes, json)
    try await CommandRun.reporting(on: wallet, json: json) {
      session, terminal throws(CommandFailure) in
      let passcode = PasscodeOnce(wallet, terminal)
      let kept = try await session.signIn(
        to: endpoint, usesPublicAccounts: !passcode.isInFile,
        opening: { () throws(CommandFailure) in try passcode.opening() },
        isAgreed: { yes || terminal.agrees(to: "Sign it? (yes/no)") }
      ) { () throws(CommandFailure) in
        wallet.passcodeFile == nil
          ? try wallet.passcode("Passcode, to sign this message:", terminal)
          : try passcode.signing()
      }
      terminal.writeLine(SessionText.text(kept, endpoint, json: json))
    }
  }
}

/// `wallet session status`: shows the stored session.
struct SessionStatusCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract: Phrase("Shows the stored session, without asking the service.").text)
  }

  @OptionGroup var service: ServiceOptions
  @OptionGroup var wallet: WalletOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let (endpoint, wallet, json) = (service.endpoint, wallet, json)
    try await CommandRun.reporting(on: wallet, json: json) {
      session, terminal throws(CommandFailure) in
      let kept = try await session.session(
        with: endpoint, try wallet.passcode("Passcode:", terminal))
      terminal.writeLine(SessionText.text(kept, endpoint, json: json))
    }
  }
}

/// `wallet session whoami`: shows the account that the service associates with the session.
struct WhoAmICommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "whoami", abstract: Phrase("Asks the service who is signed in.").text,
      discussion: Phrase(
        """
        If the access token has expired, the wallet gets new tokens and asks once more.
        """
      ).text)
  }

  @OptionGroup var service: ServiceOptions
  @OptionGroup var wallet: WalletOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let (endpoint, wallet, json) = (service.endpoint, wallet, json)
    try await CommandRun.reporting(on: wallet, json: json) {
      session, terminal throws(CommandFailure) in
      let profile = try await session.profile(
        at: endpoint, try wallet.passcode("Passcode:", terminal))
      terminal.writeLine(SessionText.text(profile, json: json))
    }
  }
}

/// `wallet session sign-out`: ends a session.
struct SignOutCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sign-out",
      abstract: Phrase("Signs out: the service revokes the tokens, then the vault drops them.")
        .text,
      discussion: Phrase(
        "If the service does not answer, they are kept, so that they can be revoked later."
      ).text)
  }

  @OptionGroup var service: ServiceOptions
  @OptionGroup var wallet: WalletOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let (endpoint, wallet, json) = (service.endpoint, wallet, json)
    try await CommandRun.reporting(on: wallet, json: json) {
      session, terminal throws(CommandFailure) in
      try await session.signOut(
        of: endpoint, try wallet.passcode("Passcode:", terminal))
      terminal.writeLine(SessionText.text(nil, endpoint, json: json))
    }
  }
}

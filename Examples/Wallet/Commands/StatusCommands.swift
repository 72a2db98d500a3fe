import ActivityClient
import ArgumentParser
import EthereumPrimitives
import Foundation
import SendFeature

/// `wallet status`: shows the status of one payment, or of the home folder.
struct StatusCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract: Phrase(
        "Shows the state of a payment, or of the wallet; sends nothing."
      ).text,
      discussion: Phrase(
        """
        Without a payment it shows the vault, the session of 'wallet unlock', the network and the \
        pending payments; no node is asked. No passcode is needed. For a payment, exit code 0 \
        means that it paid, 1 that it failed, was cancelled or replaced, 76 that its outcome \
        is not known, 64 that no such payment is recorded here, 69 that the node does not answer, \
        or can't confirm the outcome.
        """
      ).text)
  }

  @Argument(
    help: .said("The payment's hash, or the name that --id gave it; otherwise the wallet itself."))
  var payment: String?

  @OptionGroup var journal: JournalOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let reference = try payment.map { try PaymentReference(typed: $0) }
    try await CommandRun.reporting(json: json) { [journal, json] terminal throws(CommandFailure) in
      let session = try journal.session(terminal, asksOnce: true)
      guard let reference else {
        let status = try await session.homeStatus(journal.homePath, try journal.network())
        return terminal.writeLine(json ? status.json : status.text)
      }
      try await session.requireWallet()
      try await session.tellStatus(of: reference, json: json)
    }
  }
}

extension WalletSession {
  /// Prints the status of one payment.
  func tellStatus(of reference: PaymentReference, json: Bool) async throws(CommandFailure) {
    let status = try await status(of: reference, json: json)
    terminal.output.noteRecorded(status.payment.hash)
    terminal.writeLine(
      PaymentLineText.text(status.payment, json: json, isAsked: status.isReadAgain, at: Date()))
    try FailureText.check(status, node: nodeName, hasVerifier: verifier != nil)
  }
}

/// `wallet wait`: follows one payment to its end.
struct WaitCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "wait",
      abstract: Phrase(
        "Follows a recorded payment until its outcome is known, and sends it again if needed."
      ).text,
      discussion: Phrase(
        """
        It signs nothing and needs no passcode. A payment that no node ever took is sent, however \
        old it is. The exit codes are those of 'wallet status'.
        """
      ).text)
  }

  @Argument(help: .said("The payment's hash, or the name that --id gave it."))
  var payment: String

  @OptionGroup var waiting: WaitOptions
  @OptionGroup var journal: JournalOptions

  @Flag(help: .said("Answers with one JSON object for each event."))
  var json = false

  func run() async throws {
    let reference = try PaymentReference(typed: payment)
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let session = try journal.session(terminal)
      try await session.requireWallet()
      let payment = try await session.follow(reference, waiting.patience, json: json)
      if !json { terminal.writeLine(PaymentLineText.text(payment, json: false)) }
    }
  }
}

extension PaymentReference {
  /// Reads a typed hash or name.
  init(typed text: String) throws {
    guard text.lowercased().hasPrefix("0x") else {
      self = .key(try Self.key(of: text))
      return
    }
    do {
      self = .transaction(try Hash32(hex: text))
    } catch {
      throw ValidationError.said(
        "expected the hash of a transaction, 0x and 64 hexadecimal digits, or a payment's name")
    }
  }

  /// Reads a typed name.
  static func key(of text: String) throws -> PaymentKey {
    do throws(PaymentKey.Refusal) {
      return try PaymentKey(text)
    } catch {
      switch error {
      case .empty: throw ValidationError.said("expected a name of at least one character")
      case .tooLong(let found, let max):
        throw ValidationError.said("expected a name of at most \(max) characters, found \(found)")
      case .notVisibleASCII(let position):
        throw ValidationError.said(
          "expected a name of letters, digits and signs without spaces, found another character at"
            + " \(position + 1)")
      case .looksLikeHash:
        throw ValidationError.said("expected a name that does not begin with 0x, as hashes do")
      }
    }
  }
}

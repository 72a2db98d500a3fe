import ActivityClient
import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import Foundation
import SendFeature
import Synchronization

extension FeeSpeed: ExpressibleByArgument {}

/// `wallet send`: makes a payment.
struct SendCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "send",
      abstract: Phrase("Sends ether, and waits until a block has the payment.").text,
      discussion: Phrase(
        """
        Everything that will be signed is shown first. The passcode that signs is asked after that. \
        The payment is recorded, then its hash is written to standard output, then it is broadcast. \
        With --id the same command can be repeated, and pays only once. Exit code 75 means that \
        nothing was recorded, 76 that the payment is recorded and its outcome is not known: then 'wallet \
        wait' follows it, and a new 'wallet send' without --id would be another payment.
        """
      ).text)
  }

  @Option(
    help: .said("The recipient: an address, a contact's name, or a payment request (EIP-681)."))
  var to: String

  // A text that begins with a minus is read as the amount, and then refused as an amount.
  @Option(
    parsing: .unconditional,
    help: .said(
      "The amount in ether, such as 0.25, or max for everything; a payment request may have one."))
  var amount: String?

  @Option(help: .said("How fast: slow, normal or fast."))
  var fee = FeeSpeed.normal

  @Option(
    help: .said("A name for this payment; paying by the same name again pays once."),
    transform: Self.key)
  var id: PaymentKey?

  @OptionGroup var from: FromOptions

  @OptionGroup var ceilings: FeeOptions

  @OptionGroup var waiting: WaitOptions

  @Option(
    help: .said(
      """
      The nonce of the payment, where the node knows transactions of the account that this wallet \
      does not know: once for an account that was used before, unless a second node agrees.
      """))
  var nonce: UInt64?

  @OptionGroup var wallet: WalletOptions
  @OptionGroup var verifier: VerifierOptions

  @Flag(
    help: .said("Sends without asking after the review; questions about a warning are still asked.")
  )
  var yes = false

  @Flag(help: .said("Allows a second payment like one of the last twelve hours."))
  var again = false

  @Flag(
    name: .customLong("from-published"),
    help: .said(
      "Sends from an account whose private key is public, to move its ether away."))
  var fromPublished = false

  @Flag(help: .said("Answers with one JSON object for each event."))
  var json = false

  func validate() throws {
    try verifier.check(againstTyped: wallet.nodeAddress)
    // The parser's own message for a missing option, if the recipient can't contain an amount.
    guard amount != nil || to.contains(":") else {
      throw ValidationError.said("Missing expected argument '\("--amount <amount>")'")
    }
  }

  func run() async throws {
    try await CommandRun.reporting(on: wallet, verifier, json: json) {
      session, terminal throws(CommandFailure) in
      try await session.pay(
        try request(wallet.settings()), wallet, verifier, isYes: yes)
    }
  }

  private func request(_ settings: HomeSettings) throws(CommandFailure) -> PaymentRequest {
    var request = PaymentRequest(recipientText: to, amountText: amount ?? "", speed: fee)
    request.from = from.reference
    request.policy = ceilings.policy(settings)
    request.key = id
    request.isAgain = again
    request.isFromPublished = fromPublished
    request.nonce = nonce
    request.patience = waiting.patience
    request.json = json
    return request
  }

  private static func key(_ text: String) throws -> PaymentKey {
    try PaymentReference.key(of: text)
  }
}

extension WalletSession {
  /// Makes the payment of a command line, and prints it.
  ///
  /// - Parameters:
  ///   - request: The typed text, or the content of a link.
  ///   - wallet: The source of the passcode.
  ///   - verifier: The second node.
  ///   - isYes: True if the review needs no answer.
  func pay(
    _ request: PaymentRequest, _ wallet: WalletOptions, _ verifier: VerifierOptions, isYes: Bool
  ) async throws(CommandFailure) {
    let request = try await understood(request)
    let passcode = PasscodeOnce(wallet, terminal)
    let payment = try await pay(
      request, usesPublicAccounts: !passcode.isInFile,
      opening: { () throws(CommandFailure) in try passcode.opening() },
      questions: PaymentQuestions(
        terminal, isYes: isYes && !request.isLinked, verifier, passcode))
    if !request.json { terminal.writeLine(PaymentLineText.text(payment, json: false)) }
  }
}

/// The limits on the cost of a payment.
struct FeeOptions: ParsableArguments {
  @Option(
    name: .customLong("max-fee"),
    help: .said(
      "The most that the fee may be, in ether; nothing else overrides it. (default: 0.05)"),
    transform: Self.ether)
  var maxFee: Wei?

  @Option(
    name: .customLong("max-fee-percent"),
    help: .said(
      "The share of the amount, in percent, above which the fee is asked about again. (default: 10)"
    )
  )
  var percent: UInt64?

  /// Returns the ceilings: from the flags, then from the settings, then the standard ones.
  func policy(_ settings: HomeSettings) -> FeePolicy {
    FeePolicy(
      feeCeiling: maxFee ?? settings.maxFeeWei ?? FeePolicy.standard.feeCeiling,
      percentAskedAbove: percent ?? settings.maxFeePercent
        ?? FeePolicy.standard.percentAskedAbove)
  }

  private static func ether(_ text: String) throws -> Wei {
    do throws(AmountError) {
      return try Wei(ether: text)
    } catch {
      throw ValidationError.said(
        "expected a number of ether such as 0.05: \(ValueText.text(error))")
    }
  }
}

/// The time that a command waits for a payment.
struct WaitOptions: ParsableArguments {
  @Option(
    help: .said(
      "How long to wait, such as 90s or 10m; after that the exit code is 76. (default: 10m; 1m with --no-wait)"
    ),
    transform: DurationText.init)
  var timeout: DurationText?

  @Flag(
    name: .customLong("no-wait"),
    help: .said("Waits until the node has the payment, not until it is confirmed."))
  var noWait = false

  /// The patience of the command.
  var patience: PaymentPatience {
    PaymentPatience(waitsForEnd: !noWait, seconds: timeout?.seconds)
  }
}

/// The passcode of one payment.
///
/// A person types it once, after the review, to sign. A passcode in a file is read once, because
/// the file may be a pipe; it opens the wallet, and is kept in locked memory until it signs. A
/// person types it twice only if the accounts are not known without it.
final class PasscodeOnce: Sendable {
  private let wallet: any VaultOptions
  private let terminal: Terminal
  private let kept = Mutex<SecretBytes?>(nil)

  init(_ wallet: some VaultOptions, _ terminal: Terminal) {
    self.wallet = wallet
    self.terminal = terminal
  }

  /// True if the passcode is in a file.
  var isInFile: Bool { wallet.passcodeFile != nil }

  /// Reads the passcode that opens the wallet.
  func opening() throws(CommandFailure) -> SecretBytes {
    let passcode = try wallet.passcode("Passcode:", terminal)
    if wallet.passcodeFile != nil {
      var copy: SecretBytes? = passcode.copy()
      kept.withLock { $0 = copy.take() }
    }
    return passcode
  }

  /// Reads the passcode that signs, or returns the kept one.
  func signing() throws(CommandFailure) -> SecretBytes {
    if let kept = kept.withLock({ $0.take() }) { return kept }
    return try wallet.passcode("Passcode, to sign this payment:", terminal)
  }
}

extension PaymentQuestions {
  /// Creates questions for a person at a terminal.
  ///
  /// - Parameters:
  ///   - terminal: The person's terminal.
  ///   - isYes: True if the review needs no answer.
  ///   - verifier: The options for a second node.
  ///   - passcode: The passcode.
  init(
    _ terminal: Terminal, isYes: Bool, _ verifier: VerifierOptions, _ passcode: PasscodeOnce
  ) {
    let hasSecondNode = verifier.address != nil
    self.init(
      isAgreed: { draft, quote in
        terminal.writeReview(ReviewText.lines(draft, quote, hasSecondNode: hasSecondNode))
        return isYes || terminal.agrees(to: "Send it? (yes/no)")
      },
      isMeant: { terminal.isMeant($0) },
      passcode: { () throws(CommandFailure) in try passcode.signing() })
  }
}

extension Terminal {
  /// Asks whether to make a payment despite a warning.
  func isMeant(_ warning: SendWarning) -> Bool {
    agrees(to: "Warning: \(WarningText.text(warning)). Continue anyway? (yes/no)")
  }
}

import ActivityClient
import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import Headrace
import HomeFeature
import NodeClient
import SendFeature
import VaultClient
import VaultClientLive

/// `wallet speed-up`: offers a higher fee for a waiting payment.
struct SpeedUpCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "speed-up",
      abstract: Phrase("Raises the fee of a pending payment, and waits for the outcome.")
        .text,
      discussion: Phrase(
        """
        The new transaction has the payment's nonce, so a block can include one of the two, never \
        both. Both fees rise by a tenth at least, within --max-fee.
        """
      ).text)
  }

  @OptionGroup var options: ReplaceOptions

  func run() async throws {
    try await options.run(.speedUp)
  }
}

/// `wallet cancel`: cancels a waiting payment.
struct CancelCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cancel",
      abstract: Phrase("Cancels a pending payment, and waits for the outcome.").text,
      discussion: Phrase(
        """
        A payment that was never sent is abandoned immediately. Otherwise a transaction with the \
        same nonce, which sends nothing to the payer, replaces it if a block includes that one \
        first: the exit code is 0 when the cancellation is in a block, and 1 when the payment was \
        faster.
        """
      ).text)
  }

  @OptionGroup var options: ReplaceOptions

  func run() async throws {
    try await options.run(.cancel)
  }
}

/// The options of both commands.
struct ReplaceOptions: ParsableArguments {
  @Argument(help: .said("The payment's hash, or the name that --id gave it."))
  var payment: String

  @Option(help: .said("How fast: slow, normal or fast."))
  var fee = FeeSpeed.normal

  @OptionGroup var ceilings: FeeOptions
  @OptionGroup var waiting: WaitOptions
  @OptionGroup var wallet: WalletOptions
  @OptionGroup var verifier: VerifierOptions

  @Flag(help: .said("Signs without asking after the review."))
  var yes = false

  @Flag(help: .said("Answers with one JSON object for each event."))
  var json = false

  func validate() throws {
    try verifier.check(againstTyped: wallet.nodeAddress)
  }

  func run(_ role: PaymentTransaction.Role) async throws {
    let reference = try PaymentReference(typed: payment)
    try await CommandRun.reporting(on: wallet, verifier, json: json) {
      session, terminal throws(CommandFailure) in
      let passcode = PasscodeOnce(wallet, terminal)
      let policy = ceilings.policy(try wallet.settings())
      let request = ReplacementRequest(
        reference: reference, role: role, speed: fee, policy: policy,
        patience: waiting.patience, json: json)
      let payment = try await session.replace(
        request, usesPublicAccounts: !passcode.isInFile,
        opening: { () throws(CommandFailure) in try passcode.opening() },
        isAgreed: { quote in
          terminal.writeReview(
            ReviewText.lines(quote, policy, hasSecondNode: verifier.address != nil))
          return yes || terminal.agrees(to: "Sign it? (yes/no)")
        }, isMeant: { terminal.isMeant($0) },
        signing: { () throws(CommandFailure) in try passcode.signing() })
      if !json { terminal.writeLine(PaymentLineText.text(payment, json: false)) }
    }
  }
}

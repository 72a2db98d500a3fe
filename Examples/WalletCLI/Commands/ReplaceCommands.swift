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

/// `wallet speed-up`: pays a higher fee for a payment that waits.
struct SpeedUpCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "speed-up",
    abstract: "Offers a higher fee for a payment that waits, and follows it to its end.",
    discussion: """
      The new transaction has the payment's nonce, so that one of both is in a block, and never \
      both. Both fees rise by a tenth at least, within --max-fee.
      """)

  @OptionGroup var options: ReplaceOptions

  func run() async throws {
    try await options.run(.speedUp)
  }
}

/// `wallet cancel`: ends a payment that waits.
struct CancelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancels a payment that waits, and follows that to its end.",
    discussion: """
      A payment of which nothing has left is ended at once. Otherwise a transaction of the same \
      nonce that sends nothing to the payer takes its place, if a block takes it first: the exit \
      code is 0 when the cancellation is in a block, and 1 when the payment was faster.
      """)

  @OptionGroup var options: ReplaceOptions

  func run() async throws {
    try await options.run(.cancel)
  }
}

/// What both commands take.
struct ReplaceOptions: ParsableArguments {
  @Argument(help: "The payment's hash, or the name that --id gave it.")
  var payment: String

  @Option(help: "How fast: slow, normal or fast.")
  var fee = FeeSpeed.normal

  @OptionGroup var ceilings: FeeOptions
  @OptionGroup var waiting: WaitOptions
  @OptionGroup var wallet: WalletOptions
  @OptionGroup var verifier: VerifierOptions

  @Flag(help: "Signs without asking after the review.")
  var yes = false

  @Flag(help: "Answers with one JSON object for each event.")
  var json = false

  func validate() throws {
    try verifier.check(against: wallet.node)
  }

  func run(_ role: PaymentTransaction.Role) async throws {
    let reference = try PaymentReference(typed: payment)
    try await CommandRun.reporting(on: wallet, verifier, json: json) {
      session, terminal throws(CommandFailure) in
      let passcode = PasscodeOnce(wallet, terminal)
      let request = ReplacementRequest(
        reference: reference, role: role, speed: fee, policy: ceilings.policy,
        patience: waiting.patience, json: json)
      let payment = try await session.replace(
        request, opening: { () throws(CommandFailure) in try passcode.opening() },
        isAgreed: { quote in
          let lines = ReviewText.lines(
            quote, ceilings.policy, hasSecondNode: verifier.address != nil)
          terminal.writeError(lines.joined(separator: "\n"))
          return yes || terminal.ask("Sign it? (yes/no)") == "yes"
        }, isMeant: { terminal.isMeant($0) },
        signing: { () throws(CommandFailure) in try passcode.signing() })
      if !json { terminal.writeLine(PaymentLines.text(payment, json: false)) }
    }
  }
}

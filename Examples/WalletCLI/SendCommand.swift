import ActivityClient
import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import SendFeature

extension FeeSpeed: ExpressibleByArgument {}

/// `wallet send`: pays.
struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Sends ether, and waits until a block has the payment.",
    discussion: """
      The payment is written down before it is broadcast. When it is interrupted, 'wallet \
      activity' says how far it came, and the next 'wallet send' hands it over again, but \
      waits for the end of its own payment only.
      """)

  @Option(help: "The recipient's address, with its checksum (EIP-55).")
  var to: String

  // A text that begins with a minus is taken as the amount that it is meant as, and refused as one.
  @Option(parsing: .unconditional, help: "The amount in ether, such as 0.25.")
  var amount: String

  @Option(help: "How fast: slow, normal or fast.")
  var fee = FeeSpeed.normal

  @OptionGroup var wallet: WalletOptions

  @Flag(help: "Sends without asking after the review.")
  var yes = false

  @Flag(help: "Answers with one JSON object.")
  var json = false

  func run() async throws {
    try await CommandRun.reporting(on: wallet, json: json) {
      session, terminal throws(CommandFailure) in
      let request = PaymentRequest(recipientText: to, amountText: amount, speed: fee)
      try request.check()
      let passcode = try wallet.passcode("Passcode:", terminal)
      let payment = try await session.pay(request, passcode) { [yes] draft, quote in
        terminal.writeError(
          "Send \(draft.amount.etherText) ETH to \(draft.recipient.checksummed); fee at most "
            + "\(quote.maxFee.etherText) ETH, \(quote.maxTotal.etherText) ETH in all.")
        return yes || terminal.ask("Send it? (yes/no)") == "yes"
      }
      terminal.writeLine(PaymentLines.text(payment, json: json))
    }
  }
}

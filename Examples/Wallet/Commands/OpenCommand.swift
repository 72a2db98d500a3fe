import ActivityClient
import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import SendFeature
import WalletApp

/// `wallet open`: opens a link.
struct OpenCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "open",
      abstract: Phrase("Opens a link: wallet:… or a payment request (EIP-681), ethereum:….").text,
      discussion: Phrase(
        """
        wallet:send?to=0x…&amount=0.25 and ethereum:0x…@1?value=25e16 lead to the review of a \
        payment, as 'wallet send' does; a link never sends by itself. wallet:receive shows the \
        address to receive at, wallet:activity/0x… tells how far that payment is, and \
        wallet:settings names the commands for settings.
        """
      ).text)
  }

  @Argument(help: .said("The link."))
  var link: String

  @Option(help: .said("How fast a payment is to be: slow, normal or fast."))
  var fee = FeeSpeed.normal

  @Option(
    help: .said("A name for the payment; paying by the same name again pays once."),
    transform: PaymentReference.key(of:))
  var id: PaymentKey?

  @OptionGroup var from: FromOptions
  @OptionGroup var ceilings: FeeOptions
  @OptionGroup var waiting: WaitOptions
  @OptionGroup var wallet: WalletOptions
  @OptionGroup var verifier: VerifierOptions

  @Flag(help: .said("Answers with one JSON object for each event."))
  var json = false

  func validate() throws {
    try verifier.check(againstTyped: wallet.nodeAddress)
  }

  func run() async throws {
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      // An error in a link is reported before any question is asked.
      let link = try read(try wallet.network().chainID)
      let session = try wallet.session(terminal, verifier)
      try await session.requireWallet()
      if !json { terminal.writeError(LinkTexts.text(link)) }
      try await open(link, session, terminal)
    }
  }

  private func read(_ chainID: ChainID) throws(CommandFailure) -> WalletLink {
    do {
      return try WalletLink(link, chainID: chainID)
    } catch {
      throw FailureText.failure(error)
    }
  }

  private static let settingsCommands = [
    "wallet accounts", "wallet network", "wallet contacts", "wallet settings", "wallet repair",
  ]

  private func open(
    _ link: WalletLink, _ session: WalletSession, _ terminal: Terminal
  ) async throws(CommandFailure) {
    switch link {
    case .send(let recipient, let amount?):
      var request = PaymentRequest(
        recipientText: recipient.checksummed, amountText: amount.etherText, speed: fee)
      request.policy = ceilings.policy(try wallet.settings())
      request.from = from.reference
      request.key = id
      request.patience = waiting.patience
      request.json = json
      request.isLinked = true
      // Another person may have created the link, so the payer is always asked after the review.
      try await session.pay(request, wallet, verifier, isYes: false)
    case .send(let recipient, nil):
      throw CommandFailure(
        "the link names no amount; expected wallet send --to \(recipient.checksummed) --amount with"
          + " ether such as 0.25", .usage)
    case .receive:
      try await session.tellAddress(from.reference, wallet, json: json)
    case .activity(let hash):
      try await session.tellStatus(of: .transaction(hash), json: json)
    case .settings:
      terminal.writeLine(
        json
          ? JSONText.object([("commands", .texts(Self.settingsCommands))])
          : Self.settingsCommands.joined(separator: "\n"))
    }
  }
}

/// The destination of a link, as a sentence.
enum LinkTexts {
  static func text(_ link: WalletLink) -> String {
    switch link {
    case .send(let recipient, let amount):
      amount.map { amount in
        Phrase(
          "The link leads to a payment of \(amount.etherText) ETH to \(recipient.checksummed)."
        ).text
      } ?? Phrase("The link leads to a payment to \(recipient.checksummed).").text
    case .receive: Phrase("The link leads to the address to receive at.").text
    case .activity(let hash): Phrase("The link leads to the payment \(hash.hex).").text
    case .settings: Phrase("The link leads to the settings; these commands have them.").text
    }
  }
}

package import ActivityClient
import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import Headrace
import HomeFeature
import NodeClient
package import SendFeature
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
          return yes || terminal.agrees(to: "Sign it?")
        }, isMeant: { terminal.isMeant($0) },
        signing: { () throws(CommandFailure) in try passcode.signing() })
      if !json { terminal.writeLine(PaymentLines.text(payment, json: false)) }
    }
  }
}

/// What is asked for by a command that replaces a payment's transaction.
package struct ReplacementRequest: Sendable {
  /// Which payment.
  package var reference: PaymentReference
  /// Whether it is to be faster, or to end.
  package var role: PaymentTransaction.Role
  /// How fast the replacement is to be.
  package var speed: FeeSpeed
  /// What it may cost at most.
  package var policy: FeePolicy
  /// How long to wait.
  package var patience: PaymentPatience
  /// Whether each event is told as a JSON object.
  package var json: Bool
}

extension WalletSession {
  /// Replaces the transaction of a payment, and follows the payment to its end.
  ///
  /// - Returns: The payment with the end that was asked for; without it where nobody waits.
  func replace(
    _ request: ReplacementRequest, opening: () throws(CommandFailure) -> SecretBytes,
    isAgreed: (ReplacementQuote) -> Bool, isMeant: (SendWarning) -> Bool,
    signing: () throws(CommandFailure) -> SecretBytes
  ) async throws(CommandFailure) -> Payment {
    guard let payment = try await payment(request.reference) else {
      throw FailureTexts.unknown(request.reference)
    }
    // Nothing can take its place any more; its end says whether that is what was wanted.
    guard payment.state == .signed || payment.state == .broadcast else {
      return try await follow(
        .id(payment.id), request.patience, json: request.json, tellsHash: true,
        wanted: request.role)
    }
    let accounts = try await accounts(try opening())
    guard let account = accounts.first(where: { $0.address == payment.intent.from }) else {
      throw FailureTexts.unknownAccount
    }
    let store = makeReplacing(request, payment, account)
    try await ask(store, .view(.started), json: request.json, consequence: "nothing was signed")
    var reason = "interrupted"
    if case .reviewing(let quote) = store.withState(\.phase) {
      for warning in quote.questions where isMeant(warning) {
        await store.send(.view(.warningAgreed(warning))).finish()
      }
      let open = store.withState(\.openQuestions)
      guard open.isEmpty else { throw FailureTexts.failure(.notAgreed(open)) }
      guard isAgreed(quote) else {
        if Task.isCancelled { throw .interrupted }
        throw CommandFailure("nothing was signed: expected a yes, or --yes", .refused)
      }
      let passcode = await deposit(try signing())
      do throws(CommandFailure) {
        try await ask(
          store, .view(.passcodeEntered(passcode)), json: request.json,
          consequence: "what was recorded by then stands")
      } catch {
        reason = error.message
      }
    }
    switch store.withState(\.phase) {
    case .recorded(let payment):
      let end = try await follow(
        .id(payment.id), request.patience, json: request.json, tellsHash: true,
        wanted: request.role)
      return end
    case .abandoned(let payment):
      if request.json { terminal.writeLine(PaymentLines.event("abandoned", payment)) }
      return payment
    case .refused(_, let failure), .failed(let failure): throw FailureTexts.failure(failure)
    case .idle, .quoting, .reviewing, .submitting:
      // What was recorded meanwhile, if anything, the payment's status tells.
      throw FailureTexts.unknownEnd(payment, "not known: \(reason)")
    }
  }

  private func makeReplacing(
    _ request: ReplacementRequest, _ payment: Payment, _ account: VaultAccount
  ) -> StoreOf<ReplacePayment> {
    var state = ReplacePayment.State(account: account, payment: payment, role: request.role)
    state.speed = request.speed
    state.policy = request.policy
    return Store(initialState: state) {
      ReplacePayment()
    } withDependencies: { [vault, activity, node, verifier] in
      $0.context = .live
      $0.vault = .live(vault)
      $0.activity = activity
      $0.node = node
      $0.verifier = verifier
    }
  }
}

import ArgumentParser
import ContactsClient
import EthereumCrypto
package import EthereumPrimitives
import Headrace
import HomeFeature
package import NodeClient
import VaultClient

/// `wallet balance`: shows the balance of an account or an address.
struct BalanceCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "balance", abstract: Phrase("Shows what an account, or any address, owns.").text,
      discussion: Phrase(
        """
        Without an address, it shows the wallet's account. No passcode is needed, because \
        addresses are kept beside the vault; it is asked for only if that list is missing or older \
        than the vault.
        """
      ).text)
  }

  @Argument(help: .said("An address, or a contact's name; otherwise the account's."))
  var address: String?

  @OptionGroup var from: FromOptions
  @OptionGroup var wallet: WalletOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func validate() throws {
    guard address == nil || from.from == nil else {
      throw ValidationError.said("expected an address or --from, found both")
    }
  }

  func run() async throws {
    let (wallet, from, address) = (wallet, from, address)
    try await CommandRun.reporting(json: json) { [json] terminal throws(CommandFailure) in
      let network = try wallet.network()
      let settings = try wallet.settings()
      let text: String
      if let address {
        text = try await wallet.session(terminal).recipient(address, json: json).address.checksummed
      } else {
        let session = try wallet.session(terminal)
        try await session.requireWallet()
        text = try await session.knownAccount(
          from.reference, isVerified: wallet.passcodeFile != nil
        ) { () throws(CommandFailure) in try wallet.passcode("Passcode:", terminal) }
        .address.checksummed
      }
      let inquiry = BalanceInquiry(
        node: network.client, chainID: network.isChainNamed ? network.chainID : nil)
      terminal.writeLine(
        try await inquiry.answer(for: text, json: json, amount: { settings.amountText($0) }))
    }
  }
}

/// Asks a node for a balance, through a store of the feature for it.
///
/// It is an actor so that its store is isolated to it.
package actor BalanceInquiry {
  private let node: NodeClient
  private let chainID: ChainID?

  /// Creates an inquiry, without asking the node yet.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - chainID: The chain that it must follow; nil for any.
  package init(node: NodeClient, chainID: ChainID? = nil) {
    self.node = node
    self.chainID = chainID
  }

  /// Returns the answer about an address.
  package func answer(
    for addressText: String, json: Bool,
    amount: (Wei) -> String = { "\($0.etherText) ETH" }
  ) async throws(CommandFailure) -> String {
    if let chainID {
      do {
        try await node.requireChain(chainID)
      } catch {
        throw FailureText.failure(NodeError.from(error))
      }
    }
    let store = Store(initialState: LookUpBalance.State(addressText: addressText)) {
      LookUpBalance()
    } withDependencies: { [node] in
      // A command uses real clocks and dates, in tests too.
      $0.context = .live
      $0.node = node
    }
    await store.send(.view(.lookUpButtonTapped)).finish()
    switch store.withState(\.phase) {
    case .found(let address, let snapshot):
      let (address, balance) = (address.checksummed, snapshot.balance)
      guard json else {
        return Phrase("\(address) owns \(amount(balance)) at block \(snapshot.blockNumber)").text
      }
      return JSONText.object([
        ("address", .text(address)), ("wei", .text(balance.decimalText)),
        ("ether", .text(balance.etherText)), ("block", .number(snapshot.blockNumber)),
      ])
    case .failed(let failure):
      throw FailureText.failure(failure)
    case .editing, .asking:
      // Only a command that was stopped leaves the request unanswered.
      throw .interrupted
    }
  }
}

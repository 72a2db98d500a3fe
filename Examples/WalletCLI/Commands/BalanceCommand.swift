import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import Headrace
import HomeFeature
package import NodeClient

/// `wallet balance`: what an address owns.
struct BalanceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "balance", abstract: "Shows what an address owns.")

  @Argument(help: "The address, with its checksum (EIP-55).")
  var address: String

  @OptionGroup var node: NodeOptions

  @Flag(help: "Answers with one JSON object.")
  var json = false

  func run() async throws {
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let inquiry = BalanceInquiry(node: node.client)
      terminal.writeLine(try await inquiry.answer(for: address, json: json))
    }
  }
}

/// Asks a node for a balance through a store of the feature that does so.
///
/// It is an actor, so that its store answers on an actor of its own.
package actor BalanceInquiry {
  private let node: NodeClient

  /// Prepares an inquiry; nobody is asked yet.
  package init(node: NodeClient) {
    self.node = node
  }

  /// Returns what is to be told of an address.
  package func answer(for addressText: String, json: Bool) async throws(CommandFailure) -> String {
    let store = Store(initialState: LookUpBalance.State(addressText: addressText)) {
      LookUpBalance()
    } withDependencies: { [node] in
      // In a test, too, a command is a real one: real clocks, real dates.
      $0.context = .live
      $0.node = node
    }
    await store.send(.view(.lookUpButtonTapped)).finish()
    switch store.withState(\.phase) {
    case .found(let address, let snapshot):
      let (address, balance) = (address.checksummed, snapshot.balance)
      guard json else {
        return "\(address) owns \(balance.etherText) ETH at block \(snapshot.blockNumber)"
      }
      return JSONText.object([
        ("address", .text(address)), ("wei", .text(balance.decimalText)),
        ("ether", .text(balance.etherText)), ("block", .number(snapshot.blockNumber)),
      ])
    case .failed(let failure):
      throw FailureTexts.failure(failure)
    case .editing, .asking:
      // Only a command that was told to stop leaves the question unanswered.
      throw .interrupted
    }
  }
}

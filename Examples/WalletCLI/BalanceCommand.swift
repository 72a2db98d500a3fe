import ArgumentParser
import EthereumCrypto
import EthereumPrimitives
import NodeClient

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
    do throws(CommandFailure) {
      Terminal.standard.writeLine(try await answer(asking: try node.client()))
    } catch {
      Terminal.standard.writeError("wallet: \(error.message)")
      throw ExitCode(error.status.rawValue)
    }
  }

  func answer(asking node: NodeClient) async throws(CommandFailure) -> String {
    let account: Address
    do {
      account = try Address(checksummed: address)
    } catch {
      throw CommandFailure("the address is refused: \(error)", .refused)
    }
    let balance: Wei
    let block: UInt64
    do {
      block = try await node.blockNumber()
      balance = try await node.balance(of: account, at: .number(block))
    } catch {
      throw FailureTexts.failure(NodeError.from(error))
    }
    guard json else {
      return "\(account.checksummed) owns \(balance.etherText) ETH at block \(block)"
    }
    return """
      {"address":"\(account.checksummed)","wei":"\(balance.decimalText)","ether":\
      "\(balance.etherText)","block":\(block)}
      """
  }
}

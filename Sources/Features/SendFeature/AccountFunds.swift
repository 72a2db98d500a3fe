import ActivityClient
import EthereumPrimitives
import NodeClient

/// What an account owns in one block, and what payments outside this block may take.
struct AccountFunds: Equatable, Sendable {
  /// The balance in the block.
  let balance: Wei
  /// The payments that are recorded and not in that block.
  private(set) var open: [Payment]

  /// The maximum that those payments take.
  var reserved: Wei { open.reduce(.zero) { $0.addingToMax($1.maxTotal) } }

  /// What another payment may take.
  var available: Wei { balance.subtractingToZero(reserved) }

  /// Why a payment that takes more than that can't be made.
  func notEnough(for needed: Wei) -> SendMoneyFailure {
    .notEnough(balance: balance, reserved: reserved, needed: needed)
  }

  /// Why an amount that is more than that can't be paid, whatever its fee is.
  func notEnough(forAmount amount: Wei) -> SendMoneyFailure {
    .notEnoughForAmount(balance: balance, reserved: reserved, amount: amount)
  }

  /// Reads what an account owns.
  ///
  /// Balance and count are read from one block, by its number. If a block came in between, a
  /// payment would be counted twice or not at all.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - node: The node.
  ///   - history: The payments of the wallet on the node's chain.
  /// - Throws: `NodeError`, also if the node has no newest block.
  static func read(
    of account: Address, _ node: NodeClient, _ history: PaymentHistory
  ) async throws -> AccountFunds {
    guard let head = try await node.block(at: .latest) else {
      throw NodeError.malformedAnswer(
        method: "eth_getBlockByNumber",
        MalformedAnswer(path: "result", expected: "the newest block", actual: "null"))
    }
    let balance = try await node.balance(of: account, at: .number(head.number))
    let count = try await node.nonce(of: account, at: .number(head.number))
    var open: [Payment] = []
    for payment in history.holders where payment.intent.from == account {
      let isTaken = payment.nonce < count
      if isTaken, try await isInBlock(payment, upTo: head.number, node) { continue }
      open.append(payment)
    }
    return AccountFunds(balance: balance, open: open)
  }

  /// Whether a block has a payment whose nonce a node counts as spent.
  ///
  /// A count alone does not show it: one of several nodes behind an address may follow another
  /// chain, and a payment that can't be paid would be signed.
  private static func isInBlock(
    _ payment: Payment, upTo number: UInt64, _ node: NodeClient
  ) async throws -> Bool {
    guard payment.state == .signed || payment.state == .broadcast else { return true }
    for transaction in payment.transactions.reversed() {
      let receipt = try await node.receipt(transaction.hash)
      if let receipt, receipt.transactionHash == transaction.hash, receipt.blockNumber <= number {
        return true
      }
    }
    return false
  }

  /// What an account owns if only some of its payments count.
  func reserving(where isCounted: (Payment) -> Bool) -> AccountFunds {
    var funds = self
    funds.open.removeAll { !isCounted($0) }
    return funds
  }
}

extension Payment {
  /// The maximum that a transaction of the family takes from the account.
  fileprivate var maxTotal: Wei {
    transactions.map { transaction in
      do throws(AmountError) {
        let fee = try transaction.maxFeePerGas.cost(of: transaction.gasLimit)
        return transaction.role == .cancel ? fee : try fee.adding(intent.value)
      } catch {
        return .max
      }
    }.max() ?? .zero
  }
}

extension Wei {
  /// The difference, or zero if the other amount is larger.
  func subtractingToZero(_ other: Wei) -> Wei {
    do throws(AmountError) {
      return try subtracting(other)
    } catch {
      return .zero
    }
  }

  /// The sum, or the largest amount if the sum overflows.
  fileprivate func addingToMax(_ other: Wei) -> Wei {
    do throws(AmountError) {
      return try adding(other)
    } catch {
      return .max
    }
  }
}

import ActivityClient
import EthereumPrimitives
import NodeClient

/// An account's balance in one block, and the amounts that payments outside it may take.
struct AccountFunds: Equatable, Sendable {
  /// The balance in the block.
  let balance: Wei
  /// The recorded payments that are not in that block, as far as the node shows.
  private(set) var open: [Payment]
  /// The open payments whose nonce the node counts as spent without showing a block that has them;
  /// the balance may or may not reflect them.
  private(set) var doubtful: [Payment] = []

  /// The maximum amount that those payments take.
  var reserved: Wei { open.reduce(.zero) { $0.addingToMax($1.maxTotal) } }

  /// The amount that another payment may take.
  var available: Wei { balance.subtractingToZero(reserved) }

  /// Returns why a payment that takes more than the available amount can't be made.
  func notEnough(for needed: Wei) -> SendMoneyFailure {
    doubt(about: needed) ?? .notEnough(balance: balance, reserved: reserved, needed: needed)
  }

  /// Returns why an amount above the available amount can't be paid, whatever its fee is.
  func notEnough(forAmount amount: Wei) -> SendMoneyFailure {
    doubt(about: amount)
      ?? .notEnoughForAmount(balance: balance, reserved: reserved, amount: amount)
  }

  /// Returns why the available amount is uncertain; nil if it is too small whatever became of the
  /// payments in doubt.
  private func doubt(about needed: Wei) -> SendMoneyFailure? {
    let certain = reserving { payment in !doubtful.contains { $0.id == payment.id } }
    return certain.available >= needed ? doubt : nil
  }

  /// The reason the total of everything is uncertain; nil if it is known.
  ///
  /// The doubt resolves itself once the node shows the block, or has counted the nonce for so long
  /// that it is believed.
  var doubt: SendMoneyFailure? { doubtful.first.map { .fundsInDoubt($0.hash) } }

  /// Reads what an account owns.
  ///
  /// Balance and count are read from one block, by its number. Otherwise a block added in between
  /// would count a payment twice or not at all.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - node: The node to ask.
  ///   - history: The wallet's payments on the node's chain.
  /// - Throws: `NodeError`, also if the node has no newest block.
  static func read(
    of account: Address, _ node: NodeClient, _ history: PaymentHistory
  ) async throws -> AccountFunds {
    guard let head = try await node.block(at: .latest) else {
      throw NodeError.malformedAnswer(
        method: "eth_getBlockByNumber",
        MalformedAnswer(path: "result", expected: "the newest block", actual: "null"))
    }
    // No chain comes near the maximum, so sums of numbers up to the head don't overflow.
    guard head.number < .max / 2 else {
      throw NodeError.malformedAnswer(
        method: "eth_getBlockByNumber",
        MalformedAnswer(
          path: "result.number", expected: "at most \(UInt64.max / 2)", actual: "\(head.number)"))
    }
    let balance = try await node.balance(of: account, at: .number(head.number))
    let count = try await node.nonce(of: account, at: .number(head.number))
    var funds = AccountFunds(balance: balance, open: [])
    for payment in history.holders where payment.intent.from == account {
      if payment.nonce < count {
        if try await isInBlock(payment, upTo: head.number, node) { continue }
        if try await isSpentByAnother(payment, upTo: head.number, node) { continue }
        funds.doubtful.append(payment)
      }
      funds.open.append(payment)
    }
    return funds
  }

  /// Returns true if a block has a payment whose nonce a node counts as spent.
  ///
  /// The count alone does not prove it: one of several nodes behind an address may follow another
  /// chain, and the wallet would sign a payment that can't be paid.
  private static func isInBlock(
    _ payment: Payment, upTo number: UInt64, _ node: NodeClient
  ) async throws -> Bool {
    guard payment.state == .signed || payment.state == .broadcast else { return true }
    for transaction in payment.transactions.reversed() {
      let receipt = try await receipt(of: transaction.hash, node)
      if let receipt, receipt.transactionHash == transaction.hash, receipt.blockNumber <= number {
        return true
      }
    }
    return false
  }

  /// Returns a receipt; nil if none exists, or if the node no longer has receipts of old blocks.
  private static func receipt(
    of hash: Hash32, _ node: NodeClient
  ) async throws -> TransactionReceipt? {
    do { return try await node.receipt(hash) } catch NodeError.refused { return nil }
  }

  /// Returns true if the nonce of a payment outside all blocks was spent so long ago that it is
  /// believed.
  ///
  /// Nodes forget the state in which they could show what spent it, and the payment would reserve
  /// its funds for ever. A wrong count only delays a payment that can't be paid yet: the payment in
  /// doubt keeps its nonce. It is not believed of a payment that waits
  /// in the node's pool.
  private static func isSpentByAnother(
    _ payment: Payment, upTo number: UInt64, _ node: NodeClient
  ) async throws -> Bool {
    let depth = FinalityPolicy.standard(for: payment.intent.chainID).finalDepth
    guard number + 1 >= depth else { return false }
    for transaction in payment.transactions {
      if try await node.transaction(transaction.hash)?.place == .waiting { return false }
    }
    do {
      let count = try await node.nonce(of: payment.intent.from, at: .number(number + 1 - depth))
      return count > payment.nonce
    } catch NodeError.refused {
      return false
    }
  }

  /// Returns the account's funds if only some of its payments count.
  func reserving(where isCounted: (Payment) -> Bool) -> AccountFunds {
    var funds = self
    funds.open.removeAll { !isCounted($0) }
    funds.doubtful.removeAll { !isCounted($0) }
    return funds
  }
}

extension Payment {
  /// The maximum amount that a transaction of the family takes from the account.
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
  /// Returns the difference, or zero if the other amount is larger.
  func subtractingToZero(_ other: Wei) -> Wei {
    do throws(AmountError) {
      return try subtracting(other)
    } catch {
      return .zero
    }
  }

  /// Returns the sum, or the largest amount if the sum overflows.
  fileprivate func addingToMax(_ other: Wei) -> Wei {
    do throws(AmountError) {
      return try adding(other)
    } catch {
      return .max
    }
  }
}

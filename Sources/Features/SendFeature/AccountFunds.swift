import ActivityClient
import EthereumPrimitives
import NodeClient

/// What an account owns in one block, and what its payments may take that this block does not have.
struct AccountFunds: Equatable, Sendable {
  /// What the block says.
  let balance: Wei
  /// The payments that are recorded and not in that block.
  private(set) var open: [Payment]

  /// The most that those payments take.
  var reserved: Wei { open.reduce(.zero) { $0.addingToMax($1.maxTotal) } }

  /// What another payment may take.
  var available: Wei { balance.subtractingToZero(reserved) }

  /// Why a payment can't be made that takes more than that.
  func notEnough(for needed: Wei) -> SendMoneyFailure {
    .notEnough(balance: balance, reserved: reserved, needed: needed)
  }

  /// Reads what an account owns.
  ///
  /// Balance and count are asked of one block, which is named by its number: a payment would be
  /// counted twice, or not at all, if a block came in between.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - node: The node.
  ///   - history: The payments of the wallet on the node's chain.
  /// - Throws: `NodeError`, or `InconsistentAnswer.noHead`.
  static func read(
    of account: Address, _ node: NodeClient, _ history: PaymentHistory
  ) async throws -> AccountFunds {
    guard let head = try await node.block(at: .latest) else { throw InconsistentAnswer.noHead }
    let balance = try await node.balance(of: account, at: .number(head.number))
    let count = try await node.nonce(of: account, at: .number(head.number))
    return AccountFunds(
      balance: balance,
      open: history.holders.filter { $0.intent.from == account && $0.nonce >= count })
  }

  /// What an account owns where just some of its payments count.
  func reserving(where isCounted: (Payment) -> Bool) -> AccountFunds {
    var funds = self
    funds.open.removeAll { !isCounted($0) }
    return funds
  }
}

extension Payment {
  /// The most that any transaction of the family takes from the account.
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
  /// The difference, or nothing where the other amount is larger.
  func subtractingToZero(_ other: Wei) -> Wei {
    do throws(AmountError) {
      return try subtracting(other)
    } catch {
      return .zero
    }
  }

  /// The sum, or the largest amount where that is no amount any more.
  fileprivate func addingToMax(_ other: Wei) -> Wei {
    do throws(AmountError) {
      return try adding(other)
    } catch {
      return .max
    }
  }
}

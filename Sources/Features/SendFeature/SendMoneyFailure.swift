package import ActivityClient
package import EthereumCrypto
package import EthereumPrimitives
import JSONRPC
package import NodeClient
package import VaultClient

/// What the user can be told when a payment does not go on.
package enum SendMoneyFailure: Error, Equatable, Sendable {
  /// The recipient is no address that money may be sent to.
  case recipient(AddressError)
  /// No amount was typed.
  case amountMissing
  /// The amount is nothing.
  case amountZero
  /// The amount is no number of ether.
  case amount(AmountError)
  /// The account owns less than is needed.
  case notEnough(balance: Wei, needed: Wei)
  /// The node said nothing that a fee could be computed from.
  case noFees
  /// The node did not answer as it should.
  case node(NodeError)
  /// The vault did not let the payment be signed.
  case authorization(AuthorizationRefusal)
  /// The vault did not sign.
  case signing(SigningRefusal)
  /// The payment could not be written down, so it was not sent.
  case notRecorded(RecordRefusal)
  /// The journal could not be read or written.
  case journal(JournalFailure)
  /// The journal refused news of the payment.
  case journalUpdate(UpdateRefusal)
  /// The payment is in a block, and failed there; its fee is spent.
  case executionFailed(Hash32)
  /// Another transaction of the account took the payment's place; the payment did not pay.
  case replaced(Hash32)

  /// Classifies what an effect threw.
  package init(_ error: any Error) {
    switch error {
    case let failure as SendMoneyFailure: self = failure
    case let refusal as AuthorizationRefusal: self = .authorization(refusal)
    case let refusal as SigningRefusal: self = .signing(refusal)
    case let refusal as RecordRefusal: self = .notRecorded(refusal)
    case let refusal as UpdateRefusal: self = .journalUpdate(refusal)
    case let failure as JournalFailure: self = .journal(failure)
    default: self = .node(NodeError.from(error))
    }
  }

  /// Tells why a payment of the journal did not pay.
  init(_ failure: PaymentFailure, of payment: Payment) {
    switch failure {
    case .rejected(let code, let message):
      self = .node(
        .refused(
          method: "eth_sendRawTransaction", RPCError(code: code, message: message)))
    case .reverted: self = .executionFailed(payment.intent.hash)
    case .replaced: self = .replaced(payment.intent.hash)
    }
  }
}

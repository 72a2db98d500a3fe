package import ActivityClient
package import ContactsClient
import EthereumCrypto
package import EthereumPrimitives
package import VaultClient

/// The speed of a payment, which selects a percentile of the tips that others paid.
package enum FeeSpeed: String, CaseIterable, Codable, Hashable, Sendable {
  /// The 10th percentile.
  case slow
  /// The median.
  case normal
  /// The 90th percentile.
  case fast

  /// The index of the speed's percentile in the requested fee history.
  package var percentileIndex: Int {
    switch self {
    case .slow: 0
    case .normal: 1
    case .fast: 2
    }
  }
}

/// A payment that is ready to be quoted: all typed text has been checked.
package struct SendDraft: Codable, Hashable, Sendable {
  /// The account that pays.
  package let account: VaultAccount
  /// The chain that the payment is for.
  package let chainID: ChainID
  /// The recipient.
  package let recipient: Address
  /// The amount; zero until the quote if everything is sent.
  package let amount: Wei
  /// True to send everything that the account can send; the quote determines the amount.
  package let isEverything: Bool
  /// The speed.
  package let speed: FeeSpeed
  /// The fee that the owner sets, instead of the speed's.
  package let ownFee: OwnFee?
  /// The limits on its cost.
  package let policy: FeePolicy
  /// The name of the payment, if it has one.
  package let key: PaymentKey?
  /// The report on unknown nonces that the owner accepts.
  package let acceptedGap: GapReport?

  /// The text to type as the amount to send everything.
  package static let everythingText = "max"

  /// Checks the typed text; nothing is repaired.
  ///
  /// - Throws: `SendMoneyFailure.recipient`, `.amount` or `.ownFee`, which say what was expected.
  package init(
    recipientText: String, amountText: String, contacts: [Contact] = [], account: VaultAccount,
    chainID: ChainID, speed: FeeSpeed, ownFee: OwnFeeText? = nil, policy: FeePolicy = .standard,
    key: PaymentKey? = nil, acceptedGap: GapReport? = nil
  ) throws(SendMoneyFailure) {
    let typed = try Self.parse(
      recipientText: recipientText, amountText: amountText, contacts: contacts, chainID: chainID)
    do throws(OwnFeeRefusal) {
      self.ownFee = try ownFee.map { text throws(OwnFeeRefusal) in try OwnFee(text) }
    } catch {
      throw .ownFee(error)
    }
    recipient = typed.recipient
    amount = typed.amount ?? .zero
    isEverything = typed.amount == nil
    self.account = account
    self.chainID = chainID
    self.speed = speed
    self.policy = policy
    self.key = key
    self.acceptedGap = acceptedGap
  }

  private init(_ draft: SendDraft, paying amount: Wei) {
    recipient = draft.recipient
    self.amount = amount
    isEverything = draft.isEverything
    account = draft.account
    chainID = draft.chainID
    speed = draft.speed
    ownFee = draft.ownFee
    policy = draft.policy
    key = draft.key
    acceptedGap = draft.acceptedGap
  }

  /// Returns the draft with the amount of its quote.
  package func paying(_ amount: Wei) -> SendDraft { SendDraft(self, paying: amount) }

  /// Returns the offer for the gas, at a base fee and the tip of the quote.
  func offer(gasLimit: GasUnits, baseFee: Wei, tip: Wei) throws(FeeRefusal) -> FeeOffer {
    if let ownFee { return ownFee.offer(gasLimit: gasLimit, baseFee: baseFee, tip: tip) }
    return try .standard(gasLimit: gasLimit, baseFee: baseFee, tip: tip)
  }

  /// The payment, as the journal records it.
  var intent: PaymentIntent {
    PaymentIntent(
      key: key, chainID: chainID, from: account.address, to: recipient, value: amount,
      isEverything: isEverything)
  }

  /// Finds the payment that already has the draft's name.
  ///
  /// - Throws: `RecordRefusal.keyTaken` if that payment differs.
  func recorded(in activity: ActivityClient) async throws -> Payment? {
    guard let key, let known = try await activity.payment(.key(key)) else { return nil }
    if let field = intent.difference(from: known.intent) {
      throw RecordRefusal.keyTaken(by: known.id, field: field)
    }
    return known
  }

  /// Reads the typed text before it is known which account pays.
  ///
  /// - Parameters:
  ///   - recipientText: An address, a contact's name, or a request or link that contains an
  ///     address.
  ///   - amountText: The amount; empty to use the request's amount.
  ///   - contacts: The contacts whose names may be typed.
  ///   - chainID: The chain of the payment; nil if it is not known.
  /// - Returns: The recipient, and the amount; nil to send everything.
  /// - Throws: `SendMoneyFailure.recipient` or an error of the amount, which say what was expected.
  package static func parse(
    recipientText: String, amountText: String, contacts: [Contact] = [], chainID: ChainID? = nil
  ) throws(SendMoneyFailure) -> (recipient: Address, amount: Wei?) {
    let typed: TypedRecipient
    do throws(RecipientRefusal) {
      typed = try TypedRecipient(recipientText, contacts: contacts, chainID: chainID)
    } catch .address(let error) {
      throw .recipient(error)
    } catch {
      throw .recipientRefused(error)
    }
    // It has no known key, so ether sent there is lost.
    guard typed.address != .zero else { throw .recipientIsZero }
    let amount = try amount(amountText, asked: typed.amount)
    guard amount != .zero else { throw .amountZero }
    return (typed.address, amount)
  }

  /// Reads the typed amount, nil for everything; one that differs from the request's is rejected,
  /// because the request would not be paid as made.
  private static func amount(_ text: String, asked: Wei?) throws(SendMoneyFailure) -> Wei? {
    if text.isEmpty {
      guard let asked else { throw .amountMissing }
      return asked
    }
    var amount: Wei?
    if text != everythingText {
      do throws(AmountError) {
        amount = try Wei(ether: text)
      } catch {
        throw .amount(error)
      }
    }
    if let asked, amount != asked { throw .recipientRefused(.otherAmount(asked)) }
    return amount
  }
}

import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions

extension PaymentIntent {
  /// What the signed transaction says differently; nil when it is the payment described.
  ///
  /// The journal gives out nonces by the description, and broadcasts the transaction: if they
  /// differed, a payment could be made twice.
  var mismatch: PaymentField? {
    guard JournalText.transactionHash(rawTransaction) == hash else { return .hash }
    guard let envelope = Self.envelope(rawTransaction) else { return .transaction }
    let transaction = envelope.transaction
    guard transaction.chainID == chainID else { return .chainID }
    guard transaction.nonce == nonce else { return .nonce }
    guard transaction.gasLimit == gasLimit else { return .gasLimit }
    guard transaction.maxFeePerGas == maxFeePerGas else { return .maxFeePerGas }
    guard transaction.maxPriorityFeePerGas == maxPriorityFeePerGas else {
      return .maxPriorityFeePerGas
    }
    if transaction.data.isEmpty {
      guard transaction.to == to else { return .to }
      guard transaction.value == value else { return .value }
    }
    return Self.sender(envelope) == from ? nil : .from
  }

  private static func envelope(_ bytes: [UInt8]) -> TransactionEnvelope? {
    do throws(TransactionDecodingError) {
      return try TransactionEnvelope(decoding: bytes)
    } catch {
      // Why it is none does not matter: it must not be broadcast.
      return nil
    }
  }

  private static func sender(_ envelope: TransactionEnvelope) -> Address? {
    do throws(Secp256k1Error) {
      return try envelope.recoverSender()
    } catch {
      // Nobody's signature is not the payer's.
      return nil
    }
  }
}

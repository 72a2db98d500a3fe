import ActivityClient
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions

extension PaymentTransaction {
  /// Returns the first difference from the intent; nil if the transaction carries it out or, as a
  /// cancellation, sends nothing from payer to payer.
  ///
  /// The journal chooses nonces by the description, but broadcasts the transaction: if they
  /// differed, a payment could be made twice.
  func mismatch(with intent: PaymentIntent) -> PaymentField? {
    guard JournalText.transactionHash(rawTransaction) == hash else { return .hash }
    guard let envelope = Self.envelope(rawTransaction) else { return .transaction }
    let transaction = envelope.transaction
    guard transaction.chainID == intent.chainID else { return .chainID }
    guard transaction.nonce == nonce else { return .nonce }
    guard transaction.gasLimit == gasLimit else { return .gasLimit }
    guard transaction.maxFeePerGas == maxFeePerGas else { return .maxFeePerGas }
    guard transaction.maxPriorityFeePerGas == maxPriorityFeePerGas else {
      return .maxPriorityFeePerGas
    }
    switch role {
    case .cancel:
      guard transaction.to == intent.from, transaction.data.isEmpty else { return .to }
      guard transaction.value == .zero else { return .value }
    case .original, .speedUp:
      if transaction.data.isEmpty {
        guard transaction.to == intent.to else { return .to }
        guard transaction.value == intent.value else { return .value }
      }
    }
    return Self.sender(envelope) == intent.from ? nil : .from
  }

  private static func envelope(_ bytes: [UInt8]) -> TransactionEnvelope? {
    do throws(TransactionDecodingError) {
      return try TransactionEnvelope(decoding: bytes)
    } catch {
      // The reason does not matter: it must not be broadcast.
      return nil
    }
  }

  private static func sender(_ envelope: TransactionEnvelope) -> Address? {
    do throws(Secp256k1Error) {
      return try envelope.recoverSender()
    } catch {
      // A signature without a valid signer is not the payer's.
      return nil
    }
  }
}

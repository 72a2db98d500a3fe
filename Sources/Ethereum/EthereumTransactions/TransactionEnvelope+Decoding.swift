import EthereumCrypto
import EthereumPrimitives

extension TransactionEnvelope {
  /// Decodes only bytes that `encoded` can produce.
  ///
  /// `TransactionRules` checks whether a chain accepts the transaction.
  ///
  /// - Throws: `TransactionDecodingError`.
  package init(decoding bytes: [UInt8]) throws(TransactionDecodingError) {
    guard let first = bytes.first else { throw .empty }
    guard first >= 0xc0 || first < 0x80 else { throw .notATransaction(firstByte: first) }
    // An unknown type is refused before the rest is read, because its shape is unknown.
    guard
      first >= 0xc0 || first == AccessListTransaction.type || first == DynamicFeeTransaction.type
    else { throw .unsupportedType(first) }
    let outcome: Outcome
    do {
      outcome = try RLP.decode(bytes) { (reader) throws(RLPError) in
        first < 0x80 ? try Self.typed(&reader) : try Self.legacy(&reader)
      }
    } catch {
      throw .rlp(error)
    }
    self = try outcome.get()
  }

  private typealias Outcome = Result<TransactionEnvelope, TransactionDecodingError>

  private static func legacy(_ reader: inout RLPReader) throws(RLPError) -> Outcome {
    var fields = try reader.readList()
    var transaction = try LegacyTransaction(fieldsFrom: &fields)
    let (v, r, s) = try signature(&fields)
    guard let v = v.uint64 else { return .failure(.chainIDTooLarge) }
    switch v {
    case 27, 28:
      transaction.chainID = nil
      return envelope(.legacy(transaction), r: r, s: s, yParity: UInt8(v - 27))
    case 37...:
      let chainID = ChainID((v - 35) / 2)
      guard chainID.rawValue <= ChainID.max.rawValue else { return .failure(.chainIDTooLarge) }
      transaction.chainID = chainID
      return envelope(.legacy(transaction), r: r, s: s, yParity: UInt8((v - 35) % 2))
    default:
      return .failure(.wrongV(UInt256(v)))
    }
  }

  private static func typed(_ reader: inout RLPReader) throws(RLPError) -> Outcome {
    let type = try reader.readByte()
    var fields = try reader.readList()
    let transaction: UnsignedTransaction =
      type == AccessListTransaction.type
      ? .accessList(try AccessListTransaction(fieldsFrom: &fields))
      : .dynamicFee(try DynamicFeeTransaction(fieldsFrom: &fields))
    let (parity, r, s) = try signature(&fields)
    guard let yParity = parity.uint64, yParity <= 1 else { return .failure(.wrongParity(parity)) }
    guard let chainID = transaction.chainID, chainID.rawValue <= ChainID.max.rawValue else {
      return .failure(.chainIDTooLarge)
    }
    return envelope(transaction, r: r, s: s, yParity: UInt8(yParity))
  }

  private static func signature(
    _ fields: inout RLPReader
  ) throws(RLPError) -> (v: UInt256, r: UInt256, s: UInt256) {
    let result = (try fields.readUInt256(), try fields.readUInt256(), try fields.readUInt256())
    try fields.finishList()
    return result
  }

  private static func envelope(
    _ transaction: UnsignedTransaction, r: UInt256, s: UInt256, yParity: UInt8
  ) -> Outcome {
    guard let signature = Signature(r: r.bytes32, s: s.bytes32, yParity: yParity) else {
      return .failure(.wrongParity(UInt256(UInt64(yParity))))
    }
    guard signature.isInRange else { return .failure(.signatureOutOfRange) }
    guard signature.isLowS else { return .failure(.highS) }
    return .success(TransactionEnvelope(transaction: transaction, signature: signature))
  }
}

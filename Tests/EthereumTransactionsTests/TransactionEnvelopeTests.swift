import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import TestEffort
import TestVectors
import Testing

struct TransactionEnvelopeTests {
  @Test func randomTransactionsComeBackWithTheirSender() throws {
    var random = SeededGenerator(seed: 1559)
    for round in 0..<500 {
      let key = PrivateKey.random(using: &random)
      let unsigned = Self.transaction(&random)
      let signed = unsigned.signed(by: key)
      let encoded = signed.encoded
      let decoded = try TransactionEnvelope(decoding: encoded)
      #expect(decoded == signed, "seed 1559, round \(round)")
      #expect(decoded.encoded == encoded, "seed 1559, round \(round)")
      #expect(decoded.hash == Keccak256.hash(encoded), "seed 1559, round \(round)")
      #expect(try decoded.recoverSender() == key.address(), "seed 1559, round \(round)")
      #expect(encoded == Self.slowEncoding(signed), "seed 1559, round \(round)")
      #expect(
        unsigned.signingHash == Keccak256.hash(Self.slowSigningBytes(unsigned)),
        "seed 1559, round \(round)")
    }
  }

  @Test func aChangeOfAnyByteChangesTheSenderOrIsRefused() throws {
    var random = SeededGenerator(seed: 2718)
    for round in 0..<Effort.count(30) {
      let key = PrivateKey.random(using: &random)
      let encoded = Self.transaction(&random, dataCountMax: 40).signed(by: key).encoded
      for place in encoded.indices {
        var changed = encoded
        changed[place] ^= UInt8.random(in: 1...255, using: &random)
        guard let envelope = try? TransactionEnvelope(decoding: changed) else { continue }
        #expect(envelope.encoded == changed, "seed 2718, round \(round), byte \(place)")
        #expect(
          (try? envelope.recoverSender()) != key.address(),
          "seed 2718, round \(round), byte \(place)")
      }
      for count in 0..<encoded.count {
        #expect(throws: TransactionDecodingError.self, "seed 2718, round \(round)") {
          try TransactionEnvelope(decoding: Array(encoded[..<count]))
        }
      }
      #expect(throws: TransactionDecodingError.self, "seed 2718, round \(round)") {
        try TransactionEnvelope(decoding: encoded + [0])
      }
    }
  }

  @Test func theLargestChainIDIsWrittenAndReadAndTheNextRefused() throws {
    var random = SeededGenerator(seed: 2294)
    let key = PrivateKey.random(using: &random)
    let largest = LegacyTransaction(
      chainID: .max, nonce: 0, gasPrice: 1, gasLimit: 21_000, to: .zero, value: 0)
    let signed = UnsignedTransaction.legacy(largest).signed(by: key)
    #expect(try TransactionEnvelope(decoding: signed.encoded) == signed)
    #expect(signed.v >= .max - 38)
    let beyond = DynamicFeeTransaction(
      chainID: ChainID(ChainID.max.rawValue + 1), nonce: 0, maxPriorityFeePerGas: 1,
      maxFeePerGas: 1, gasLimit: 21_000, to: .zero, value: 0)
    #expect(throws: TransactionDecodingError.chainIDTooLarge) {
      try TransactionEnvelope(
        decoding: UnsignedTransaction.dynamicFee(beyond).signed(by: key).encoded)
    }
  }

  @Test(
    arguments: [
      ([], .empty, "expected a transaction, found no bytes"),
      (
        [0x03, 0xc0], .unsupportedType(3),
        "expected a transaction of type 0, 1 or 2, found type 3 (blobs, EIP-4844)"
      ),
      (
        [0x04, 0xc0], .unsupportedType(4),
        "expected a transaction of type 0, 1 or 2, found type 4 (set code, EIP-7702)"
      ),
      ([0x7f], .unsupportedType(127), "expected a transaction of type 0, 1 or 2, found type 127"),
      ([0x00], .unsupportedType(0), "expected a transaction of type 0, 1 or 2, found type 0"),
      (
        [0x80], .notATransaction(firstByte: 0x80),
        "expected a transaction, found a first byte of 0x80"
      ),
      (
        [0xc0], .rlp(.missingItem(offset: 1)),
        "RLP at byte 1: expected another item, found the end of the list"
      ),
      (
        [0x02, 0x80], .rlp(.expectedList(offset: 1)),
        "RLP at byte 1: expected a list, found bytes"
      ),
    ] as [([UInt8], TransactionDecodingError, String)])
  func invalidTransactionsAreRejectedWithWhatWasExpected(
    encoded: [UInt8], error: TransactionDecodingError, description: String
  ) {
    #expect(throws: error) { try TransactionEnvelope(decoding: encoded) }
    #expect(error.description == description)
  }

  @Test(arguments: [0, 1, 26, 29, 34, 35, 36] as [UInt64])
  func noOtherVThanThoseOfEIP155IsRead(v: UInt64) {
    let one = RLPItem.integer(1)
    let encoded = RLP.encode(
      .list([
        .integer(0), one, .integer(21_000), .address(.zero), .integer(0), .bytes([]), .integer(v),
        one, one,
      ]))
    #expect(throws: TransactionDecodingError.wrongV(UInt256(v))) {
      try TransactionEnvelope(decoding: encoded)
    }
    #expect(
      TransactionDecodingError.wrongV(UInt256(v)).description
        == "expected a v of 27, 28, or at least 37 (EIP-155), found \(v)")
  }

  @Test func aHighSIsRefusedEverywhere() throws {
    var random = SeededGenerator(seed: 2)
    let key = PrivateKey.random(using: &random)
    let signed = Self.transaction(&random).signed(by: key)
    let order = UInt256(Secp256k1.order)
    let high = try #require(order.subtracting(UInt256(signed.signature.s))).bytes32
    let signature = try #require(
      Signature(r: signed.signature.r, s: high, yParity: 1 - signed.signature.yParity))
    let twin = TransactionEnvelope(transaction: signed.transaction, signature: signature)
    #expect(throws: Secp256k1Error.highS) { try twin.recoverSender() }
    #expect(throws: TransactionDecodingError.highS) {
      try TransactionEnvelope(decoding: twin.encoded)
    }
  }

  static func transaction(
    _ random: inout SeededGenerator, dataCountMax: Int = 300
  ) -> UnsignedTransaction {
    func number(_ byteCountMax: Int) -> UInt256 {
      let count = Int.random(in: 0...byteCountMax, using: &random)
      let bytes = [UInt8](repeating: 0, count: 32 - count) + random.bytes(count)
      return Hash32(bytes: bytes).map { UInt256($0) } ?? .zero
    }
    func word() -> UInt64 { number(8).uint64 ?? 0 }
    func chainID() -> ChainID { ChainID(min(max(word(), 1), ChainID.max.rawValue)) }
    let to = Int.random(in: 0..<8, using: &random) == 0 ? nil : Address(bytes: random.bytes(20))
    let data = random.bytes(Int.random(in: 0...dataCountMax, using: &random))
    let accessList = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      AccessListEntry(
        address: Address(bytes: random.bytes(20)) ?? .zero,
        storageKeys: (0..<Int.random(in: 0...3, using: &random)).map { _ in number(32).bytes32 })
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      return .legacy(
        LegacyTransaction(
          chainID: nil, nonce: word(), gasPrice: Wei(number(32)), gasLimit: GasUnits(word()),
          to: to, value: Wei(number(32)), data: data))
    case 1:
      return .legacy(
        LegacyTransaction(
          chainID: chainID(), nonce: word(), gasPrice: Wei(number(32)),
          gasLimit: GasUnits(word()), to: to, value: Wei(number(32)), data: data))
    case 2:
      return .accessList(
        AccessListTransaction(
          chainID: chainID(), nonce: word(), gasPrice: Wei(number(32)),
          gasLimit: GasUnits(word()), to: to, value: Wei(number(32)), data: data,
          accessList: accessList))
    default:
      return .dynamicFee(
        DynamicFeeTransaction(
          chainID: chainID(), nonce: word(), maxPriorityFeePerGas: Wei(number(32)),
          maxFeePerGas: Wei(number(32)), gasLimit: GasUnits(word()), to: to,
          value: Wei(number(32)), data: data, accessList: accessList))
    }
  }

  /// Returns the fields as the standards list them, encoded for any kind of transaction.
  private static func fields(_ transaction: UnsignedTransaction) -> [RLPItem] {
    let to = RLPItem.bytes(transaction.to?.bytes ?? [])
    let rest: [RLPItem] = [
      .integer(transaction.gasLimit.rawValue), to, .integer(transaction.value.quantity),
      .bytes(transaction.data),
    ]
    let accessList = RLPItem.list(
      transaction.accessList.map { entry in
        .list([.address(entry.address), .list(entry.storageKeys.map { .hash($0) })])
      })
    let nonce = RLPItem.integer(transaction.nonce)
    let fee = RLPItem.integer(transaction.maxFeePerGas.quantity)
    let chainID = RLPItem.integer(transaction.chainID?.rawValue ?? 0)
    switch transaction {
    case .legacy: return [nonce, fee] + rest
    case .accessList: return [chainID, nonce, fee] + rest + [accessList]
    case .dynamicFee:
      return [chainID, nonce, .integer(transaction.maxPriorityFeePerGas.quantity), fee] + rest
        + [accessList]
    }
  }

  private static func slowSigningBytes(_ transaction: UnsignedTransaction) -> [UInt8] {
    var items = fields(transaction)
    if case .legacy = transaction {
      if let chainID = transaction.chainID {
        items += [.integer(chainID.rawValue), .integer(0), .integer(0)]
      }
      return RLP.encode(.list(items))
    }
    return [transaction.type] + RLP.encode(.list(items))
  }

  private static func slowEncoding(_ envelope: TransactionEnvelope) -> [UInt8] {
    let signature: [RLPItem] = [
      .integer(envelope.v), .integer(UInt256(envelope.signature.r)),
      .integer(UInt256(envelope.signature.s)),
    ]
    let list = RLP.encode(.list(fields(envelope.transaction) + signature))
    return envelope.transaction.type == 0 ? list : [envelope.transaction.type] + list
  }
}

import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import TestVectors
import Testing

@Suite("Transactions against ethereum/tests and EIP-155")
struct TransactionVectorTests {
  @Test func everyTransactionIsAcceptedOrRefusedAsItsNewestForkSays() throws {
    let vectors = try TransactionVector.all()
    var acceptedCount = 0
    var rejectedCount = 0
    for vector in vectors {
      let outcome = Self.outcome(vector)
      if let exception = vector.verdict.exception {
        rejectedCount += 1
        guard case .failure(let refusal) = outcome else {
          Issue.record("\(vector.path) was accepted, not refused with \(exception)")
          continue
        }
        #expect(
          Self.fits(refusal, exception), "\(vector.path): \(exception), found \(refusal)")
      } else {
        acceptedCount += 1
        guard case .success(let accepted) = outcome else {
          Issue.record("\(vector.path) was refused: \(outcome)")
          continue
        }
        #expect(accepted.envelope.hash.hex == vector.verdict.hash, "\(vector.path)")
        #expect(accepted.sender.hex == vector.verdict.sender?.lowercased(), "\(vector.path)")
        #expect(
          accepted.gas.rawValue == Self.number(vector.verdict.intrinsicGas), "\(vector.path)")
        #expect(accepted.envelope.encoded == bytes(vector.encodedText), "\(vector.path)")
      }
    }
    #expect(vectors.count == 210)
    #expect(acceptedCount == 50)
    #expect(rejectedCount == 160)
    TestVectors.report("ethereum/tests TransactionTests accepted", acceptedCount)
    TestVectors.report("ethereum/tests TransactionTests rejected", rejectedCount)
  }

  @Test func theExampleOfEIP155IsSignedByteForByte() throws {
    let vector = try ReplayProtectionVector.load()
    let unsigned = UnsignedTransaction.legacy(
      LegacyTransaction(
        chainID: ChainID(vector.chainId), nonce: vector.nonce,
        gasPrice: try Wei(decimal: vector.gasPrice), gasLimit: GasUnits(vector.gas),
        to: try Address(hex: vector.to), value: try Wei(decimal: vector.value)))
    #expect(unsigned.signingHash.hex == vector.signingHash)
    let signed = unsigned.signed(by: try PrivateKey(SecretBytes(bytes(vector.privateKey))))
    #expect(signed.v == vector.v)
    #expect(Wei(UInt256(signed.signature.r)).decimalText == vector.r)
    #expect(Wei(UInt256(signed.signature.s)).decimalText == vector.s)
    #expect(signed.encoded == bytes(vector.signed))
    #expect(try TransactionEnvelope(decoding: bytes(vector.signed)) == signed)
    TestVectors.report("EIP-155", 1)
  }

  @Test func theTransactionsOfTheFirstTestsAreReadAndTheirSendersRecovered() throws {
    let vectors = try BasicTransactionVector.all()
    var highCount = 0
    for vector in vectors {
      let key = try PrivateKey(SecretBytes(bytes(vector.key)))
      let unsigned = UnsignedTransaction.legacy(
        LegacyTransaction(
          chainID: nil, nonce: vector.nonce, gasPrice: Wei(vector.gasprice),
          gasLimit: GasUnits(vector.startgas), to: Address(bytes: bytes(vector.to)),
          value: Wei(vector.value), data: bytes(vector.data)))
      guard case .list(let items) = try RLP.decode(bytes(vector.signed)), items.count == 9,
        case .bytes(let v) = items[6], case .bytes(let r) = items[7], case .bytes(let s) = items[8]
      else {
        Issue.record("\(vector.signed) is no transaction")
        continue
      }
      let (r32, s32) = (try #require(Hash32(bytes: r)), try #require(Hash32(bytes: s)))
      let signature = try #require(Signature(r: r32, s: s32, yParity: v[0] - 27))
      let published = TransactionEnvelope(transaction: unsigned, signature: signature)
      #expect(published.encoded == bytes(vector.signed))
      let signer = try Secp256k1.recover(unsigned.signingHash, signature: signature)
      #expect(signer.address == key.address())
      // They are older than EIP-2, and one has a high s.
      if signature.isLowS {
        #expect(try TransactionEnvelope(decoding: bytes(vector.signed)) == published)
      } else {
        highCount += 1
        #expect(throws: TransactionDecodingError.highS) {
          try TransactionEnvelope(decoding: bytes(vector.signed))
        }
      }
    }
    #expect(highCount == 1)
    #expect(vectors.count == 2)
    TestVectors.report("ethereum/tests txtest", vectors.count)
  }

  private struct Accepted {
    let envelope: TransactionEnvelope
    let sender: Address
    let gas: GasUnits
  }

  /// Any reason to refuse, in one enum to compare with the published one.
  private enum Refusal: Error {
    case decoding(TransactionDecodingError)
    case rules(TransactionRefusal)
    case signature(Secp256k1Error)
  }

  private static func outcome(_ vector: TransactionVector) -> Result<Accepted, Refusal> {
    let fork: TransactionRules.Fork =
      switch vector.fork {
      case "London", "Paris": .london
      case "Shanghai": .shanghai
      default: .cancun
      }
    let rules = TransactionRules(chainID: 1, fork: fork)
    do {
      let envelope = try TransactionEnvelope(decoding: bytes(vector.encodedText))
      try rules.check(envelope.transaction)
      return .success(
        Accepted(
          envelope: envelope, sender: try envelope.recoverSender(),
          gas: rules.intrinsicGas(of: envelope.transaction)))
    } catch let error as TransactionDecodingError {
      return .failure(.decoding(error))
    } catch let error as TransactionRefusal {
      return .failure(.rules(error))
    } catch let error as Secp256k1Error {
      return .failure(.signature(error))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Returns true if a refusal is of the kind that the vectors name.
  private static func fits(_ refusal: Refusal, _ exception: String) -> Bool {
    let name = exception.split(separator: ".").last.map(String.init) ?? exception
    switch refusal {
    case .rules(.wrongChain): return name == "INVALID_CHAINID"
    case .rules(.nonceTooLarge): return name == "NONCE_TOO_BIG"
    case .rules(.tipAboveFeeCap): return name.hasPrefix("PRIORITY_GREATER_THAN_MAX_FEE_PER_GAS")
    case .rules(.gasCostOverflow): return name == "GASLIMIT_PRICE_PRODUCT_OVERFLOW"
    case .rules(.initCodeTooLarge): return name == "INITCODE_SIZE_EXCEEDED"
    case .rules(.gasLimitTooLow): return name == "INTRINSIC_GAS_TOO_LOW"
    case .decoding(.wrongV), .decoding(.wrongParity), .decoding(.chainIDTooLarge):
      return ["INVALID_CHAINID", "INVALID_SIGNATURE_VRS"].contains(name)
    case .decoding(.signatureOutOfRange), .decoding(.highS):
      return ["INVALID_SIGNATURE_VRS", "INVALID_CHAINID"].contains(name)
    case .signature: return name == "EC_RECOVERY_FAIL"
    case .decoding(.rlp(.integerTooLarge)):
      return name.hasSuffix("OVERFLOW") || name.hasPrefix("RLP") || name == "INVALID_SIGNATURE_VRS"
    case .decoding(.rlp(.integerWithLeadingZero)): return name.hasPrefix("RLP_LEADING_ZEROS")
    case .decoding(.rlp(.wrongByteCount)):
      return name.hasPrefix("ADDRESS_TOO") || name.hasPrefix("RLP_INVALID_ACCESS_LIST")
        || name.hasPrefix("RLP")
    case .decoding(.rlp), .decoding(.unsupportedType), .decoding(.notATransaction),
      .decoding(.empty):
      return name.hasPrefix("RLP") || name.hasPrefix("TYPE") || name.hasPrefix("ADDRESS_TOO")
    }
  }

  private static func number(_ text: String?) -> UInt64? {
    text.flatMap { UInt64($0.dropFirst(2), radix: 16) }
  }
}

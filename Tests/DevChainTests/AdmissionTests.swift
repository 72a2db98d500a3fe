import BigInt
import DevChain
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Testing

/// Transactions that the pool admits; refusals in geth's words, both sides of each boundary.
struct AdmissionTests {
  private func refusal(
    _ raw: [UInt8], _ chain: DevChainState = DevChainState(.waiting)
  ) -> String? {
    var copy = chain
    do {
      _ = try copy.submit(raw: raw, nowSeconds: 1)
      return nil
    } catch {
      #expect(copy == chain, "a refused transaction changes nothing")
      return error.description
    }
  }

  private func chain(with transfers: [Transfer]) throws -> DevChainState {
    var chain = DevChainState(.waiting)
    for transfer in transfers { _ = try chain.submit(raw: transfer.raw, nowSeconds: 1) }
    return chain
  }

  @Test func aTransferIsTaken() throws {
    var chain = DevChainState(.waiting)
    let raw = try Transfer().raw
    #expect(try chain.submit(raw: raw, nowSeconds: 1) == Keccak256.hash(raw))
    #expect(chain.pool.count == 1)
    #expect(chain.pool[Keccak256.hash(raw)]?.sender == DevChainAccounts.addresses[0])
    #expect(chain.pendingNonce(of: DevChainAccounts.addresses[0]) == 1)
  }

  @Test func bytesThatAreNoTransactionAreRefused() throws {
    #expect(refusal([]) == "typed transaction too short")
    #expect(refusal([5, 0xc0]) == "transaction type not supported")
    #expect(
      refusal([3, 0xc0]) == "transaction type not supported: tx type 3 not supported by this pool")
    #expect(refusal([0x80])?.hasPrefix("rlp: ") == true)
    let raw = try Transfer().raw
    for count in 1..<raw.count {
      #expect(refusal(Array(raw.prefix(count)))?.hasPrefix("rlp: ") == true)
    }
    #expect(refusal(raw + [0])?.hasPrefix("rlp: ") == true)
  }

  @Test func otherChainsTransactionsAreRefused() throws {
    #expect(
      refusal(try Transfer(chainID: 1).raw)
        == "invalid sender: invalid chain id for signer: have 1 want 31337")
  }

  @Test func unprotectedTransactionsAreRefused() throws {
    let legacy = LegacyTransaction(
      chainID: nil, nonce: 0, gasPrice: 10_000_000_000, gasLimit: 21_000, to: .zero, value: 1)
    let raw = UnsignedTransaction.legacy(legacy).signed(by: try DevKeys.key(0)).encoded
    #expect(refusal(raw) == "only replay-protected (EIP-155) transactions allowed over RPC")
  }

  @Test func protectedLegacyAndAccessListTransactionsAreTaken() throws {
    let legacy = LegacyTransaction(
      chainID: 31_337, nonce: 0, gasPrice: 10_000_000_000, gasLimit: 21_000, to: .zero, value: 1)
    #expect(
      refusal(UnsignedTransaction.legacy(legacy).signed(by: try DevKeys.key(0)).encoded) == nil)
    let entry = AccessListEntry(address: .zero, storageKeys: [.zero, .zero])
    func raw(gas: GasUnits) throws -> [UInt8] {
      UnsignedTransaction.accessList(
        AccessListTransaction(
          chainID: 31_337, nonce: 0, gasPrice: 10_000_000_000, gasLimit: gas, to: .zero, value: 1,
          accessList: [entry])
      ).signed(by: try DevKeys.key(1)).encoded
    }
    // 21,000 + 2,400 for the address + 2 × 1,900 for its keys.
    #expect(refusal(try raw(gas: 27_200)) == nil)
    #expect(
      refusal(try raw(gas: 27_199))
        == "intrinsic gas too low: gas 27199, minimum needed 27200")
  }

  @Test func aForgedSignatureIsRefused() throws {
    let transfer = Transfer().unsigned
    let genuine = transfer.signed(by: try DevKeys.key(0))
    let zero = try #require(Signature(r: .zero, s: genuine.signature.s, yParity: 0))
    #expect(
      refusal(TransactionEnvelope(transaction: transfer, signature: zero).encoded)
        == "invalid sender: invalid transaction v, r, s values")
    // The other form of the same signature: the order less s (EIP-2).
    let order = BigUInt(
      "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", radix: 16)
    let difference = try #require(order) - UInt256(genuine.signature.s).bigUInt
    let highS = try #require(UInt256(difference))
    let other = try #require(
      Signature(r: genuine.signature.r, s: highS.bytes32, yParity: 1 - genuine.signature.yParity))
    #expect(
      refusal(TransactionEnvelope(transaction: transfer, signature: other).encoded)
        == "invalid sender: invalid transaction v, r, s values")
  }

  @Test func contractsAreRefused() throws {
    #expect(
      refusal(try Transfer(gasLimit: 100_000, to: nil).raw)
        == "this dev chain executes no code: contract creation is not supported, expected a "
        + "transaction with a recipient")
  }

  @Test func theSameTransactionIsKnownTheSecondTime() throws {
    #expect(refusal(try Transfer().raw, try chain(with: [Transfer()])) == "already known")
  }

  @Test func gasMustCoverTheBaseCost() throws {
    #expect(refusal(try Transfer(gasLimit: 21_000).raw) == nil)
    #expect(
      refusal(try Transfer(gasLimit: 20_999).raw)
        == "intrinsic gas too low: gas 20999, minimum needed 21000")
  }

  @Test func gasMustCoverTheDataByItsFloorPrice() throws {
    // A nonzero byte costs 16, and 40 in the floor price (EIP-7623).
    #expect(refusal(try Transfer(gasLimit: 21_040, data: [1]).raw) == nil)
    #expect(
      refusal(try Transfer(gasLimit: 21_039, data: [1]).raw)
        == "insufficient gas for floor data gas cost: gas 21039, minimum needed 21040")
    #expect(
      refusal(try Transfer(gasLimit: 21_015, data: [1]).raw)
        == "intrinsic gas too low: gas 21015, minimum needed 21016")
    #expect(refusal(try Transfer(gasLimit: 21_010, data: [0]).raw) == nil)
    #expect(
      refusal(try Transfer(gasLimit: 21_009, data: [0]).raw)
        == "insufficient gas for floor data gas cost: gas 21009, minimum needed 21010")
  }

  @Test func gasMustFitIntoABlock() throws {
    #expect(refusal(try Transfer(gasLimit: 30_000_000).raw) == nil)
    #expect(refusal(try Transfer(gasLimit: 30_000_001).raw) == "exceeds block gas limit")
  }

  @Test func theTipIsWithinTheFeeCap() throws {
    #expect(refusal(try Transfer(tip: 10, feeCap: 10).raw) == nil)
    #expect(
      refusal(try Transfer(tip: 11, feeCap: 10).raw)
        == "max priority fee per gas higher than max fee per gas")
    #expect(refusal(try Transfer(tip: 1, feeCap: 10).raw) == nil)
    #expect(
      refusal(try Transfer(tip: 0, feeCap: 10).raw)
        == "transaction gas price below minimum: gas tip cap 0, minimum needed 1")
  }

  @Test func aFeeAboveAnEtherIsRefused() throws {
    // 10¹⁸ wei over 1,000,000 gas.
    #expect(refusal(try Transfer(feeCap: 1_000_000_000_000, gasLimit: 1_000_000).raw) == nil)
    #expect(
      refusal(try Transfer(feeCap: 1_100_000_000_000, gasLimit: 1_000_000).raw)
        == "tx fee (1.10 ether) exceeds the configured cap (1.00 ether)")
    #expect(
      refusal(try Transfer(feeCap: 1_000_000_000_001, gasLimit: 1_000_000).raw)
        == "tx fee (1.00 ether) exceeds the configured cap (1.00 ether)")
  }

  @Test func aUsedNonceIsRefused() throws {
    var chain = try chain(with: [Transfer()])
    chain.mine(nowSeconds: 2)
    #expect(
      refusal(try Transfer(value: 2).raw, chain) == "nonce too low: next nonce 1, tx nonce 0")
    #expect(refusal(try Transfer(nonce: 1).raw, chain) == nil)
    #expect(refusal(try Transfer(nonce: .max).raw, chain) == "nonce has max value")
    #expect(refusal(try Transfer(nonce: .max - 1).raw, chain) == nil)
  }

  @Test func theBalanceMustCoverValueAndFee() throws {
    let balance = Wei(ether10_000)
    let fee = try Wei(10_000_000_000).multiplied(by: 21_000 as UInt64)
    let most = try balance.subtracting(fee)
    #expect(refusal(try Transfer(value: most).raw) == nil)
    #expect(
      refusal(try Transfer(value: most.adding(1)).raw)
        == "insufficient funds for gas * price + value: balance 10000000000000000000000, "
        + "tx cost 10000000000000000000001, overshot 1")
  }

  @Test func theBalanceMustCoverWhatWaitsToo() throws {
    let half = try Wei(ether: "5000")
    let chain = try chain(with: [Transfer(value: half)])
    #expect(
      refusal(try Transfer(nonce: 1, value: half).raw, chain)
        == "insufficient funds for gas * price + value: balance 10000000000000000000000, "
        + "queued cost 5000000210000000000000, tx cost 5000000210000000000000, "
        + "overshot 420000000000000")
    // A replacement only counts what it adds.
    let bumped = Transfer(
      tip: 1_100_000_000, feeCap: 11_000_000_000, value: try Wei(ether: "9999.9998"))
    #expect(
      refusal(try bumped.raw, chain)
        == "insufficient funds for gas * price + value: balance 10000000000000000000000, "
        + "tx cost 10000000031000000000000, overshot 31000000000000")
    #expect(refusal(try bumped.with { $0.value = half }.raw, chain) == nil)
  }

  @Test func aReplacementRaisesBothFeesByATenth() throws {
    let chain = try chain(with: [Transfer(tip: 100, feeCap: 1_000)])
    func replacement(tip: Wei, feeCap: Wei) throws -> String? {
      refusal(try Transfer(tip: tip, feeCap: feeCap, value: 2).raw, chain)
    }
    #expect(try replacement(tip: 110, feeCap: 1_100) == nil)
    #expect(try replacement(tip: 109, feeCap: 1_100) == "replacement transaction underpriced")
    #expect(try replacement(tip: 110, feeCap: 1_099) == "replacement transaction underpriced")
    #expect(try replacement(tip: 200, feeCap: 1_000) == "replacement transaction underpriced")
  }

  @Test func aReplacementTakesThePlaceOfTheOld() throws {
    var chain = try chain(with: [Transfer()])
    let old = Keccak256.hash(try Transfer().raw)
    let new = try chain.submit(
      raw: Transfer(tip: 1_100_000_000, feeCap: 11_000_000_000, value: 7).raw, nowSeconds: 1)
    #expect(chain.pool.count == 1)
    #expect(chain.pool[old] == nil)
    chain.mine(nowSeconds: 2)
    #expect(chain.place(of: old) == nil)
    #expect(chain.place(of: new)?.blockNumber == 1)
  }

  @Test func longDataIsRefused() throws {
    let fits = Transfer(gasLimit: 30_000_000, data: [UInt8](repeating: 0, count: 130_900))
    #expect(refusal(try fits.raw) == nil)
    let raw = try fits.with { $0.data = [UInt8](repeating: 0, count: 131_072) }.raw
    #expect(
      refusal(raw) == "oversized data: transaction size \(raw.count), limit 131072")
  }

  @Test func aFullPoolTakesReplacementsOnly() throws {
    var chain = DevChainState(.waiting)
    // Behind a gap, where nothing must be added up.
    for nonce in 1...UInt64(TransactionPool.countMax) {
      _ = try chain.submit(raw: Transfer(nonce: nonce).raw, nowSeconds: 1)
    }
    #expect(refusal(try Transfer(from: 1).raw, chain) == "txpool is full")
    #expect(
      refusal(
        try Transfer(nonce: 1, tip: 2_000_000_000, feeCap: 20_000_000_000).raw, chain) == nil)
  }

  private var ether10_000: UInt256 { UInt256(BigUInt(10).power(22)) ?? .zero }
}

extension DevChainConfiguration {
  /// The usual chain, which only mines on request.
  static var waiting: DevChainConfiguration { DevChainConfiguration(isAutomining: false) }
}

import EthereumPrimitives
import EthereumTransactions
import Testing

struct TransactionRulesTests {
  private static func payment(
    chainID: ChainID? = 1, nonce: UInt64 = 0, gasPrice: Wei = 1, gasLimit: GasUnits = 21_000,
    to: Address? = .zero, value: Wei = 0, data: [UInt8] = []
  ) -> UnsignedTransaction {
    .legacy(
      LegacyTransaction(
        chainID: chainID, nonce: nonce, gasPrice: gasPrice, gasLimit: gasLimit, to: to,
        value: value, data: data))
  }

  private static func refusal(
    of transaction: UnsignedTransaction, fork: TransactionRules.Fork = .prague
  ) -> TransactionRefusal? {
    do {
      try TransactionRules(chainID: 1, fork: fork).check(transaction)
      return nil
    } catch {
      return error
    }
  }

  @Test func aTransactionForAnotherChainIsRefusedAndOneForEveryChainIsNot() {
    #expect(Self.refusal(of: Self.payment(chainID: 1)) == nil)
    #expect(Self.refusal(of: Self.payment(chainID: nil)) == nil)
    #expect(Self.refusal(of: Self.payment(chainID: 5)) == .wrongChain(expected: 1, found: 5))
  }

  @Test func theLastNonceIsNotUsed() {
    #expect(Self.refusal(of: Self.payment(nonce: .max - 1)) == nil)
    #expect(Self.refusal(of: Self.payment(nonce: .max)) == .nonceTooLarge)
  }

  @Test func theGasLimitCoversWhatIsUsedBeforeExecution() {
    #expect(Self.refusal(of: Self.payment(gasLimit: 21_000)) == nil)
    #expect(
      Self.refusal(of: Self.payment(gasLimit: 20_999))
        == .gasLimitTooLow(limit: 20_999, needed: 21_000))
    // A zero byte costs 4 gas, another 16; since EIP-7623 at least 10 and 40.
    #expect(Self.refusal(of: Self.payment(gasLimit: 21_020, data: [0, 1]), fork: .cancun) == nil)
    #expect(
      Self.refusal(of: Self.payment(gasLimit: 21_049, data: [0, 1]))
        == .gasLimitTooLow(limit: 21_049, needed: 21_050))
    #expect(Self.refusal(of: Self.payment(gasLimit: 21_050, data: [0, 1])) == nil)
  }

  @Test func aContractsCodeCostsGasByTheWordAndHasALimit() {
    let words = [UInt8](repeating: 0, count: 33)
    let rules = TransactionRules(chainID: 1, fork: .shanghai)
    #expect(
      rules.intrinsicGas(of: Self.payment(to: nil, data: words)).rawValue
        == 21_000 + 32_000 + 33 * 4 + 2 * 2)
    #expect(
      TransactionRules(chainID: 1, fork: .london)
        .intrinsicGas(of: Self.payment(to: nil, data: words)).rawValue == 21_000 + 32_000 + 33 * 4)
    let largest = [UInt8](repeating: 0, count: TransactionRules.initCodeByteCountMax)
    #expect(Self.refusal(of: Self.payment(gasLimit: 1_000_000, to: nil, data: largest)) == nil)
    #expect(
      Self.refusal(of: Self.payment(gasLimit: 1_000_000, to: nil, data: largest + [0]))
        == .initCodeTooLarge(found: 49_153, max: 49_152))
    #expect(
      Self.refusal(of: Self.payment(gasLimit: 1_000_000, to: .zero, data: largest + [0])) == nil)
  }

  @Test func accessListsCostGas() {
    let list = [
      AccessListEntry(address: .zero, storageKeys: [.zero, .zero]), AccessListEntry(address: .zero),
    ]
    let transaction = UnsignedTransaction.accessList(
      AccessListTransaction(
        chainID: 1, nonce: 0, gasPrice: 1, gasLimit: 29_600, to: .zero, value: 0,
        accessList: list))
    #expect(
      TransactionRules(chainID: 1).intrinsicGas(of: transaction).rawValue
        == 21_000 + 2 * 2_400 + 2 * 1_900)
    #expect(Self.refusal(of: transaction) == nil)
  }

  @Test func theTipIsAtMostTheFeeCapAndTheGasCostFits256Bits() {
    func fees(_ tip: Wei, _ cap: Wei, value: Wei = 0) -> UnsignedTransaction {
      .dynamicFee(
        DynamicFeeTransaction(
          chainID: 1, nonce: 0, maxPriorityFeePerGas: tip, maxFeePerGas: cap, gasLimit: 21_000,
          to: .zero, value: value))
    }
    #expect(Self.refusal(of: fees(7, 7)) == nil)
    #expect(Self.refusal(of: fees(8, 7)) == .tipAboveFeeCap(tip: 8, feeCap: 7))
    #expect(Self.refusal(of: fees(0, Wei.max.divided(by: 21_000))) == nil)
    #expect(Self.refusal(of: fees(0, .max)) == .gasCostOverflow)
    #expect(Self.refusal(of: fees(0, 0, value: .max)) == nil)
    // This check does not decide whether the sender has the whole amount.
    #expect(Self.refusal(of: fees(0, 1, value: .max)) == nil)
  }

  @Test func everyRefusalSaysWhatWasExpected() {
    let texts: [(TransactionRefusal, String)] = [
      (
        .wrongChain(expected: 1, found: 5),
        "expected a transaction for chain 1, found one for chain 5"
      ),
      (.nonceTooLarge, "expected a nonce below 2^64 - 1"),
      (
        .tipAboveFeeCap(tip: 8, feeCap: 7),
        "expected a tip of at most 7 wei per gas, the fee cap, found 8 wei"
      ),
      (.gasCostOverflow, "expected gas limit x price below 2^256 wei"),
      (
        .initCodeTooLarge(found: 49_153, max: 49_152),
        "expected at most 49152 bytes of creation code, found 49153"
      ),
      (
        .gasLimitTooLow(limit: 20_999, needed: 21_000),
        "expected a gas limit of at least 21000 gas, found 20999 gas"
      ),
    ]
    for (error, text) in texts { #expect(error.description == text) }
  }
}

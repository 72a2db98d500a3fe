import EthereumPrimitives
import SendFeature
import Testing

/// Money, invariant 6: the reducer checks the ceilings on fees. Both sides of each boundary.
@Suite("FeePolicy")
struct FeePolicyTests {
  private static let gwei: UInt64 = 1_000_000_000

  private func offer(
    gas: GasUnits = 21_000, perGas: Wei = 1, tip: Wei = 0, baseFee: Wei = 0
  ) -> FeeOffer {
    FeeOffer(gasLimit: gas, maxFeePerGas: perGas, tip: tip, baseFee: baseFee)
  }

  // MARK: - Absolute

  @Test func aFeeUpToTheCeilingIsPaidAndNotOneWeiMore() throws {
    var policy = FeePolicy(feeCeiling: 147_000)
    try policy.check(offer(perGas: 7), code: .none)
    policy.feeCeiling = 146_999
    #expect(throws: FeeRefusal.feeTooHigh(fee: 147_000, ceiling: 146_999)) {
      try policy.check(offer(perGas: 7), code: .none)
    }
  }

  @Test func whereNothingIsSetTheCeilingIsATwentiethOfAnEther() throws {
    #expect(try FeePolicy.standard.feeCeiling == Wei(ether: "0.05"))
    #expect(FeePolicy.standard.percentAskedAbove == 10)
    let price = try Wei(ether: "0.05").divided(by: 21_000)
    try FeePolicy.standard.check(offer(perGas: price), code: .none)
    #expect(throws: FeeRefusal.self) {
      try FeePolicy.standard.check(offer(perGas: price.adding(1)), code: .none)
    }
  }

  // MARK: - Relative to the amount

  @Test(
    arguments: [
      (10, 100, false), (11, 100, true), (10, 99, true), (10, 109, false), (0, 1, false),
      (1, 10, false), (1, 9, true), (0, 0, false), (1, 0, true),
      (.max, .max, true), (1, .max, false),
    ] as [(Wei, Wei, Bool)])
  func aboveATenthOfTheAmountItIsAskedAgain(fee: Wei, amount: Wei, isAsked: Bool) {
    #expect(FeePolicy.standard.isAskedAbout(fee: fee, amount: amount) == isAsked)
  }

  @Test func theShareIsTheOwners() {
    let policy = FeePolicy(feeCeiling: .max, percentAskedAbove: 150)
    #expect(!policy.isAskedAbout(fee: 150, amount: 100))
    #expect(policy.isAskedAbout(fee: 151, amount: 100))
  }

  // MARK: - Tip

  @Test(
    arguments: [
      (0, 3 * gwei), (1, 3 * gwei), (300_000_000, 3 * gwei), (300_000_001, 3_000_000_010),
      (gwei, 10 * gwei), (100 * gwei, 1_000 * gwei),
    ] as [(UInt64, UInt64)])
  func aTipIsPaidUpToThreeGweiOrTenTimesTheBaseFee(baseFee: UInt64, ceiling: UInt64) throws {
    let policy = FeePolicy(feeCeiling: .max)
    let (baseFee, ceiling) = (Wei(baseFee), Wei(ceiling))
    #expect(FeePolicy.tipCeiling(baseFee: baseFee) == ceiling)
    try policy.check(offer(perGas: ceiling, tip: ceiling, baseFee: baseFee), code: .none)
    let tooHigh = try ceiling.adding(1)
    #expect(throws: FeeRefusal.tipTooHigh(tip: tooHigh, ceiling: ceiling)) {
      try policy.check(offer(perGas: tooHigh, tip: tooHigh, baseFee: baseFee), code: .none)
    }
  }

  @Test func aBaseFeeBeyondAllNumbersSetsNoTipCeilingAndIsRefusedAsAFee() {
    #expect(FeePolicy.tipCeiling(baseFee: .max) == .max)
    #expect(throws: FeeRefusal.notANumber) {
      try FeeOffer.standard(gasLimit: 21_000, baseFee: .max, tip: 1)
    }
    #expect(throws: FeeRefusal.notANumber) {
      try FeePolicy(feeCeiling: .max).check(offer(perGas: .max, baseFee: .max), code: .none)
    }
  }

  // MARK: - Gas

  @Test(arguments: [0, 20_999, 21_000, 21_001, 5_000_000, GasUnits(.max)] as [GasUnits])
  func anAccountWithoutCodeGetsThePlainGasWhateverTheNodeEstimates(estimate: GasUnits) throws {
    #expect(try FeePolicy.gasLimit(estimate: estimate, code: .none) == 21_000)
  }

  @Test(
    arguments: [
      (0, 25_200), (20_999, 25_200), (21_000, 25_200), (21_001, 25_201), (50_000, 60_000),
      (833_333, 999_999), (833_334, 1_000_000),
    ] as [(GasUnits, GasUnits)])
  func anAccountWithCodeGetsAFifthMoreThanTheEstimate(estimate: GasUnits, limit: GasUnits) throws {
    #expect(try FeePolicy.gasLimit(estimate: estimate, code: .contract) == limit)
    #expect(try FeePolicy.gasLimit(estimate: estimate, code: .delegated(to: .zero)) == limit)
  }

  @Test(
    arguments: [
      (833_335, 1_000_002), (5_000_000, 6_000_000), (GasUnits(.max), GasUnits(.max)),
    ] as [(GasUnits, GasUnits)])
  func pastItsCeilingAnEstimateIsRefused(estimate: GasUnits, limit: GasUnits) {
    #expect(throws: FeeRefusal.gasTooHigh(gas: limit, ceiling: 1_000_000)) {
      try FeePolicy.gasLimit(estimate: estimate, code: .contract)
    }
  }

  @Test func theGasOfWhatIsSignedIsHeldAgainstTheSameRules() throws {
    let policy = FeePolicy(feeCeiling: .max)
    for gas in [20_999, 21_001] as [GasUnits] {
      #expect(throws: FeeRefusal.gasNotPlain(gas: gas, expected: 21_000)) {
        try policy.check(offer(gas: gas), code: .none)
      }
    }
    try policy.check(offer(gas: 1_000_000), code: .contract)
    #expect(throws: FeeRefusal.gasTooHigh(gas: 1_000_001, ceiling: 1_000_000)) {
      try policy.check(offer(gas: 1_000_001), code: .contract)
    }
  }
}

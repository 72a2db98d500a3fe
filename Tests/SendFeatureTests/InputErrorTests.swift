import EthereumCrypto
import EthereumPrimitives
import Testing
import VaultClient

@testable import SendFeature

/// The form's messages during typing: none before the input is certainly wrong.
@Suite struct InputErrorTests {
  private static let address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

  private static func state(recipient: String = "", amount: String = "") throws -> SendMoney.State {
    let account = VaultAccount(
      id: AccountID(rawValue: 0), address: try Address(checksummed: address), name: "Account 1",
      path: "m/44'/60'/0'/0/0")
    var state = SendMoney.State(account: account, chainID: 1)
    state.recipientText = recipient
    state.amountText = amount
    return state
  }

  /// Every beginning of an address may become one.
  @Test func anAddressIsTypedWithoutAWord() throws {
    for count in 0...Self.address.count {
      let text = String(Self.address.prefix(count))
      #expect(try Self.state(recipient: text).recipientTrouble == nil, "\(text)")
    }
  }

  static let recipients: [(String, InputError)] = [
    ("b", .recipient(.missingPrefix)), ("x0", .recipient(.missingPrefix)),
    ("0xg", .recipient(.notADigit(position: 3))),
    ("0x70997970C51812dc3A010C7d01b50e0d17dc79C80", .recipient(.wrongDigitCount(found: 41))),
    ("0x0000000000000000000000000000000000000000", .recipientIsZero),
  ]

  @Test(arguments: recipients)
  func impossibleAddressesAreReported(text: String, trouble: InputError) throws {
    #expect(try Self.state(recipient: text).recipientTrouble == trouble)
  }

  @Test func aWrongChecksumIsReportedAtTheLastDigit() throws {
    let mistyped = Self.address.replacing("79C8", with: "79C9")
    #expect(try Self.state(recipient: String(mistyped.dropLast())).recipientTrouble == nil)
    guard case .recipient(.wrongChecksum)? = try Self.state(recipient: mistyped).recipientTrouble
    else {
      Issue.record("nothing was told")
      return
    }
    #expect(try Self.state(recipient: Self.address.lowercased()).recipientTrouble == nil)
  }

  @Test(arguments: ["", "0", "0.", "0.2", "0.25", "10000", "m", "ma", "max", "1.5", "0.0"])
  func anAmountIsTypedWithoutAWord(text: String) throws {
    #expect(try Self.state(amount: text).amountTrouble(balance: nil) == nil)
  }

  static let amounts: [(String, InputError)] = [
    ("10,000", .separators), ("0,5", .separators), ("10 000", .separators), ("1,", .separators),
    ("1_000", .separators), ("1'000.5", .separators),
    ("maximum", .amount(.notANumber)), (".", .amount(.notANumber)), ("1.2.", .amount(.notANumber)),
    ("-1", .amount(.notANumber)), ("1e3", .amount(.notANumber)), (",", .amount(.notANumber)),
    ("0.1234567890123456789", .amount(.tooManyFractionDigits(found: 19, max: 18))),
    (String(repeating: "9", count: 70), .amount(.overflow)),
  ]

  @Test(arguments: amounts)
  func impossibleAmountsAreReported(text: String, trouble: InputError) throws {
    #expect(try Self.state(amount: text).amountTrouble(balance: nil) == trouble)
  }

  /// An amount equal to the whole balance is accepted; the fee is checked by the review.
  @Test func amountsAboveTheBalanceAreReported() throws {
    let balance = try Wei(ether: "1.5")
    #expect(try Self.state(amount: "1.5").amountTrouble(balance: balance) == nil)
    #expect(
      try Self.state(amount: "1.500000000000000001").amountTrouble(balance: balance)
        == .moreThanBalance(balance))
    #expect(try Self.state(amount: "max").amountTrouble(balance: .zero) == nil)
  }
}

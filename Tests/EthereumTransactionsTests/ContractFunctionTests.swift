import EthereumPrimitives
import EthereumTransactions
import TestVectors
import Testing

struct ContractFunctionTests {
  private static let account = Address(0x0102_0304_0506_0708, 0x090a_0b0c_0d0e_0f10, 0x1112_1314)

  @Test func theSelectorsOfTokensAreThoseThatAllTokensHave() {
    #expect(ERC20.balanceOf.selector == ABISelector(0x70a0_8231))
    #expect(ERC20.transfer.selector == ABISelector(0xa905_9cbb))
    #expect(ERC20.decimals.selector == ABISelector(0x313c_e567))
    #expect(ERC20.symbol.selector == ABISelector(0x95d8_9b41))
  }

  @Test func callsAreTheSelectorAndOneWordForEachArgument() {
    #expect(
      ERC20.balanceOf.call(Self.account)
        == bytes(
          "70a08231" + "0000000000000000000000000102030405060708090a0b0c0d0e0f1011121314"))
    #expect(
      ERC20.transfer.call(Self.account, UInt256(0xff))
        == bytes(
          "a9059cbb" + "0000000000000000000000000102030405060708090a0b0c0d0e0f1011121314"
            + "00000000000000000000000000000000000000000000000000000000000000ff"))
    #expect(ERC20.decimals.call() == bytes("313ce567"))
  }

  @Test func theArgumentsOfACallComeBackAsTheyWere() throws {
    let data = ERC20.transfer.call(Self.account, .max)
    let (recipient, amount) = try ERC20.transfer.arguments(of: data)
    #expect(recipient == Self.account)
    #expect(amount == .max)
    #expect(
      throws: ABIError.wrongSelector(
        expected: ERC20.balanceOf.selector, found: ERC20.transfer.selector)
    ) { try ERC20.balanceOf.arguments(of: data) }
    #expect(throws: ABIError.trailingBytes(offset: 68, count: 1)) {
      try ERC20.transfer.arguments(of: data + [0])
    }
    var dirty = data
    dirty[15] = 1
    #expect(throws: ABIError.self) { try ERC20.transfer.arguments(of: dirty) }
  }

  @Test func resultsAreReadAsTheTypeOfTheFunction() throws {
    let word = [UInt8](repeating: 0, count: 31)
    #expect(try ERC20.balanceOf.result(of: word + [7]) == UInt256(7))
    #expect(try ERC20.transfer.result(of: word + [1]) == true)
    #expect(try ERC20.transfer.result(of: word + [0]) == false)
    #expect(try ERC20.decimals.result(of: word + [18]) == 18)
    let dai = Array("DAI".utf8) + [UInt8](repeating: 0, count: 29)
    #expect(try ERC20.symbol.result(of: word + [32] + word + [3] + dai) == TokenText("DAI"))
  }

  @Test func anAccountWithoutCodeHasNoBalanceOfAToken() throws {
    let error = #expect(throws: ABIError.self) { try ERC20.balanceOf.result(of: []) }
    #expect(error?.description == "ABI at byte 0: expected 32 bytes, 0 are left")
  }

  @Test func aResultOfAnotherTypeIsRefused() throws {
    let two = [UInt8](repeating: 0, count: 31) + [2]
    #expect(throws: ABIError.wrongWord(offset: 0, expected: .bool, found: UInt256(2).bytes32)) {
      try ERC20.transfer.result(of: two)
    }
    #expect(throws: ABIError.trailingBytes(offset: 32, count: 32)) {
      try ERC20.balanceOf.result(of: two + two)
    }
  }

  /// Maker's token is older than the standard.
  @Test func namesOfEarlyTokensAreRead() throws {
    let maker = Array("MKR".utf8) + [UInt8](repeating: 0, count: 29)
    #expect(try ERC20.symbol.result(of: maker) == TokenText("MKR"))
    let full = Array("abcdefghijklmnopqrstuvwxyzabcdef".utf8)
    #expect(try ERC20.name.result(of: full) == TokenText("abcdefghijklmnopqrstuvwxyzabcdef"))
    #expect(try ERC20.name.result(of: [UInt8](repeating: 0, count: 32)) == TokenText(""))
    #expect(throws: ABIError.invalidUTF8(offset: 0)) {
      try ERC20.symbol.result(of: [0xff] + maker.dropFirst())
    }
    #expect(throws: ABIError.self) { try ERC20.symbol.result(of: maker + [0]) }
    #expect(throws: ABIError.self) { try ERC20.symbol.result(of: Array(maker.dropLast())) }
  }
}

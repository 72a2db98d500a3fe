import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Foundation
import TestVectors
import Testing

struct RevertReasonTests {
  @Test func theSelectorsAreThoseOfTheSignatures() throws {
    #expect(try ABISignature("Error(string)").selector == RevertReason.messageSelector)
    #expect(try ABISignature("Panic(uint256)").selector == RevertReason.panicSelector)
  }

  @Test func noDataAreNoReason() throws {
    #expect(try RevertReason([]) == .unstated)
  }

  @Test func aFailedAssertionRecordedFromGethIsAPanic() throws {
    #expect(try RevertReason(Self.recorded("call-revert-abi-panic")) == .panic(UInt256(1)))
  }

  /// The recorded contract, written by hand, ends its text at the last letter. Geth reads it all
  /// the same; by the specification the last word is not whole.
  @Test func aTextRecordedFromGethLacksItsPaddingAndIsRefused() throws {
    let data = try Self.recorded("call-revert-abi-error")
    #expect(throws: ABIError.tooShort(offset: 68, needed: 32, available: 10)) {
      try RevertReason(data)
    }
    let padded = data + [UInt8](repeating: 0, count: 22)
    #expect(try RevertReason(padded) == .message("user error"))
  }

  @Test func everyTextComesBackAndNothingShorterDoes() throws {
    let error = try ABISignature("Error(string)")
    for text in ["", "no", "Ξ is short", String(repeating: "long ", count: 20)] {
      let data = try error.call([.string(text)])
      #expect(try RevertReason(data) == .message(text))
      for count in 1..<data.count {
        #expect(throws: ABIError.self) { try RevertReason(Array(data[..<count])) }
      }
      #expect(throws: ABIError.self) { try RevertReason(data + [0]) }
    }
  }

  @Test func errorsOfTheContractsOwnAreTheirSelector() throws {
    #expect(try RevertReason(bytes("cf479181" + "00ff")) == .custom(ABISelector(0xcf47_9181)))
    #expect(throws: ABIError.tooShort(offset: 0, needed: 4, available: 3)) {
      try RevertReason([8, 0xc3, 0x79])
    }
  }

  private struct Answer: Decodable {
    struct Failure: Decodable { let data: String }
    let error: Failure
  }

  /// The data in geth's answer to a call that a contract undid.
  private static func recorded(_ name: String) throws -> [UInt8] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "TestVectors/execution-apis/eth_call/\(name).io")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("<< ") })
    return bytes(
      try JSONDecoder().decode(Answer.self, from: Data(line.dropFirst(3).utf8)).error.data)
  }
}

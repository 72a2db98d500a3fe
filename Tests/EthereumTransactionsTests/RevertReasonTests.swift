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

  /// The recorded contract, written by hand, ends its text at the last letter.
  ///
  /// By the specification the last word is not whole; geth reads it anyway, and a payer needs the
  /// reason.
  @Test func aTextRecordedFromGethLacksItsPaddingAndIsRead() throws {
    let data = try Self.recorded("call-revert-abi-error")
    #expect(try RevertReason(data) == .message("user error"))
    let padded = data + [UInt8](repeating: 0, count: 22)
    #expect(try RevertReason(padded) == .message("user error"))
    // Signed data is read strictly, as before.
    #expect(throws: ABIError.tooShort(offset: 68, needed: 32, available: 10)) {
      try ABI.decode(data, as: [.string], from: ABISelector.byteCount)
    }
  }

  @Test func everyTextComesBackAndNothingShorterDoes() throws {
    let error = try ABISignature("Error(string)")
    for text in ["", "no", "Ξ is short", String(repeating: "long ", count: 20)] {
      let data = try error.call([.string(text)])
      #expect(try RevertReason(data) == .message(text))
      let textEnd = 4 + 64 + text.utf8.count
      for count in 1..<textEnd {
        #expect(throws: ABIError.self) { try RevertReason(Array(data[..<count])) }
      }
      for count in textEnd..<data.count {
        #expect(try RevertReason(Array(data[..<count])) == .message(text))
      }
      #expect(throws: ABIError.self) { try RevertReason(data + [0]) }
      if textEnd < data.count {
        #expect(throws: ABIError.wrongPadding(offset: textEnd, found: 1)) {
          try RevertReason(Array(data[..<textEnd]) + [1])
        }
      }
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

  /// Returns the data in geth's answer to a call that a contract reverted.
  private static func recorded(_ name: String) throws -> [UInt8] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "TestVectors/execution-apis/eth_call/\(name).io")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("<< ") })
    return bytes(
      try JSONDecoder().decode(Answer.self, from: Data(line.dropFirst(3).utf8)).error.data)
  }
}

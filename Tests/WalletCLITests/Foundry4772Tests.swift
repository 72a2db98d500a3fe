import EthereumCrypto
import EthereumPrimitives
import Foundation
import TestEffort
import Testing

/// foundry #4772: importing an empty key, or an address instead of a key, crashed.
@Suite struct Foundry4772Tests {
  private static let key = String(repeating: "ab", count: 32)

  @Test(
    arguments: Effort.cases([
      ("", 64, "has no line that could be the secret"),
      ("0x", 64, "the private key has 0 digits"),
      (WalletFixture.address, 64, "these are 40 digits, as of an address"),
      ("0x" + key.dropLast(), 64, "the private key has 63 digits"),
      ("0x" + key + "ab", 64, "the private key has 66 digits"),
      ("0x" + key.dropLast() + "g", 64, "is not a hexadecimal digit"),
      (String(repeating: "0", count: 64), 64, "these digits are not a private key"),
    ]))
  func invalidKeysAreRejectedWithASentence(
    text: String, status: Int32, sentence: String
  ) async throws {
    let home = try TemporaryHome()
    let outcome = try await WalletProcess.run(
      [
        "import", "--phrase-file", home.secretFile("key", text), "--passcode-file",
        home.secretFile("passcode", "correct horse"),
      ], home: home)
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.stderr.hasPrefix("wallet: ") && outcome.stderr.contains(sentence), "\(outcome)")
    #expect(outcome.stdout == "")
  }
}

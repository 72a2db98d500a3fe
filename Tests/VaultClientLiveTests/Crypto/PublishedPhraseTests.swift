import EthereumCrypto
import EthereumKeys
import EthereumPrimitives
import EthereumTransactions
import Foundation
import Testing
import VaultClient
import VaultClientLive

/// The keys of these phrases are public; robots empty their accounts on every chain of value.
@Suite("Published phrases")
struct PublishedPhraseTests {
  private static let developmentPhrases = [
    "test test test test test test test test test test test junk",
    "myth like bonus scare over problem client lizard pioneer submit female collect",
    "candy maple cake sugar pudding cream honey rich smooth crumble sweet treat",
  ]

  /// The phrases of BIP-39's published vectors.
  private static func vectorPhrases() throws -> [String] {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "TestVectors/bip39/vectors.json")
    let lists = try JSONDecoder().decode(
      [String: [[String]]].self, from: try Data(contentsOf: file))
    return try #require(lists["english"]).map { $0[1] }
  }

  @Test func theyAreRefusedAtTheImportOffDevelopmentChains() async throws {
    let phrases = try Self.vectorPhrases() + Self.developmentPhrases
    #expect(phrases.count == 27)
    for phrase in phrases {
      let bench = VaultBench()
      let vault = bench.makeVault(acceptsPublishedPhrases: false)
      await #expect(throws: PhraseImportRefusal.published, "\(phrase)") {
        try await VaultClient.live(vault).importPhrase(vault.deposit(phrase))
      }
      #expect(try await VaultClient.live(vault).status() == .empty)
    }
  }

  @Test func anUnknownPhraseIsImported() async throws {
    let vault = VaultBench().makeVault(acceptsPublishedPhrases: false)
    var phrase: SecretBytes?
    phrase = try Mnemonic(entropy: SecretBytes([UInt8](1...16))).phrase()
    let text = phrase!.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    _ = try await VaultClient.live(vault).importPhrase(vault.deposit(text))
  }

  /// A wallet that was made for a development chain, and is used on another one.
  @Test(
    arguments: [(1_337, true), (31_337, true), (1, false), (11_155_111, false), (31_338, false)]
      as [(ChainID, Bool)])
  func theySignNothingOffDevelopmentChains(chainID: ChainID, isSigned: Bool) async throws {
    let vault = try await VaultBench().makeOpenVault()
    let client = VaultClient.live(vault)
    let transaction = UnsignedTransaction.dynamicFee(
      DynamicFeeTransaction(
        chainID: chainID, nonce: 0, maxPriorityFeePerGas: 1, maxFeePerGas: 2, gasLimit: 21_000,
        to: .zero, value: 1))
    let account = AccountID(rawValue: 0)
    let leave = try await client.authorize(
      .sign(account: account, signingHash: transaction.signingHash),
      vault.deposit(VaultBench.passcode))
    if isSigned {
      _ = try await client.sign(leave, account, transaction)
    } else {
      await #expect(throws: SigningRefusal.publishedPhrase) {
        try await client.sign(leave, account, transaction)
      }
    }
    #expect(chainID.isDevelopment == isSigned)
  }
}

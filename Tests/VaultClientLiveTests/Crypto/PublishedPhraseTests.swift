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

  /// Phrases from tests and examples of other wallets and libraries.
  private static let examplePhrases = [
    "all all all all all all all all all all all all",
    "bottom drive obey lake curtain smoke basket hold race lonely fit walk",
    "radar blur cabbage chef fix engine embark joy scheme fiction master release",
    "spread raise short crane omit tent fringe mandate neglect detail suspect cradle",
    "forum vessel pink push lonely enact gentle tail admit parrot grunt dress",
    "announce room limb pattern dry unit scale effort smooth jazz weasel alcohol",
    "stuff slice staff easily soup parent arm payment cotton trade scatter struggle",
    "gesture rather obey video awake genuine patient base soon parrot upset lounge",
    "concert load couple harbor equip island argue ramp clarify fence smart topic",
    "phrase upgrade clock rough situate wedding elder clever doctor stamp excess tent",
    "media nerve fog identify typical physical aspect doll bar fossil frost because",
    "ill song party come kid carry calm captain state purse weather ozone",
    "seed sock milk update focus rotate barely fade car face mechanic mercy",
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
    let phrases = try Self.vectorPhrases() + Self.developmentPhrases + Self.examplePhrases
    #expect(phrases.count == 40)
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

  /// Keys from documentation and development chains that are not derived from a phrase, and small
  /// numbers.
  @Test(arguments: [
    "b71c71a67e1177ad4e901695e1b4b9ee17ae16c6668d313eac2f96dbcda3f291",
    "8f2a55949038a9610f50fb23b5883af3b4ecb3c3bb792cbcefbd1542c692be63",
    "5fb92d6e98884f76de468fa3f6278f8807c48bebc13595d45af5bdc4da702133",
    "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
    "1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727",
    String(repeating: "0", count: 63) + "1",
    String(repeating: "0", count: 48) + "ffffffffffffffff",
  ])
  func publishedKeysAreRefusedOffDevelopmentChains(key: String) async throws {
    let vault = VaultBench().makeVault(acceptsPublishedPhrases: false)
    await #expect(throws: PhraseImportRefusal.published) {
      try await VaultClient.live(vault).importPhrase(vault.deposit(key))
    }
  }

  /// The smallest number that is not a small key.
  @Test func aKeyOfSixtyFiveBitsIsImported() async throws {
    let vault = VaultBench().makeVault(acceptsPublishedPhrases: false)
    let key = String(repeating: "0", count: 47) + "10000000000000000"
    _ = try await VaultClient.live(vault).importPhrase(vault.deposit(key))
  }

  /// Each account is marked as published, even a derived one, and after each opening.
  @Test func accountsSayThatTheirKeysArePublished() async throws {
    let bench = VaultBench()
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    #expect(try await client.deriveAccount().isPublished)
    await client.lock()
    let accounts = try await client.unlock(vault.deposit(VaultBench.passcode))
    #expect(accounts.count == 2)
    for account in accounts {
      #expect(account.isUnsafe(on: 1) && account.isUnsafe(on: 31_338))
      #expect(!account.isUnsafe(on: 1_337) && !account.isUnsafe(on: 31_337))
    }
    let other = try await VaultBench().makeOpenVault(phrase: Self.unknownPhrase())
    guard case .unlocked(let own) = try await VaultClient.live(other).status() else {
      Issue.record("expected an open vault")
      return
    }
    #expect(own.map(\.isPublished) == [false] && !own[0].isUnsafe(on: 1))
  }

  private static func unknownPhrase() throws -> String {
    let phrase = try Mnemonic(entropy: SecretBytes([UInt8](1...16))).phrase()
    return phrase.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Money may always leave such an account: the feature that pays asks a question before the
  /// passcode.
  @Test(arguments: [1, 11_155_111, 31_337, 31_338] as [ChainID])
  func theySignOnEveryChain(chainID: ChainID) async throws {
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
    _ = try await client.sign(leave, account, transaction)
  }
}

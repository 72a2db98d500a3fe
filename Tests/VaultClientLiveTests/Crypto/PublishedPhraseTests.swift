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

  /// Phrases of development networks, books, and emulators of hardware wallets.
  private static let networkPhrases = [
    "giant issue aisle success illegal bike spike question tent bar rely arctic volcano "
      + "long crawl hungry vocal artwork sniff fantasy very lucky have athlete",
    "army van defense carry jealous true garbage claim echo media make crunch",
    "cake apple borrow silk endorse fitness top denial coil riot stay wolf luggage "
      + "oxygen faint major edit measure invite love trap field dilemma oblige",
    "coral allow abandon recipe top tray caught video climb similar prepare bracket "
      + "antenna rubber announce gauge volume hub hood burden skill immense add acid",
    "alcohol woman abuse must during monitor noble actual mixed trade anger aisle",
    "clock radar mass judge dismiss just intact mind resemble fringe diary casino",
    "praise you muffin lion enable neck grocery crumble super myself license ghost",
    "tag volcano eight thank tide danger coast health above argue embrace heavy",
    "finish oppose decorate face calm tragic certain desk hour urge dinosaur mango",
    "debris electric learn dove warrior grow pistol carry either curve radio hidden",
    "equip will roof matter pink blind book anxiety banner elbow sun young",
    "glory promote mansion idle axis finger extra february uncover one trip resource "
      + "lawn turtle enact monster seven myth punch hobby comfort wild raise skin",
    "copper push brief egg scan entry inform record adjust fossil boss egg comic alien "
      + "upon aspect dry avoid interest fury window hint race symptom",
    "maximum display century economy unlock van census kite error heart snow filter "
      + "midnight usage egg venture cash kick motor survey drastic edge muffin visual",
    "will wear settle write dance topic tape sea glory hotel oppose rebel client problem "
      + "era video gossip glide during yard balance cancel file rose",
    "doll midnight silk carpet brush boring pluck office gown inquiry duck chief aim "
      + "exit gain never tennis crime fragile ship cloud surface exotic patch",
    "gesture inject test cycle original hollow east ridge hen combine junk child bacon "
      + "zero hope comfort vacuum milk pitch cage oppose unhappy lunar seat",
    "shoot island position soft burden budget tooth cruel issue economy destroy above",
    "quality vacuum heart guard buzz spike sight swarm shove special gym robust assume "
      + "sudden deposit grid alcohol choice devote leader tilt noodle tide penalty",
    "pill tomorrow foster begin walnut borrow virtual kick shift mutual shoe scatter",
    "test walk nut penalty hip pave soap entry language right filter choice",
    "notice oak worry limit wrap speak medal online prefer cluster roof addict wrist "
      + "behave treat actual wasp year salad speed social layer crew genius",
    "surround miss nominee dream gap cross assault thank captain prosper drop duty group "
      + "candy wealth weather scale put",
    "couple robot escape silent main once smoke check good basket mimic similar",
    "vault salon bonus asset raw rapid split balance logic employ fuel atom",
    "logic easily waste eager injury oval sentence wine bomb embrace gossip supreme",
    "raw include ecology social turtle still perfect trip dance food welcome aunt "
      + "patient very toss very program estate diet portion city camera loop guess",
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
    try await expectRefusals(of: phrases)
  }

  @Test func phrasesOfNetworksAndBooksAreRefused() async throws {
    try await expectRefusals(of: Self.networkPhrases)
  }

  private func expectRefusals(of phrases: [String]) async throws {
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
    "b6b15c8cb491557369f3c7d2c287b053eb229daa9c22138887752191c9520659",
    "45a915e4d060149eb4365960e6a7a45f334393093061116b197e3240065ff2d8",
    "348ce564d427a3311b6536bbcff9390d69395b06ed6c486954e971d960fe8709",
    "bcdf20249abf0ed6d944c0288fad489e33f66b3960d9e6229c1cd214ed3bbe31",
    "0123456789012345678901234567890123456789012345678901234567890123",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    String(repeating: "deadbeef", count: 8), "8" + String(repeating: "0", count: 63),
    "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
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

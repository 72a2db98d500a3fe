import DurableFilesTesting
import EthereumCrypto
import Testing
import VaultClient

@testable import VaultClientLive

/// Nothing that the vault returns, and no refusal, contains a secret.
@Suite struct VaultSecrecyTests {
  private static let passcode = "Tr0ub4dor-and-3"
  private let bench = VaultBench()

  /// Returns everything that describing, dumping and inspecting a value reveals.
  private func everythingSaid(of value: Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    let described = String(describing: value)
    let reflected = String(reflecting: value)
    let children = Mirror(reflecting: value).children.map { "\($0.label ?? ""): \($0.value)" }
    return ([described, reflected, dumped] + children).joined(separator: "\n")
  }

  private func expectNoSecret(
    in value: Any, _ secrets: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let said = everythingSaid(of: value)
    for secret in secrets {
      #expect(!said.contains(secret), sourceLocation: sourceLocation)
    }
  }

  @Test func theTestItselfFindsASecretThatIsThere() {
    struct Leak { let passcode = VaultSecrecyTests.passcode }
    #expect(everythingSaid(of: Leak()).contains(Self.passcode))
  }

  @Test func handlesSayNothingButNumbers() async throws {
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    let secret = await vault.deposit(Self.passcode)
    expectNoSecret(in: secret, [Self.passcode])
    #expect(String(describing: secret) == "SecretHandle(id: 1)")
    let phrase = try await client.beginCreation(12)
    try await client.showPhrase(phrase)
    let words = bench.shown[0].split(separator: " ").map(String.init)
    #expect(String(describing: phrase) == "PhraseHandle(id: 1, wordCount: 12)")
    expectNoSecret(in: phrase, words)
  }

  @Test func vaultSaysNothingOfWhatItHolds() async throws {
    let vault = try await bench.makeOpenVault()
    _ = await vault.deposit(Self.passcode)
    let client = VaultClient.live(vault)
    let leave = try await client.authorize(.revealPhrase, vault.deposit(VaultBench.passcode))
    let secrets = [Self.passcode, VaultBench.passcode, "test test", "junk"]
    expectNoSecret(in: vault, secrets)
    expectNoSecret(in: leave, secrets)
    expectNoSecret(in: try await client.status(), secrets)
    expectNoSecret(in: client, secrets)
  }

  @Test func boxedSecretSaysNothing() {
    let box = SecretBox(SecretBytes(Array(Self.passcode.utf8)))
    expectNoSecret(in: box, [Self.passcode])
    expectNoSecret(in: [box], [Self.passcode])
    expectNoSecret(in: Optional(box) as Any, [Self.passcode])
    #expect(String(describing: box) == "(secret)")
  }

  @Test func refusalsSayNothingOfWhatWasTyped() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let unlocking = await #expect(throws: UnlockRefusal.self) {
      try await client.unlock(vault.deposit(Self.passcode))
    }
    expectNoSecret(in: unlocking as Any, [Self.passcode])
    let other = VaultBench()
    let importing = await #expect(throws: PhraseImportRefusal.self) {
      let empty = other.makeVault()
      let words = Array(repeating: "abandon", count: 11) + ["Tr0ub4dor"]
      return try await VaultClient.live(empty).importPhrase(
        empty.deposit(words.joined(separator: " ")))
    }
    expectNoSecret(in: importing as Any, ["Tr0ub4dor"])
  }

  @Test func nothingReadableOfThePhraseOrThePasscodeIsOnTheDisk() async throws {
    let vault = try await bench.makeOpenVault()
    _ = try await VaultClient.live(vault).renameAccount(AccountID(rawValue: 0), "Holidays")
    let entropy: [UInt8] = [0xDF, 0x9B, 0xF3, 0x7E, 0x6F, 0xCD, 0xF9, 0xBF]
    for path in bench.disk.paths {
      let contents = try #require(bench.disk.contents(path))
      for text in ["test", "junk", VaultBench.passcode, "Holidays", "f39F", "df9bf37e"] {
        #expect(contents.firstRange(of: Array(text.utf8)) == nil, "\(text) in \(path)")
      }
      #expect(contents.firstRange(of: entropy) == nil, "entropy in \(path)")
    }
  }
}

import DurableFilesTesting
import EthereumCrypto
import EthereumPrimitives
import Testing
import VaultClient

@testable import VaultClientLive

/// Files that were written by the first version, which every later one must open.
@Suite struct VaultFormatTests {
  private static let deviceKey =
    "0x235d8ef24903ae2df4426de018653949a943c319a47824f241b98f8e78d01ed4"
  private static let vault = """
    0x7b22636970686572223a226165732d3235362d67636d222c226465766963654b65794944223a223138\
    3964663534383038653363356363222c22666f726d6174223a2268656164726163652d7661756c74222c\
    226b6466223a7b22636f7374223a7b226e223a31362c2270223a312c2272223a317d2c226e616d65223a\
    22736372797074222c2273616c74223a2262393766303964623136633038363165396139623535653863\
    646538326437366132393031636463343336363031626139653135383165616366616633623164227d2c\
    226e6f6e6365223a22396534613661646438643064663430346538663465303632222c2276657273696f\
    6e223a317d0a311f79c47cf533572dad1505347d1f2e83ac7c1a1dd398b6b4875eb09c54a7995914db14\
    53402335a2333899da7a667a82fbd63d075e44fdd5a737e9de14f26d5d8e8219137ec0bcc3cd790a8ba8\
    013e6d6bc390e8387807d41374b92e4634316b8c759ab816b7ba9ff7762c40715c71f9d5d33ca2bb361f\
    524b92ca15bdc47173362f8c420e517fcd854b3afae18aaff8c03818ee1222da43093c77f289c226fb28\
    acf9ccdd507b3fd835497e110316f28b7709ac2b044377da8dae80dd6304b1da76a60ae80ceee7a53ce6\
    49bad5d4e5a7d2ebfa14a144fa192d0f7a917e85ff041146c809d5db293738daf72ebb1845366e841030\
    fe7a122256c6c5a6506dc10a49e6e95421a6fec8c473953d4e54a7777caffb47ff968eb0
    """

  /// Writes a vault of the first version, with the ledger that it wrote before it.
  static func putVaultOfTheFirstVersion(on disk: SimulatedDisk) throws {
    disk.put(AttemptLedger.cleared(at: VaultBench.start).encoded, at: VaultBench.attemptsPath)
    disk.put(try Hex.decode(Self.vault), at: VaultBench.vaultPath)
    disk.put(try Hex.decode(Self.deviceKey), at: VaultBench.deviceKeyPath)
  }

  /// The vault of the same randomness in today's format: its creation is its first opening.
  private static let newVault = """
    0x7b22636970686572223a226165732d3235362d67636d222c226465766963654b65794944223a22313839\
    64663534383038653363356363222c22666f726d6174223a2268656164726163652d7661756c74222c226b\
    6466223a7b22636f7374223a7b226e223a31362c2270223a312c2272223a317d2c226e616d65223a227363\
    72797074222c2273616c74223a226239376630396462313663303836316539613962353565386364653832\
    6437366132393031636463343336363031626139653135383165616366616633623164227d2c226e6f6e63\
    65223a22396534613661646438643064663430346538663465303632222c226f70656e696e6773223a312c\
    2276657273696f6e223a327d0a311f79c47cf533572dad1505347d1f2e83ac7c1a1dd398b6b4875eb09c54\
    a7995914db1453402335a2333899da7a667a82fbd63d075e44fdd5a737e9de14f26d5d8e8219137ec0bcc3\
    cd790a8ba8013e6d6bc390e8387807d41374b92e4634316b8c759ab816b7ba9ff7762c40715c71f9d5d33c\
    a2bb361f524b92ca15bdc47173362f8c420e517fcd854b3afae18aaff8c03818ee1222da43093c77f289c2\
    26fb28acf9ccdd507b3fd835497e110316f28b7709ac2b044377da8dae80dd6304b1da76a60ae80ceee7a5\
    3ce649bad5d4e5a7d2ebfa14a144fa192d0f7a917e85ff041146c809d5db2937ec0156e10da3773a0e877d\
    aff91f29192102f400393ccae2c54710eb33cb7f3df0c8408b628662ef9651a524b1eeb255
    """

  @Test func vaultOfTheFirstVersionOpens() async throws {
    let bench = VaultBench()
    try Self.putVaultOfTheFirstVersion(on: bench.disk)
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    let accounts = try await client.unlock(vault.deposit(VaultBench.passcode))
    #expect(accounts.map(\.address.checksummed) == Array(VaultBench.addresses.prefix(2)))
    #expect(accounts.map(\.name) == ["Savings", "Account 2"])
    try await client.revealPhrase(
      client.authorize(.revealPhrase, vault.deposit(VaultBench.passcode)))
    #expect(bench.shown == [VaultBench.phrase])
  }

  @Test func sameRandomnessWritesTheSameVault() async throws {
    let bench = VaultBench(seed: 2026)
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    _ = try await client.deriveAccount()
    _ = try await client.renameAccount(AccountID(rawValue: 0), "Savings")
    let written = try #require(bench.disk.contents(VaultBench.vaultPath))
    #expect(Hex.encode(written) == Self.newVault)
    let key = try #require(bench.disk.contents(VaultBench.deviceKeyPath))
    #expect(Hex.encode(key) == Self.deviceKey)
  }
}

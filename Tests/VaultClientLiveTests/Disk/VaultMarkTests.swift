import DurableFilesTesting
import EthereumCrypto
import Testing
import VaultClient
import VaultClientLive

/// The mark that names a vault without its passcode.
@Suite struct VaultMarkTests {
  private let bench = VaultBench()

  private func mark() throws -> String? {
    VaultMark.read(fromFile: try #require(bench.disk.contents(VaultBench.vaultPath)))
  }

  @Test func itStaysWhenTheVaultIsOpenedAndGetsAnAccount() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let before = try #require(bench.disk.contents(VaultBench.vaultPath))
    let mark = try #require(VaultMark.read(fromFile: before))
    #expect(try mark.wholeMatch(of: Regex("0x[0-9a-f]{64}")) != nil)
    await client.lock()
    _ = try await client.unlock(vault.deposit(VaultBench.passcode))
    _ = try await client.deriveAccount()
    #expect(bench.disk.contents(VaultBench.vaultPath) != before)
    #expect(try self.mark() == mark)
  }

  @Test func anotherPasscodeIsAnotherMark() async throws {
    let vault = try await bench.makeOpenVault()
    let client = VaultClient.live(vault)
    let before = try mark()
    let leave = try await client.authorize(.changePasscode, vault.deposit(VaultBench.passcode))
    let new = "battery staple"
    try await client.changePasscode(leave, .passphrase, vault.deposit(new), vault.deposit(new))
    let after = try #require(try mark())
    #expect(after != before)
  }

  @Test func bytesThatAreNoVaultHaveNone() async throws {
    _ = try await bench.makeOpenVault()
    let bytes = try #require(bench.disk.contents(VaultBench.vaultPath))
    #expect(VaultMark.read(fromFile: []) == nil)
    #expect(VaultMark.read(fromFile: bytes.dropLast()) == nil)
    #expect(VaultMark.read(fromFile: Array(bytes.reversed())) == nil)
  }
}

import DurableFiles
import EthereumCrypto
import Foundation
import Synchronization
import Testing
import VaultClient
import VaultClientLive

/// The vault as hosts run it: the machine's disk, clocks and randomness, and scrypt at its full
/// cost.
@Suite final class VaultProductionTests {
  private let folder = NSTemporaryDirectory() + "headrace-\(UUID().uuidString)"

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test func vaultIsCreatedAndOpenedOnTheMachine() async throws {
    let configuration = VaultConfiguration(folder: folder, acceptsPublishedPhrases: true)
    #expect(configuration.scrypt == ScryptCost(n: 1 << 18, r: 8, p: 1))
    let first = Vault(configuration: configuration)
    let client = VaultClient.live(first)
    #expect(try await client.status() == .empty)
    #expect(!FileManager.default.fileExists(atPath: folder))
    let phrase = try await client.importPhrase(first.deposit(VaultBench.phrase))
    try await client.setPasscode(
      phrase, .passphrase, first.deposit(VaultBench.passcode), first.deposit(VaultBench.passcode))
    let committed = try await client.commit(phrase)
    #expect(committed.accounts.map(\.address.checksummed) == [VaultBench.addresses[0]])

    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["attempts", "device-key", "lock", "vault"])
    for name in names {
      #expect(try FileSystem.posix.mode(folder + "/" + name) == 0o600, "\(name)")
    }
    #expect(try FileSystem.posix.mode(folder) == 0o700)

    let second = Vault(configuration: configuration)
    let other = VaultClient.live(second)
    let stages = await other.progress()
    let fractions = Mutex<[Double]>([])
    let watching = Task {
      for await case .derivingKey(let fraction) in stages {
        fractions.withLock { $0.append(fraction) }
      }
    }
    let accounts = try await other.unlock(second.deposit(VaultBench.passcode))
    #expect(accounts == committed.accounts)
    watching.cancel()
    await watching.value
    let seen = fractions.withLock { $0 }
    // The number of values depends on the machine: only the newest one waits for a slow observer.
    #expect(seen == seen.sorted())
    #expect(seen.allSatisfy { (0..<1).contains($0) })
  }
}

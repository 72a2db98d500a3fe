import DurableFiles
import DurableFilesTesting
import EthereumCrypto
import EthereumPrimitives
import Foundation
import Synchronization
import TestEffort
import Testing
import VaultClient
import VaultClientLive

/// A vault on a simulated disk, with reproducible clocks and randomness.
final class VaultBench: Sendable {
  static let folder = "/wallet"
  static let vaultPath = "/wallet/vault"
  static let attemptsPath = "/wallet/attempts"
  static let deviceKeyPath = "/wallet/device-key"
  static let passcode = "correct horse"
  static let start = TimeReading(
    wallMilliseconds: 1_800_000_000_000, bootMilliseconds: 1_000, bootID: "start 0")

  let disk: SimulatedDisk
  private let display = Mutex<[String]>([])
  private let reading = Mutex(VaultBench.start)
  private let generator: Mutex<SplitMix>

  init(seed: UInt64 = 1, disk: SimulatedDisk = SimulatedDisk()) {
    self.disk = disk
    generator = Mutex(SplitMix(state: seed))
  }

  // MARK: - Vaults

  /// Ends pauses; typed secrets are kept.
  static let later: @Sendable (Int64, @escaping @Sendable () -> Void) -> Void = { time, work in
    if time < 1_000 { VaultEnvironment.live.later(time, work) }
  }

  /// Makes a vault on this bench's disk, as a process would when it starts.
  func makeVault(
    in folder: String = VaultBench.folder, display phraseDisplay: PhraseDisplay? = nil,
    deviceKeyPath: String? = nil,
    acceptsPublishedPhrases: Bool = true,
    background: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    later: @escaping @Sendable (Int64, @escaping @Sendable () -> Void) -> Void = VaultBench.later
  ) -> Vault {
    Vault(
      configuration: VaultConfiguration(
        folder: folder, deviceKeyPath: deviceKeyPath, scrypt: .testing,
        acceptsPublishedPhrases: acceptsPublishedPhrases),
      environment: makeEnvironment(background: background, later: later),
      display: phraseDisplay
        ?? PhraseDisplay { (words: borrowing SecretBytes) throws(PhraseDisplay.Unavailable) in
          let text = words.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
          self.display.withLock { $0.append(text) }
        })
  }

  /// Makes the environment of a vault on this bench's disk.
  func makeEnvironment(
    background: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    later: @escaping @Sendable (Int64, @escaping @Sendable () -> Void) -> Void = VaultBench.later
  ) -> VaultEnvironment {
    VaultEnvironment(
      files: disk.files, time: VaultTime { self.reading.withLock { $0 } },
      random: VaultRandom(
        secret: { count in SecretBytes(self.randomBytes(count)) },
        below: { bound in self.generator.withLock { Int.random(in: 0..<bound, using: &$0) } }),
      background: background, later: later)
  }

  /// Makes a vault that was created with a phrase and the usual passcode, and is open.
  func makeOpenVault(phrase: String = VaultBench.phrase) async throws -> Vault {
    let vault = makeVault()
    try await create(in: vault, phrase: phrase)
    return vault
  }

  /// Creates a vault with a phrase and the usual passcode.
  @discardableResult
  func create(in vault: Vault, phrase: String = VaultBench.phrase) async throws -> CommittedVault {
    let client = VaultClient.live(vault)
    let handle = try await client.importPhrase(vault.deposit(phrase))
    try await client.setPasscode(
      handle, .passphrase, vault.deposit(Self.passcode), vault.deposit(Self.passcode))
    return try await client.commit(handle)
  }

  /// The phrases that were shown.
  var shown: [String] { display.withLock { $0 } }

  // MARK: - Clocks

  var now: TimeReading { reading.withLock { $0 } }

  var date: Date { date(in: 0) }

  func date(in milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(now.wallMilliseconds + milliseconds) / 1_000)
  }

  func advance(milliseconds: Int64) {
    reading.withLock {
      $0.wallMilliseconds += milliseconds
      $0.bootMilliseconds = ($0.bootMilliseconds ?? 0) + milliseconds
    }
  }

  func setWallClock(back milliseconds: Int64, restartingAs bootID: String? = nil) {
    reading.withLock {
      $0.wallMilliseconds -= milliseconds
      if let bootID {
        $0.bootID = bootID
        $0.bootMilliseconds = 0
      }
    }
  }

  // MARK: - Randomness

  private func randomBytes(_ count: Int) -> [UInt8] {
    generator.withLock { generator in
      (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
  }

  /// A public phrase, and its addresses.
  static let phrase = "test test test test test test test test test test test junk"
  static let addresses = [
    "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  ]
}

extension Vault {
  /// Deposits a text, as if it were typed.
  func deposit(_ text: String) -> SecretHandle {
    deposit(SecretBytes(Array(text.utf8)))
  }
}

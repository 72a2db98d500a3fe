import ActivityClient
import ActivityClientLive
import DevChain
import DurableFiles
import DurableFilesTesting
import EthereumCrypto
import EthereumPrimitives
import EthereumTransactions
import Foundation
import Synchronization
import Testing
import VaultClient
import VaultClientLive

@testable import WalletCLI

/// The journal, and the vault that knows the journal's latest count.
@Suite struct JournalBindingTests {
  private static let passcode = "correct horse"

  private let disk = SimulatedDisk()
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func makeVault() -> Vault {
    Vault(
      configuration: VaultConfiguration(
        folder: "/wallet", scrypt: .testing, acceptsPublishedPhrases: true),
      environment: VaultEnvironment(files: disk.files, background: { $0() }))
  }

  private func binding(_ vault: Vault) -> JournalBinding {
    JournalBinding(vault: vault, journal: ActivityJournal(folder: home.path + "/activity"))
  }

  private func create() async throws {
    let vault = makeVault()
    let client = VaultClient.live(vault)
    let phrase = await vault.deposit(SecretBytes(Array(DevChainAccounts.mnemonic.utf8)))
    let handle = try await client.importPhrase(phrase)
    let first = await vault.deposit(SecretBytes(Array(Self.passcode.utf8)))
    let second = await vault.deposit(SecretBytes(Array(Self.passcode.utf8)))
    try await client.setPasscode(handle, .passphrase, first, second)
    _ = try await client.commit(handle)
  }

  private func open() async throws -> JournalBinding {
    let vault = makeVault()
    _ = try await VaultClient.live(vault).unlock(
      await vault.deposit(SecretBytes(Array(Self.passcode.utf8))))
    return binding(vault)
  }

  @Test func aUseCountsInBoth() async throws {
    try await create()
    let binding = try await open()
    try await binding.use(isSigning: false)
    #expect(try await binding.vault.journalMark() == nil)
    for count: UInt64 in 1...3 {
      try await binding.use(isSigning: true)
      #expect(try await binding.vault.journalMark()?.stamp == count)
    }
    // Another opening, another process: the same count.
    let other = try await open()
    try await other.use(isSigning: false)
    #expect(try await other.vault.journalMark()?.stamp == 4)
    try await binding.use(isSigning: true)
    #expect(try await binding.vault.journalMark()?.stamp == 5)
  }

  /// If the process is killed between the journal's count and the vault's, the journal is ahead,
  /// which is harmless.
  @Test func killedAtAnyStepThereIsNoFalseAlarm() async throws {
    try await create()
    let rehearsal = try await open()
    try await rehearsal.use(isSigning: true)
    let before = disk.stepCount
    try await rehearsal.use(isSigning: true)
    let stepCount = disk.stepCount - before
    #expect(stepCount > 8)
    for stop in SimulatedDisk.Stop.allCases {
      for step in 1...stepCount {
        let binding = try await open()
        disk.plan(.stop(stop), atStep: disk.stepCount + step)
        await #expect(throws: SigningRefusal.self, "\(stop) before step \(step)") {
          try await binding.use(isSigning: true)
        }
        disk.restart()
        let next = try await open()
        try await next.use(isSigning: true)
      }
    }
  }

  /// A disk that refuses is reported as such, and not as an old journal.
  @Test func aFullDiskIsNotAnOldJournal() async throws {
    try await create()
    let binding = try await open()
    try await binding.use(isSigning: true)
    disk.setCapacity(0)
    let refusal = await #expect(throws: SigningRefusal.self) {
      try await binding.use(isSigning: true)
    }
    guard case .storage(.diskFull) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    disk.setCapacity(.max)
    try await binding.use(isSigning: true)
  }

  /// A file that is not a database is reported as such: it may be repaired, an old copy may not.
  @Test func aDamagedJournalIsNotAnOldOne() async throws {
    try await create()
    try await open().use(isSigning: true)
    let name = "activity/payments.sqlite"
    for suffix in ["-wal", "-shm"] {
      _ = try FileSystem.posix.remove(home.path + "/" + name + suffix)
    }
    try home.install([name: Data(repeating: 0x5A, count: 8_192)])
    let binding = try await open()
    await #expect(
      throws: SigningRefusal.storage(.damaged(path: home.path + "/" + name))
    ) { try await binding.use(isSigning: true) }
  }

  /// An older vault beside an older journal can't be noticed.
  @Test func bothPutBackTogetherAreNotNoticed() async throws {
    try await create()
    let binding = try await open()
    try await binding.use(isSigning: true)
    let vault = try #require(disk.contents("/wallet/vault"))
    let files = try home.files()
    try await binding.use(isSigning: true)
    // The journal alone is noticed.
    try home.install(files)
    await #expect(throws: SigningRefusal.journalIsOlder) {
      try await binding.use(isSigning: true)
    }
    disk.put(vault, at: "/wallet/vault")
    try await binding.use(isSigning: true)
  }

  /// Returns the vault's stamp of the journal, at another count.
  private func stamp(_ count: UInt64, vault: Vault) async throws -> JournalStamp {
    JournalStamp(id: try #require(try await vault.journalMark()).id, count: count)
  }

  /// Home's question: it writes nothing, and notices a repair in the meantime.
  @Test func existingEntriesAreReportedBeforeASignature() async throws {
    try await create()
    let binding = try await open()
    let client = VaultClient.live(binding.vault).bound(by: binding)
    // A vault that knows no journal is no reason for an alarm, nor is a journal that is ahead.
    #expect(await client.journalStanding() == .asKnown)
    try await binding.use(isSigning: true)
    let files = try home.files()
    try await binding.use(isSigning: true)
    let before = try home.files()
    let vault = disk.contents("/wallet/vault")
    #expect(await client.journalStanding() == .asKnown)
    try home.install(files)
    #expect(await client.journalStanding() == .older)
    // Neither is written: the vault is unchanged, and the journal that was ahead has counted twice.
    #expect(disk.contents("/wallet/vault") == vault)
    try home.install(before)
    try await binding.journal.check(expecting: try await stamp(2, vault: binding.vault))
    await #expect(throws: StampRefusal.older) {
      try await binding.journal.check(expecting: try await stamp(3, vault: binding.vault))
    }
    try home.install(files)
    #expect(await client.journalStanding() == .older)

    // A locked vault can't answer; the earlier result stays.
    await client.lock()
    try home.install(before)
    #expect(await client.journalStanding() == .older)
    _ = try await client.unlock(
      await binding.vault.deposit(SecretBytes(Array(Self.passcode.utf8))))
    #expect(await client.journalStanding() == .asKnown)

    for name in before.keys { _ = try FileSystem.posix.remove(home.path + "/" + name) }
    #expect(await client.journalStanding() == .older)
    try await binding.accept()
    #expect(await client.journalStanding() == .asKnown)
  }

  @Test func anOpeningTellsWhatItFound() async throws {
    try await create()
    let binding = try await open()
    try await binding.use(isSigning: true)
    let files = try home.files()
    try await binding.use(isSigning: true)
    let told = Mutex<[JournalStatus]>([])
    let client = VaultClient.live(binding.vault).bound(by: binding) { standing in
      told.withLock { $0.append(standing) }
    }
    for place in [nil, files] {
      if let place { try home.install(place) }
      _ = try await client.unlock(
        await binding.vault.deposit(SecretBytes(Array(Self.passcode.utf8))))
    }
    #expect(told.withLock { $0 } == [.asKnown, .older])
    // The vault is open anyway, so that balances and earlier payments can be seen.
    guard case .unlocked = try await client.status() else {
      Issue.record("the vault is locked")
      return
    }
  }

  /// A payment opens the vault without an opening of the wallet, and locks it again: Home was
  /// silent after a refusal, and alarmed after a signature.
  @Test func aSignatureTellsWhatItFound() async throws {
    try await create()
    let binding = try await open()
    var unbound = VaultClient.live(binding.vault)
    // The journal is checked before the signature, which is refused for another reason.
    unbound.sign = { _, _, _ throws(SigningRefusal) in throw .unknownAccount }
    let client = unbound.bound(by: binding)
    let transaction = UnsignedTransaction.dynamicFee(
      DynamicFeeTransaction(
        chainID: 1337, nonce: 7, maxPriorityFeePerGas: 1, maxFeePerGas: 1, gasLimit: 21_000,
        to: .zero, value: 1))
    try await binding.use(isSigning: true)
    let older = try home.files()
    try await binding.use(isSigning: true)
    let newest = try home.files()
    try home.install(older)
    await #expect(throws: SigningRefusal.journalIsOlder) {
      try await client.sign(Authorization(id: 1), AccountID(rawValue: 0), transaction)
    }
    #expect(binding.finding.value == .older)
    try home.install(newest)
    await #expect(throws: SigningRefusal.unknownAccount) {
      try await client.sign(Authorization(id: 1), AccountID(rawValue: 0), transaction)
    }
    await client.lock()
    #expect(await client.journalStanding() == .asKnown)
  }

  @Test func anAcceptedJournalIsTheVaults() async throws {
    try await create()
    let binding = try await open()
    for _ in 1...5 { try await binding.use(isSigning: true) }
    let other = JournalBinding(
      vault: binding.vault, journal: ActivityJournal(folder: home.path + "/another"))
    await #expect(throws: SigningRefusal.journalIsOlder) { try await other.use(isSigning: true) }
    try await other.accept()
    #expect(try await binding.vault.journalMark()?.stamp == 1)
    try await other.use(isSigning: true)
    await #expect(throws: SigningRefusal.journalIsOlder) {
      try await binding.use(isSigning: true)
    }
  }

  /// Adding accounts and changing the passcode keep what the vault knows.
  @Test func changesOfTheVaultKeepTheCount() async throws {
    try await create()
    let binding = try await open()
    try await binding.use(isSigning: true)
    let client = VaultClient.live(binding.vault)
    _ = try await client.deriveAccount()
    let leave = try await client.authorize(
      .changePasscode, await binding.vault.deposit(SecretBytes(Array(Self.passcode.utf8))))
    let first = await binding.vault.deposit(SecretBytes(Array("another passcode".utf8)))
    let second = await binding.vault.deposit(SecretBytes(Array("another passcode".utf8)))
    try await client.changePasscode(leave, .passphrase, first, second)
    #expect(try await binding.vault.journalMark()?.stamp == 1)
  }

  /// A copy of the journal that was made between the stamp and the record of a payment had the
  /// stamp that the vault knew, and not the payment.
  @Test func aCopyFromBetweenTheSignatureAndTheRecordIsNoticed() async throws {
    try await create()
    let binding = try await open()
    try await binding.use(isSigning: true)
    let between = try home.files()
    var activity = ActivityClient()
    activity.record = { intent, transaction throws(RecordRefusal) in
      Payment(
        intent: intent, transactions: [transaction], recordedAt: Date(timeIntervalSince1970: 0),
        state: .broadcast)
    }
    activity.replace = { _, _ throws(ReplaceRefusal) in throw .unknownPayment }
    let bound = activity.bound(by: binding)
    let intent = PaymentIntent(chainID: 1, from: .zero, to: .zero, value: 1)
    let transaction = PaymentTransaction(
      nonce: 0, gasLimit: 21_000, maxFeePerGas: 1, maxPriorityFeePerGas: 1, hash: .zero,
      rawTransaction: [])
    #expect(try await bound.record(intent, transaction).intent == intent)
    let after = try home.files()
    #expect(try await binding.vault.journalMark()?.stamp == 2)
    try home.install(between)
    #expect(try await binding.look() == .older)
    try home.install(after)
    #expect(try await binding.look() == .asKnown)
    // A refused record does not count, and one beside a locked vault stays.
    await #expect(throws: ReplaceRefusal.unknownPayment) {
      _ = try await bound.replace(PaymentID(transactionHash: .zero), transaction)
    }
    #expect(try await binding.vault.journalMark()?.stamp == 2)
    await VaultClient.live(binding.vault).lock()
    #expect(try await bound.record(intent, transaction).intent == intent)
  }
}

import DurableFiles
import DurableFilesTesting
import TestEffort
import Testing
import VaultClient

@testable import VaultClientLive

@Suite struct VaultFileTests {
  private let bench = VaultBench()

  /// Returns the bytes of a vault, and the key that opens it.
  private func sealedVault() async throws -> (bytes: [UInt8], key: SecretBox) {
    let vault = try await bench.makeOpenVault()
    let key = try #require(await vault.open?.key)
    return (try #require(bench.disk.contents(VaultBench.vaultPath)), key)
  }

  @Test func headerSaysHowTheVaultIsSealedAndNothingElse() async throws {
    let bytes = try await sealedVault().bytes
    let file = try VaultFile(decoding: bytes)
    let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    #expect(
      line == """
        {"cipher":"aes-256-gcm","deviceKeyID":"\(LowercaseHex.encode(file.deviceKeyID))",\
        "format":"headrace-vault","kdf":{"cost":{"n":16,"p":1,"r":1},"name":"scrypt",\
        "salt":"\(LowercaseHex.encode(file.salt))"},"nonce":"\(LowercaseHex.encode(file.nonce))",\
        "openings":1,"version":2}
        """)
    #expect(file.salt.count == 32)
    #expect(file.nonce.count == 12)
    #expect(file.encoded == bytes)
  }

  @Test func changingAnyByteIsNoticedBeforeAPasscodeIsLookedAt() async throws {
    let (bytes, _) = try await sealedVault()
    for index in bytes.indices {
      for flip in [UInt8(0x01), 0x20, 0x80, 0xFF] {
        var changed = bytes
        changed[index] ^= flip
        #expect(throws: VaultFile.Unreadable.damaged, "byte \(index) ^ \(flip)") {
          try VaultFile(decoding: changed)
        }
      }
    }
    for count in 0..<bytes.count {
      #expect(throws: VaultFile.Unreadable.damaged, "first \(count) bytes") {
        try VaultFile(decoding: Array(bytes.prefix(count)))
      }
    }
    #expect(throws: VaultFile.Unreadable.damaged) { try VaultFile(decoding: bytes + [0]) }
  }

  @Test func changingAnyByteAndTheHashOpensNothing() async throws {
    let (bytes, key) = try await sealedVault()
    #expect(VaultCrypto.open(try VaultFile(decoding: bytes), key: key) != nil)
    let body = Array(bytes.dropLast(SealedFile.hashByteCount))
    var decodedCount = 0
    for index in body.indices {
      for flip in [UInt8(0x01), 0x02, 0x20, 0x80] {
        var changed = body
        changed[index] ^= flip
        changed += VaultCrypto.hash(changed)
        do throws(VaultFile.Unreadable) {
          let file = try VaultFile(decoding: changed)
          decodedCount += 1
          #expect(VaultCrypto.open(file, key: key) == nil, "byte \(index) ^ \(flip)")
        } catch {
          // Refused even before it was tried.
        }
      }
    }
    // Every change of the ciphertext and many of the salt, nonce and cost are well formed.
    #expect(decodedCount > 4 * 100)
  }

  @Test func changedVaultIsReportedAsDamagedAndCostsNoTry() async throws {
    let bytes = try await sealedVault().bytes
    var changed = bytes
    changed[changed.count - 40] ^= 1
    bench.disk.put(changed, at: VaultBench.vaultPath)
    let vault = bench.makeVault()
    let client = VaultClient.live(vault)
    let handle = await vault.deposit(VaultBench.passcode)
    await #expect(throws: UnlockRefusal.storage(.damaged(path: VaultBench.vaultPath))) {
      try await client.unlock(handle)
    }
    bench.disk.put(bytes, at: VaultBench.vaultPath)
    #expect(try await client.status() == .locked(.tries(left: 5)))
  }

  @Test func newerVaultIsNamedAndNotTouched() async throws {
    let bytes = try await sealedVault().bytes
    let text = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    let newer = text.replacing("\"version\":2}", with: "\"version\":4}")
    var changed = Array(newer.utf8) + bytes.dropFirst(text.utf8.count).dropLast(32)
    changed += VaultCrypto.hash(changed)
    bench.disk.put(changed, at: VaultBench.vaultPath)
    let client = VaultClient.live(bench.makeVault())
    let failure = VaultStorageFailure.unsupportedVersion(found: 4, supported: 3)
    await #expect(throws: failure) { try await client.status() }
    await #expect(throws: CreationRefusal.storage(failure)) { try await client.beginCreation(12) }
    #expect(bench.disk.contents(VaultBench.vaultPath) == changed)
  }

  @Test(arguments: [
    (0, 8, 1), (1, 8, 1), (3, 8, 1), (1 << 21, 8, 1), (-2, 8, 1), (Int.min, 8, 1), (16, 0, 1),
    (16, 17, 1), (16, 8, 0), (16, 8, 5), (Int.max, 8, 1),
  ])
  func costsThatWouldTakeTheMachineAreRefused(n: Int, r: Int, p: Int) {
    #expect(ScryptCost(n: n, r: r, p: p) == nil)
  }

  @Test(arguments: [(2, 1, 1), (1 << 20, 16, 4), (1 << 18, 8, 1)])
  func costsAtTheLimitsAreTaken(n: Int, r: Int, p: Int) {
    #expect(ScryptCost(n: n, r: r, p: p) != nil)
  }

  @Test func machineStoppedWhileCreatingLeavesNoVaultOrAWholeOne() async throws {
    let rehearsal = try await bench.makeOpenVault()
    _ = rehearsal
    let stepCount = bench.disk.stepCount
    for stop in SimulatedDisk.Stop.allCases {
      for step in Effort.steps(stepCount) {
        let bench = VaultBench()
        bench.disk.plan(.stop(stop), atStep: step)
        await #expect(throws: (any Error).self, "\(stop) before step \(step)") {
          try await bench.create(in: bench.makeVault())
        }
        bench.disk.restart()
        let next = bench.makeVault()
        let client = VaultClient.live(next)
        switch try await client.status() {
        case .empty:
          #expect(try await bench.create(in: next).setAsidePath == nil)
        case .locked(let allowance):
          #expect(allowance == .tries(left: 5), "\(stop) before step \(step)")
          _ = try await client.unlock(next.deposit(VaultBench.passcode))
        case .unlocked:
          Issue.record("unlocked: \(stop) before step \(step)")
        }
      }
    }
  }

  @Test func machineStoppedWhileAddingAnAccountLeavesTheOldOrTheNewVault() async throws {
    let rehearsal = try await bench.makeOpenVault()
    let before = bench.disk.stepCount
    _ = try await VaultClient.live(rehearsal).deriveAccount()
    let stepCount = bench.disk.stepCount - before
    for stop in SimulatedDisk.Stop.allCases {
      for step in Effort.steps(stepCount) {
        let bench = VaultBench()
        let vault = try await bench.makeOpenVault()
        bench.disk.plan(.stop(stop), atStep: bench.disk.stepCount + step)
        await #expect(throws: AccountRefusal.self, "\(stop) before step \(step)") {
          try await VaultClient.live(vault).deriveAccount()
        }
        bench.disk.restart()
        let next = bench.makeVault()
        let accounts = try await VaultClient.live(next).unlock(next.deposit(VaultBench.passcode))
        #expect([1, 2].contains(accounts.count), "\(stop) before step \(step)")
      }
    }
  }

  @Test func everyStepRefusedWhileCreatingIsReportedAndCanBeTriedAgain() async throws {
    let rehearsal = try await bench.makeOpenVault()
    _ = rehearsal
    let stepCount = bench.disk.stepCount
    for step in Effort.steps(stepCount) {
      let bench = VaultBench()
      bench.disk.plan(.refuse(.diskFull), atStep: step)
      let vault = bench.makeVault()
      await #expect(throws: (any Error).self, "step \(step)") {
        try await bench.create(in: vault)
      }
      if try await VaultClient.live(vault).status() == .empty {
        try await bench.create(in: vault)
      } else {
        _ = try await VaultClient.live(vault).unlock(vault.deposit(VaultBench.passcode))
      }
    }
  }
}

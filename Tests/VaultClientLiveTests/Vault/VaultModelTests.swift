import Foundation
import TestEffort
import Testing
import VaultClient
import VaultClientLive

/// Long random lives of a vault, compared with a model that fits on a page.
@Suite struct VaultModelTests {
  /// The expected state of a vault with the usual passcode.
  private struct Model {
    var accountNames = ["Account 1"]
    var isOpen = true
    var failureCount = 0
    var waitingUntil: Int64 = .min
    var grants: [(authorization: Authorization, purpose: AuthorizationPurpose, endsAt: Int64)] = []

    static func waitMinutes(_ failureCount: Int) -> Int64 {
      let waits: [Int64] = [0, 0, 0, 0, 0, 1, 5, 15, 60, 120, 240, 480, 960]
      return failureCount < waits.count ? waits[failureCount] : 1_440
    }

    /// Returns the answer to a try of a passcode; nil if it is right.
    mutating func attempt(isRight: Bool, at now: Int64) -> UnlockRefusal? {
      let date = { (milliseconds: Int64) in
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
      }
      guard now >= waitingUntil else { return .backedOff(until: date(waitingUntil)) }
      if isRight {
        failureCount = 0
        waitingUntil = .min
        return nil
      }
      failureCount += 1
      let wait = Self.waitMinutes(failureCount) * 60_000
      guard wait > 0 else { return .wrongPasscode(triesLeft: 5 - failureCount) }
      waitingUntil = now + wait
      return .wrongPasscodeThenBackedOff(until: date(waitingUntil))
    }

    mutating func spend(_ index: Int, for purpose: AuthorizationPurpose, at now: Int64) -> Verdict {
      let grant = grants.remove(at: index)
      guard isOpen else { return .locked }
      guard now < grant.endsAt else { return .gone }
      return grant.purpose == purpose ? .granted : .otherPurpose
    }

    enum Verdict: Equatable { case granted, locked, gone, otherPurpose }
  }

  /// Seeds that have found a defect run first; so far none has.
  @Test(arguments: Array(UInt64(1)...Effort.count(60)))
  func vaultBehavesLikeItsModel(seed: UInt64) async throws {
    var generator = SplitMix(state: seed)
    let bench = VaultBench(seed: seed)
    var vault = try await bench.makeOpenVault()
    var model = Model()
    var trace: [String] = []
    for _ in 0..<60 {
      let now = bench.now.wallMilliseconds
      let client = VaultClient.live(vault)
      let isRight = Int.random(in: 0..<3, using: &generator) == 0
      let passcode = isRight ? VaultBench.passcode : "wrong horse"
      let purpose: AuthorizationPurpose = Bool.random(using: &generator) ? .revealPhrase : .erase
      let operation = Int.random(in: 0..<10, using: &generator)
      trace.append("\(operation)\(isRight ? "r" : "w")")
      let comment: Comment = "seed \(seed): \(trace.joined(separator: " "))"
      switch operation {
      case 0, 1:
        let expected = model.attempt(isRight: isRight, at: now)
        #expect(
          await refusal { () throws(UnlockRefusal) in
            try await client.unlock(vault.deposit(passcode))
          } == expected, comment)
        if expected == nil { model.isOpen = true }
      case 2:
        await client.lock()
        model.isOpen = false
        // Voided: only a meaningless number is left.
        model.grants = model.grants.map { ($0.authorization, $0.purpose, .min) }
      case 3:
        bench.advance(milliseconds: Int64.random(in: 0...120_000, using: &generator))
      case 4:
        bench.advance(milliseconds: Int64.random(in: 0...7_200_000, using: &generator))
      case 5:
        vault = bench.makeVault()
        model.isOpen = false
        model.grants = []
      case 6:
        do throws(AuthorizationRefusal) {
          let leave = try await client.authorize(purpose, vault.deposit(passcode))
          #expect(model.isOpen, comment)
          #expect(model.attempt(isRight: isRight, at: now) == nil, comment)
          model.grants.append((leave, purpose, now + 60_000))
        } catch {
          if model.isOpen {
            let expected = model.attempt(isRight: isRight, at: now)
            #expect(error == expected.map(AuthorizationRefusal.passcode), comment)
          } else {
            #expect(error == .locked, comment)
          }
        }
      case 7 where !model.grants.isEmpty:
        let index = Int.random(in: model.grants.indices, using: &generator)
        let leave = model.grants[index].authorization
        let wasOpen = model.isOpen
        let grant = model.grants[index]
        let verdict = model.spend(index, for: .revealPhrase, at: now)
        // A locked vault does not check or use authorizations; but locking voided it.
        if !wasOpen { model.grants.append((grant.authorization, grant.purpose, .min)) }
        #expect(
          await self.verdict { () throws(RevealRefusal) in
            try await client.revealPhrase(leave)
          } == verdict, comment)
      case 8:
        do throws(AccountRefusal) {
          let account = try await client.deriveAccount()
          #expect(model.isOpen, comment)
          model.accountNames.append("Account \(model.accountNames.count + 1)")
          #expect(account.name == model.accountNames.last, comment)
        } catch {
          #expect(!model.isOpen && error == .locked, comment)
        }
      default:
        break
      }
      try await check(vault, model, bench, comment)
    }
  }

  private func check(
    _ vault: Vault, _ model: Model, _ bench: VaultBench, _ comment: Comment
  ) async throws {
    let status = try await VaultClient.live(vault).status()
    switch status {
    case .empty:
      Issue.record(comment)
    case .unlocked(let accounts):
      #expect(model.isOpen, comment)
      #expect(accounts.map(\.name) == model.accountNames, comment)
    case .locked(.tries(let left)):
      #expect(!model.isOpen && bench.now.wallMilliseconds >= model.waitingUntil, comment)
      #expect(left == max(1, 5 - model.failureCount), comment)
    case .locked(.backedOff(let date)):
      #expect(!model.isOpen, comment)
      #expect(date == Date(timeIntervalSince1970: Double(model.waitingUntil) / 1_000), comment)
    }
  }

  private func refusal(
    of operation: () async throws(UnlockRefusal) -> [VaultAccount]
  ) async -> UnlockRefusal? {
    do throws(UnlockRefusal) {
      _ = try await operation()
      return nil
    } catch {
      return error
    }
  }

  private func verdict(
    of operation: () async throws(RevealRefusal) -> Void
  ) async -> Model.Verdict? {
    do throws(RevealRefusal) {
      try await operation()
      return .granted
    } catch .authorization(.locked) {
      return .locked
    } catch .authorization(.gone) {
      return .gone
    } catch .authorization(.otherPurpose) {
      return .otherPurpose
    } catch {
      return nil
    }
  }
}

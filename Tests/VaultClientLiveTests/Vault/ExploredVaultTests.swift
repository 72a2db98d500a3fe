import Headrace
import HeadraceTesting
import TestEffort
import Testing
import VaultClient
import VaultClientLive

/// A vault that several callers use at the same time, in many orders.
@Suite struct ExploredVaultTests {
  enum Call: Sendable { case unlock, mistype, lock, deriveAccount, status }

  /// The answers of a vault to consecutive calls.
  private struct Model: Hashable, Sendable {
    var accountCount = 1
    var isOpen = true
    var failureCount = 0

    mutating func answer(_ call: Call) -> Answer {
      switch call {
      case .unlock:
        guard failureCount < Self.failureCountMax else { return Answer("backed off") }
        failureCount = 0
        isOpen = true
        return Answer("\(accountCount) accounts")
      case .mistype:
        guard failureCount < Self.failureCountMax else { return Answer("backed off") }
        failureCount += 1
        let left = Self.failureCountMax - failureCount
        return Answer(left > 0 ? "wrong, \(left) left" : "wrong, then backed off")
      case .lock:
        isOpen = false
        return Answer("locked")
      case .deriveAccount:
        guard isOpen else { return Answer("locked") }
        accountCount += 1
        return Answer("Account \(accountCount)")
      case .status:
        return Answer(isOpen ? "\(accountCount) accounts" : "locked")
      }
    }

    /// The number of wrong passcodes that may be tried before waiting begins.
    private static let failureCountMax = 5
  }

  /// An answer as text.
  private struct Answer: Equatable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// The vault was locked while a right passcode opened it, so it stayed locked: as if the lock
    /// had come next.
    static let cancelled = Answer("cancelled by a lock")

    static func == (first: Answer, second: Answer) -> Bool {
      let (one, other) = (first.description, second.description)
      return one == other || one == cancelled.description && other.hasSuffix("accounts")
        || other == cancelled.description && one.hasSuffix("accounts")
    }
  }

  private struct World: Sendable {
    let vault: Vault
    let client: VaultClient
    /// The callers that wait for their turn to try a passcode.
    let waiters: LockIsolated<[@Sendable () -> Void]>

    /// Makes an open vault, whose derivations end immediately.
    static func make() async throws -> World {
      let bench = VaultBench()
      let waiters = LockIsolated<[@Sendable () -> Void]>([])
      let vault = bench.makeVault(later: { milliseconds, work in
        // Longer ones end the life of the typed secret.
        if milliseconds < 1_000 { waiters.withValue { $0.append(work) } }
      })
      try await bench.create(in: vault)
      return World(vault: vault, client: VaultClient.live(vault), waiters: waiters)
    }

    /// Ends the pauses of those that wait until another has tried.
    func endPauses() {
      let ended = waiters.withValue { waiters in
        defer { waiters = [] }
        return waiters
      }
      for end in ended { end() }
    }

    func answer(_ call: Call) async throws -> Answer {
      switch call {
      case .unlock: return await unlock(VaultBench.passcode)
      case .mistype: return await unlock("wrong horse")
      case .lock:
        await client.lock()
        return Answer("locked")
      case .deriveAccount:
        do throws(AccountRefusal) {
          return Answer(try await client.deriveAccount().name)
        } catch {
          return Answer("\(error)")
        }
      case .status:
        switch try await client.status() {
        case .empty: return Answer("empty")
        case .unlocked(let accounts): return Answer("\(accounts.count) accounts")
        // The number of tries left is not asked: one is taken back when it turns out to be right.
        case .locked: return Answer("locked")
        }
      }
    }

    private func unlock(_ passcode: String) async -> Answer {
      while true {
        defer { endPauses() }
        do throws(UnlockRefusal) {
          let accounts = try await client.unlock(vault.deposit(passcode))
          return Answer("\(accounts.count) accounts")
        } catch {
          switch error {
          // A lock wiped the typed secret before it was checked.
          case .secretGone: continue
          case .cancelled: return .cancelled
          case .wrongPasscode(let left): return Answer("wrong, \(left) left")
          case .wrongPasscodeThenBackedOff: return Answer("wrong, then backed off")
          case .backedOff: return Answer("backed off")
          case .noVault, .notText, .storage: return Answer("\(error)")
          }
        }
      }
    }
  }

  /// Three concurrent callers get the results that they would get one after another.
  ///
  /// Locks and tries are separate: a right passcode whose vault was locked in the meantime opens
  /// nothing, but ends the count of tries.
  @Test(arguments: [
    [Call.status, .unlock, .lock, .deriveAccount], [.status, .unlock, .mistype, .deriveAccount],
  ])
  func aVaultIsLinearizable(calls: [Call]) async throws {
    try await checkLinearizability(
      of: { try await World.make() }, calls: calls, model: Model(), callers: 3, length: 3,
      schedules: Effort.schedules(30)
    ) { world, call in
      try await world.answer(call)
    } expecting: { model, call in
      model.answer(call)
    }
  }
}

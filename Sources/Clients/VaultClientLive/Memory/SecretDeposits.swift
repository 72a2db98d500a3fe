import EthereumCrypto
import Synchronization
import VaultClient

/// The secrets that the host has deposited and that are not spent yet.
///
/// It has its own lock and is not part of the vault's actor: a secret is wiped at the moment when
/// the last copy of its handle ends, wherever that is.
final class SecretDeposits: Sendable {
  /// The maximum number of secrets; one more wipes the oldest.
  static let countMax = 32

  /// The time for which a secret is kept.
  static let millisecondsMax: Int64 = 5 * 60_000

  /// The maximum time by which a call may come too early.
  private static let earlyMillisecondsMax: Int64 = 1_000

  private struct Deposit {
    let secret: SecretBox
    let depositedAt: TimeReading
  }

  private struct Contents {
    var deposits: [UInt64: Deposit] = [:]
    var lastID: UInt64 = 0

    mutating func wipeExpired(at now: TimeReading) {
      deposits = deposits.filter {
        now.milliseconds(since: $0.value.depositedAt) < SecretDeposits.millisecondsMax
      }
    }
  }

  private let contents = Mutex(Contents())
  private let environment: VaultEnvironment

  /// Creates an empty store.
  ///
  /// - Parameter environment: The source of the time, and of calls when it is over.
  init(environment: VaultEnvironment) {
    self.environment = environment
  }

  /// The number of secrets.
  var count: Int { contents.withLock(\.deposits.count) }

  /// Stores a secret for as long as its handle exists.
  func deposit(_ secret: SecretBox, at now: TimeReading) -> SecretHandle {
    defer { wipeWhenDue(in: Self.millisecondsMax) }
    let id = contents.withLock { contents in
      contents.wipeExpired(at: now)
      if contents.deposits.count == Self.countMax, let oldest = contents.deposits.keys.min() {
        contents.deposits[oldest] = nil
      }
      contents.lastID += 1
      contents.deposits[contents.lastID] = Deposit(secret: secret, depositedAt: now)
      return contents.lastID
    }
    return SecretHandle(id: id, lease: SecretLease { [weak self] in self?.wipe(id) })
  }

  /// Returns a secret and removes it; nil if it no longer exists.
  func spend(_ handle: SecretHandle, at now: TimeReading) -> SecretBox? {
    contents.withLock { contents in
      contents.wipeExpired(at: now)
      return contents.deposits.removeValue(forKey: handle.id)?.secret
    }
  }

  /// Returns a secret without removing it; nil if it no longer exists.
  func peek(_ handle: SecretHandle, at now: TimeReading) -> SecretBox? {
    contents.withLock { contents in
      contents.wipeExpired(at: now)
      return contents.deposits[handle.id]?.secret
    }
  }

  /// Wipes every secret.
  func wipeAll() {
    contents.withLock { $0.deposits = [:] }
  }

  /// Wipes expired secrets when their time is over, and not only at the next access.
  ///
  /// The timer does not count the time while the machine sleeps, so it may fire too early.
  private func wipeWhenDue(in milliseconds: Int64) {
    environment.later(milliseconds) { [weak self] in
      guard let self else { return }
      let now = environment.time.read()
      let rest: Int64? = contents.withLock { contents in
        contents.wipeExpired(at: now)
        return contents.deposits.values.map { now.milliseconds(since: $0.depositedAt) }.max()
          .map { Self.millisecondsMax - $0 }
      }
      // A later deposit has its own call: this one is for a secret whose call came too early.
      if let rest, rest <= Self.earlyMillisecondsMax { wipeWhenDue(in: rest) }
    }
  }

  private func wipe(_ id: UInt64) {
    contents.withLock { $0.deposits[id] = nil }
  }
}

import EthereumCrypto
import Synchronization
import VaultClient

/// The secrets that the host has deposited and nobody has spent yet.
///
/// It has a lock of its own, and is no part of the vault's actor: a secret is wiped at the moment
/// when the last copy of its handle goes, wherever that is.
final class SecretDeposits: Sendable {
  /// How many secrets are kept; one more wipes the oldest.
  static let countMax = 32

  /// How long a secret is kept.
  static let millisecondsMax: Int64 = 5 * 60_000

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

  /// How many are kept.
  var count: Int { contents.withLock(\.deposits.count) }

  /// Keeps a secret for as long as its handle is held.
  func deposit(_ secret: SecretBox, at now: TimeReading) -> SecretHandle {
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

  /// Hands a secret over for good; nil when it is gone.
  func spend(_ handle: SecretHandle, at now: TimeReading) -> SecretBox? {
    contents.withLock { contents in
      contents.wipeExpired(at: now)
      return contents.deposits.removeValue(forKey: handle.id)?.secret
    }
  }

  /// Lends a secret; nil when it is gone.
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

  private func wipe(_ id: UInt64) {
    contents.withLock { $0.deposits[id] = nil }
  }
}

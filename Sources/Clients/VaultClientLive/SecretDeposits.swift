import EthereumCrypto
import VaultClient

/// The secrets that the host has deposited and nobody has spent yet.
struct SecretDeposits {
  /// How many secrets are kept; one more wipes the oldest.
  static let countMax = 32

  /// How long a secret is kept.
  static let millisecondsMax: Int64 = 5 * 60_000

  private struct Deposit {
    let secret: SecretBox
    let depositedAt: TimeReading
  }

  private var deposits: [UInt64: Deposit] = [:]
  private var lastID: UInt64 = 0

  /// How many are kept.
  var count: Int { deposits.count }

  /// Keeps a secret.
  mutating func deposit(_ secret: SecretBox, at now: TimeReading) -> SecretHandle {
    wipeExpired(at: now)
    if deposits.count == Self.countMax, let oldest = deposits.keys.min() {
      deposits[oldest] = nil
    }
    lastID += 1
    deposits[lastID] = Deposit(secret: secret, depositedAt: now)
    return SecretHandle(id: lastID)
  }

  /// Hands a secret over for good; nil when it is gone.
  mutating func spend(_ handle: SecretHandle, at now: TimeReading) -> SecretBox? {
    wipeExpired(at: now)
    return deposits.removeValue(forKey: handle.id)?.secret
  }

  /// Lends a secret; nil when it is gone.
  mutating func peek(_ handle: SecretHandle, at now: TimeReading) -> SecretBox? {
    wipeExpired(at: now)
    return deposits[handle.id]?.secret
  }

  /// Wipes every secret.
  mutating func wipeAll() {
    deposits = [:]
  }

  private mutating func wipeExpired(at now: TimeReading) {
    deposits = deposits.filter {
      now.milliseconds(since: $0.value.depositedAt) < Self.millisecondsMax
    }
  }
}

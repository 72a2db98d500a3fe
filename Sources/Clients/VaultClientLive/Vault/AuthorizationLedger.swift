import VaultClient

/// The authorizations that were given and not used yet.
struct AuthorizationLedger {
  /// The maximum number of authorizations; one more voids the oldest.
  static let countMax = 16

  /// The lifetime of an authorization.
  static let millisecondsMax: Int64 = 60_000

  private struct Grant {
    let purpose: AuthorizationPurpose
    let givenAt: TimeReading
  }

  private var grants: [UInt64: Grant] = [:]
  private var lastID: UInt64 = 0

  /// Gives permission for one use.
  mutating func give(
    _ purpose: AuthorizationPurpose, at now: TimeReading, hasOpenedVault: Bool = false
  ) -> Authorization {
    if grants.count == Self.countMax, let oldest = grants.keys.min() {
      grants[oldest] = nil
    }
    lastID += 1
    grants[lastID] = Grant(purpose: purpose, givenAt: now)
    return Authorization(id: lastID, hasOpenedVault: hasOpenedVault)
  }

  /// Returns the purpose of an authorization without spending it; nil if it is no longer valid.
  func purpose(of authorization: Authorization, at now: TimeReading) -> AuthorizationPurpose? {
    grants[authorization.id].flatMap { grant in
      now.milliseconds(since: grant.givenAt) < Self.millisecondsMax ? grant.purpose : nil
    }
  }

  /// Spends an authorization, whatever its purpose, and returns that; nil if it is no longer valid.
  mutating func spend(_ authorization: Authorization, at now: TimeReading) -> AuthorizationPurpose?
  {
    guard let grant = grants.removeValue(forKey: authorization.id),
      now.milliseconds(since: grant.givenAt) < Self.millisecondsMax
    else { return nil }
    return grant.purpose
  }

  /// Voids every authorization.
  mutating func voidAll() {
    grants = [:]
  }
}

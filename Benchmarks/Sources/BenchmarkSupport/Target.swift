/// The target of a row.
public enum Target: Codable, Sendable {
  /// At most this many floors.
  case ratio(Double)

  /// At most this many nanoseconds.
  case nanoseconds(Double)

  /// At most this many bytes.
  case bytes(Double)

  /// Returns the target as text, such as `≤ 6 F1`, or `≤ 1.2 ×` beside another operation.
  public func text(floor: String) -> String {
    switch self {
    case .ratio(let limit): "≤ \(Self.short(limit)) \(floor.hasPrefix("F") ? floor : "×")"
    case .nanoseconds(let limit): "≤ \(Self.short(limit)) ns"
    case .bytes(let limit): "≤ \(Self.short(limit)) B"
    }
  }

  private static func short(_ limit: Double) -> String {
    limit == limit.rounded() ? String(Int(limit)) : String(limit)
  }
}

/// What was measured of one row; programs hand it on as one line of JSON.
public struct Record: Codable, Sendable {
  /// The operation, such as `send`.
  public let name: String

  /// What it was done to, such as `10,000 rows`; empty where there is but one size.
  public let size: String

  /// What the row must reach; `nil` where the row shows a cost without a target.
  public let target: Target?

  /// How well its counts repeat from run to run.
  public var steadiness = Steadiness.exact

  /// The time of one operation in nanoseconds.
  public var nanoseconds: Double?

  /// The name of the floor beside which it stands.
  public var floor: String?

  /// The time of one operation of the floor in nanoseconds.
  public var floorNanoseconds: Double?

  /// The allocations of one operation.
  public var allocations: Double?

  /// The bytes that one of what is measured holds.
  public var bytes: Double?

  /// Why nothing could be measured.
  public var absence: String?

  /// Creates a record without figures.
  public init(name: String, size: String, target: Target?) {
    self.name = name
    self.size = size
    self.target = target
  }

  /// Identifies the row: `send (10,000 rows)`.
  public var id: String { size.isEmpty ? name : "\(name) (\(size))" }

  /// The time divided by the floor's.
  public var ratio: Double? {
    guard let nanoseconds, let floorNanoseconds else { return nil }
    return nanoseconds / floorNanoseconds
  }

  /// Whether the row reaches its target; `nil` where it has none, or no figure.
  public var isMet: Bool? {
    switch target {
    case .ratio(let limit): ratio.map { $0 <= limit }
    case .nanoseconds(let limit): nanoseconds.map { $0 <= limit }
    case .bytes(let limit): bytes.map { $0 <= limit }
    case nil: nil
    }
  }
}

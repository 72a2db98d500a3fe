/// The measurements of one row, which programs pass on as a line of JSON.
public struct Record: Codable, Sendable {
  /// The operation, such as `send`.
  public let name: String

  /// The size of its data, such as `10,000 rows`; empty if there is only one size.
  public let size: String

  /// The target of the row; `nil` if the row shows a cost without a target.
  public let target: Target?

  /// The repeatability of its counts from run to run.
  public var steadiness = Steadiness.exact

  /// The time of one operation in nanoseconds.
  public var nanoseconds: Double?

  /// The name of the floor.
  public var floor: String?

  /// The time of one operation of the floor in nanoseconds.
  public var floorNanoseconds: Double?

  /// The allocations of one operation.
  public var allocations: Double?

  /// The bytes that one object takes.
  public var bytes: Double?

  /// The reason why nothing could be measured.
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

  /// True if the row reaches its target; `nil` if it has no target or no figure.
  public var isMet: Bool? {
    switch target {
    case .ratio(let limit): ratio.map { $0 <= limit }
    case .nanoseconds(let limit): nanoseconds.map { $0 <= limit }
    case .bytes(let limit): bytes.map { $0 <= limit }
    case nil: nil
    }
  }
}

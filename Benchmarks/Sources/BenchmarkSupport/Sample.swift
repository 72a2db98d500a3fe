/// How long an operation and its floor took, one right after the other.
public struct Sample: Sendable {
  /// The time of one operation.
  public let operation: PerOperation

  /// The time of one operation of the floor.
  public let floor: PerOperation

  /// Creates a sample.
  public init(operation: PerOperation, floor: PerOperation) {
    self.operation = operation
    self.floor = floor
  }
}

/// The mean time of one operation out of many.
public struct PerOperation: Sendable {
  /// The time in picoseconds, so that a floor of four nanoseconds has digits.
  public let picoseconds: Int

  private init(_ elapsed: Duration, count: Int) {
    let (seconds, attoseconds) = elapsed.components
    picoseconds = (Int(seconds) * 1_000_000_000_000 + Int(attoseconds / 1_000_000)) / count
  }

  /// Times an operation that is done many times over.
  ///
  /// - Parameters:
  ///   - count: How often; large enough that reading the clock twice doesn't count.
  ///   - operation: The operation.
  @inlinable
  public static func mean(of count: Int, _ operation: () -> Void) -> PerOperation {
    let start = ContinuousClock.now
    for _ in 0..<count { operation() }
    return PerOperation(since: start, count: count)
  }

  /// Times an asynchronous operation that is done many times over, on the caller's actor.
  @inlinable
  nonisolated(nonsending)
    public static func mean(
      of count: Int, _ operation: nonisolated(nonsending) () async -> Void
    ) async -> PerOperation
  {
    let start = ContinuousClock.now
    for _ in 0..<count { await operation() }
    return PerOperation(since: start, count: count)
  }

  @usableFromInline
  init(since start: ContinuousClock.Instant, count: Int) {
    self.init(ContinuousClock.now - start, count: count)
  }
}

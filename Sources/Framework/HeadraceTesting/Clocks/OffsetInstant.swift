/// A moment of a clock that a test controls, by its distance from the clock's beginning.
public struct OffsetInstant<Duration: DurationProtocol & Hashable & Sendable>: InstantProtocol {
  /// The distance from the clock's beginning.
  public let offset: Duration

  /// Creates the moment at a distance from the clock's beginning.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// The moment that is a duration later.
  public func advanced(by duration: Duration) -> Self {
    Self(offset: offset + duration)
  }

  /// The time from this moment to another.
  public func duration(to other: Self) -> Duration {
    other.offset - offset
  }

  /// Whether one moment is before another.
  public static func < (first: Self, second: Self) -> Bool {
    first.offset < second.offset
  }
}

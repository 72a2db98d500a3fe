/// An instant of a clock that a test controls, as an offset from the clock's beginning.
public struct OffsetInstant<Duration: DurationProtocol & Hashable & Sendable>: InstantProtocol {
  /// The offset from the clock's beginning.
  public let offset: Duration

  /// Creates the instant at an offset from the clock's beginning.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// Returns the instant that is a duration later.
  public func advanced(by duration: Duration) -> Self {
    Self(offset: offset + duration)
  }

  /// Returns the time from this instant to another.
  public func duration(to other: Self) -> Duration {
    other.offset - offset
  }

  /// Returns true if one instant is before another.
  public static func < (first: Self, second: Self) -> Bool {
    first.offset < second.offset
  }
}

/// The owner of a cache's entries, for concurrent callers.
///
/// ```swift
/// let pages = RecentCache<Query, [Payment], ContinuousClock>(
///   capacity: 64, lifetime: .seconds(300), clock: ContinuousClock())
/// let page = try await pages.value(for: query) { try await journal.payments(query) }
/// ```
package actor RecentCache<Key: Hashable & Sendable, Value: Sendable, C: Clock> {
  private var entries: RecentEntries<Key, Value, C.Instant>
  private let clock: C

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - capacity: How many values it has at most, from 1.
  ///   - lifetime: How long a value is kept; at that age it is gone.
  ///   - clock: The clock of ages.
  package init(capacity: Int, lifetime: C.Instant.Duration, clock: C) {
    entries = RecentEntries(capacity: capacity, lifetime: lifetime)
    self.clock = clock
  }

  /// Returns the value of a key, or makes it and keeps it. An error is not kept.
  ///
  /// Two concurrent callers may both make it; the value of the later request is kept, or of the
  /// later answer if both asked at the same instant.
  package func value<Refusal: Error>(
    for key: Key, orMake make: @Sendable () async throws(Refusal) -> Value
  ) async throws(Refusal) -> Value {
    if let value = entries.value(for: key, at: clock.now) { return value }
    // Its age starts at the request: what it is made from may change while it is made.
    let asked = clock.now
    let value = try await make()
    entries.put(value, for: key, at: asked)
    return value
  }

  /// How many values there are, including expired ones until they are looked up.
  package var count: Int { entries.count }
}

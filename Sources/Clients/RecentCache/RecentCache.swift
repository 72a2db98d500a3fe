/// A cache for concurrent callers.
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
  ///   - capacity: The maximum number of values, from 1.
  ///   - lifetime: The age at which a value expires.
  ///   - clock: The clock that measures ages.
  package init(capacity: Int, lifetime: C.Instant.Duration, clock: C) {
    entries = RecentEntries(capacity: capacity, lifetime: lifetime)
    self.clock = clock
  }

  /// Returns the value of a key, or creates and caches it; an error is not cached.
  ///
  /// Two concurrent callers may both create it; the value of the later request is kept, or of the
  /// later answer if both asked at the same instant.
  package func value<Refusal: Error>(
    for key: Key, orMake make: @Sendable () async throws(Refusal) -> Value
  ) async throws(Refusal) -> Value {
    if let value = entries.value(for: key, at: clock.now) { return value }
    // Its age starts at the request: its source may change while it is created.
    let asked = clock.now
    let value = try await make()
    entries.put(value, for: key, at: asked)
    return value
  }

  /// The number of values, including expired ones until they are looked up.
  package var count: Int { entries.count }
}

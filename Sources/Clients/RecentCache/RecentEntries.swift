/// Values by key; the least recently used ones are removed first, and old ones expire.
///
/// A hash table finds an entry's index in an array; the entries are linked from the most to the
/// least recently used one. Only links change.
///
/// - Complexity: O(1) on average for every operation but ``removeAll()``.
package struct RecentEntries<
  Key: Hashable & Sendable, Value: Sendable, Instant: InstantProtocol
>: Sendable {
  /// The maximum number of entries, from 1.
  package let capacity: Int
  /// The age, counted from being added, at which an entry expires.
  package let lifetime: Instant.Duration

  private struct Entry: Sendable {
    let key: Key
    var value: Value
    var putAt: Instant
    /// The index of the entry that was used just after this one.
    var newer: Int?
    /// The index of the entry that was used just before this one.
    var older: Int?
  }

  private var places: [Key: Int] = [:]
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var newest: Int?
  private var oldest: Int?

  /// Creates an empty cache.
  ///
  /// - Precondition: The capacity is at least 1.
  package init(capacity: Int, lifetime: Instant.Duration) {
    precondition(capacity > 0, "A cache of \(capacity) entries keeps none; expected at least 1.")
    self.capacity = capacity
    self.lifetime = lifetime
  }

  /// The number of entries, including expired ones until they are looked up.
  package var count: Int { places.count }

  /// The keys, most recently used first.
  package var keysByUse: [Key] {
    var keys: [Key] = []
    var place = newest
    while let at = place, let entry = entries[at] {
      keys.append(entry.key)
      place = entry.older
    }
    return keys
  }

  // MARK: - Using

  /// Returns the value of a key, which becomes the most recently used; nil if it does not exist or
  /// has expired.
  package mutating func value(for key: Key, at now: Instant) -> Value? {
    guard let place = places[key], let entry = entries[place] else { return nil }
    let age = entry.putAt.duration(to: now)
    guard age >= .zero, age < lifetime else {
      remove(at: place)
      return nil
    }
    unlink(place)
    linkNewest(place)
    return entry.value
  }

  /// Adds a value as the most recently used; without room, the least recently used one is removed.
  ///
  /// If the key has a value that was put at a later instant, that value is kept.
  package mutating func put(_ value: Value, for key: Key, at now: Instant) {
    if let place = places[key] {
      if let entry = entries[place], entry.putAt <= now {
        entries[place]?.value = value
        entries[place]?.putAt = now
      }
      unlink(place)
      linkNewest(place)
      return
    }
    if places.count == capacity, let oldest { remove(at: oldest) }
    let entry = Entry(key: key, value: value, putAt: now)
    let place: Int
    if let empty = free.popLast() {
      place = empty
      entries[place] = entry
    } else {
      place = entries.count
      entries.append(entry)
    }
    places[key] = place
    linkNewest(place)
  }

  /// Removes the value of a key, if it exists.
  package mutating func remove(_ key: Key) {
    if let place = places[key] { remove(at: place) }
  }

  /// Removes all values.
  package mutating func removeAll() {
    self = RecentEntries(capacity: capacity, lifetime: lifetime)
  }

  // MARK: - Linking

  private mutating func remove(at place: Int) {
    unlink(place)
    if let key = entries[place]?.key { places[key] = nil }
    entries[place] = nil
    free.append(place)
  }

  private mutating func unlink(_ place: Int) {
    guard let entry = entries[place] else { return }
    if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
    if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
    entries[place]?.newer = nil
    entries[place]?.older = nil
  }

  private mutating func linkNewest(_ place: Int) {
    entries[place]?.older = newest
    if let newest { entries[newest]?.newer = place } else { oldest = place }
    newest = place
  }
}

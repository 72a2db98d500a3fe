import Synchronization
import TestEffort
import Testing

@testable import RecentCache

/// The values of a cache, their evictions, and their times.
@Suite struct RecentEntriesTests {
  private typealias Entries = RecentEntries<Int, String, ContinuousClock.Instant>
  private static let start = ContinuousClock.now

  private static func later(_ milliseconds: Int) -> ContinuousClock.Instant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  @Test func theValueNotUsedForLongestGoesFirst() {
    var entries = Entries(capacity: 3, lifetime: .seconds(300))
    for key in 1...3 { entries.put("\(key)", for: key, at: Self.start) }
    #expect(entries.keysByUse == [3, 2, 1])
    #expect(entries.value(for: 1, at: Self.start) == "1")
    #expect(entries.keysByUse == [1, 3, 2])
    entries.put("4", for: 4, at: Self.start)
    #expect(entries.keysByUse == [4, 1, 3])
    #expect(entries.value(for: 2, at: Self.start) == nil)
    entries.put("three", for: 3, at: Self.start)
    #expect(entries.keysByUse == [3, 4, 1])
    #expect(entries.value(for: 3, at: Self.start) == "three")
  }

  @Test(arguments: [(-1, "old"), (0, "new"), (1, "new")])
  func aValueThatWasPutAtALaterInstantStays(milliseconds: Int, expected: String) {
    var entries = Entries(capacity: 2, lifetime: .seconds(300))
    entries.put("old", for: 1, at: Self.later(10))
    entries.put("new", for: 1, at: Self.later(10 + milliseconds))
    #expect(entries.value(for: 1, at: Self.later(20)) == expected)
    #expect(entries.count == 1)
  }

  @Test(arguments: [(299_999, true), (300_000, false), (300_001, false), (-1, false)])
  func aValueLivesForLessThan300Seconds(milliseconds: Int, isThere: Bool) {
    var entries = Entries(capacity: 3, lifetime: .seconds(300))
    entries.put("1", for: 1, at: Self.start)
    entries.put("2", for: 2, at: Self.start)
    #expect((entries.value(for: 1, at: Self.later(milliseconds)) != nil) == isThere)
    #expect(entries.keysByUse == (isThere ? [1, 2] : [2]), "what has expired takes no room")
  }

  @Test func beingUsedMakesNoValueYounger() {
    var entries = Entries(capacity: 3, lifetime: .seconds(300))
    entries.put("1", for: 1, at: Self.start)
    #expect(entries.value(for: 1, at: Self.later(299_000)) == "1")
    #expect(entries.value(for: 1, at: Self.later(300_000)) == nil)
    entries.put("1", for: 1, at: Self.start)
    entries.put("one", for: 1, at: Self.later(200_000))
    #expect(entries.value(for: 1, at: Self.later(499_999)) == "one", "put anew, it is new")
  }

  @Test func aCacheOfOneHasTheLastOne() {
    var entries = Entries(capacity: 1, lifetime: .seconds(300))
    for key in 1...3 { entries.put("\(key)", for: key, at: Self.start) }
    #expect(entries.keysByUse == [3])
    entries.remove(3)
    entries.remove(3)
    #expect(entries.keysByUse == [])
    entries.put("4", for: 4, at: Self.start)
    entries.removeAll()
    #expect(entries.count == 0)
  }

  /// The same with a list of everything, slowly.
  private struct Oracle {
    let capacity: Int
    var entries: [(key: Int, value: String, putAt: ContinuousClock.Instant)] = []

    mutating func value(for key: Int, at now: ContinuousClock.Instant) -> String? {
      guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries.remove(at: place)
      guard entry.putAt.duration(to: now) < .seconds(300) else { return nil }
      entries.insert(entry, at: 0)
      return entry.value
    }

    mutating func put(_ value: String, for key: Int, at now: ContinuousClock.Instant) {
      entries.removeAll { $0.key == key }
      entries.insert((key, value, now), at: 0)
      if entries.count > capacity { entries.removeLast() }
    }
  }

  @Test func anOperationCostsTheSameHoweverManyEntriesThereAre() {
    func cost(of capacity: Int) -> Int {
      let uses = UseCount()
      var entries = RecentEntries<CountedKey, String, CountedInstant>(
        capacity: capacity, lifetime: .seconds(300))
      func key(_ number: Int) -> CountedKey { CountedKey(number: number, uses: uses) }
      let (start, end) = (
        CountedInstant(offset: .zero, uses: uses), CountedInstant(offset: .seconds(300), uses: uses)
      )
      for number in 0..<capacity { entries.put("", for: key(number), at: start) }
      uses.value.store(0, ordering: .relaxed)
      for number in capacity..<(capacity + 2_000) {
        // One that exists, one that replaces another, and one that has expired.
        _ = entries.value(for: key(number - 1), at: start)
        entries.put("", for: key(number), at: start)
        _ = entries.value(for: key(number - 2), at: end)
      }
      return uses.value.load(ordering: .relaxed)
    }
    let (few, many) = (cost(of: 1_000), cost(of: 100_000))
    #expect(many < few * 3, "\(few) for 1,000 entries, \(many) for 100,000")
  }

  @Test(arguments: [1, 2, 7, 16], [UInt64(1), 2, 3, 4, 5])
  func itDoesWhatASlowListDoes(capacity: Int, seed: UInt64) {
    var random = SplitMix(state: seed)
    var entries = Entries(capacity: capacity, lifetime: .seconds(300))
    var oracle = Oracle(capacity: capacity)
    var milliseconds = 0
    for step in 0..<5_000 {
      milliseconds += Int.random(in: 0...40_000, using: &random)
      let now = Self.later(milliseconds)
      let key = Int.random(in: 0..<24, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<9:
        entries.put("\(step)", for: key, at: now)
        oracle.put("\(step)", for: key, at: now)
      case 9:
        entries.remove(key)
        oracle.entries.removeAll { $0.key == key }
      default:
        #expect(entries.value(for: key, at: now) == oracle.value(for: key, at: now))
      }
      guard entries.keysByUse == oracle.entries.map(\.key), entries.count == oracle.entries.count
      else {
        Issue.record("seed \(seed), step \(step): \(entries.keysByUse)")
        return
      }
    }
  }
}

private final class UseCount: Sendable {
  let value = Atomic(0)
}

/// A key that counts how often keys are hashed and compared.
private struct CountedKey: Hashable {
  let number: Int
  let uses: UseCount

  static func == (first: CountedKey, second: CountedKey) -> Bool {
    first.uses.value.add(1, ordering: .relaxed)
    return first.number == second.number
  }

  func hash(into hasher: inout Hasher) {
    uses.value.add(1, ordering: .relaxed)
    hasher.combine(number)
  }
}

/// An instant that counts how often instants are compared.
private struct CountedInstant: InstantProtocol {
  let offset: Duration
  let uses: UseCount

  func advanced(by duration: Duration) -> Self { Self(offset: offset + duration, uses: uses) }

  func duration(to other: Self) -> Duration {
    uses.value.add(1, ordering: .relaxed)
    return other.offset - offset
  }

  static func < (first: Self, second: Self) -> Bool {
    first.uses.value.add(1, ordering: .relaxed)
    return first.offset < second.offset
  }

  static func == (first: Self, second: Self) -> Bool { first.offset == second.offset }

  func hash(into hasher: inout Hasher) { hasher.combine(offset) }
}

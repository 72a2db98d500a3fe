import Headrace
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct StandardDependencyTests {
  /// The splitmix64 sequence, so that the numbers are the same every time.
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
  }

  @Test func incrementingIdsCountInTheLastBytes() {
    let uuid = UUIDGenerator.incrementing
    #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000000")
    #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000001")
    #expect(uuid() == UUID(2))
    #expect(UUID(UInt64.max).uuidString == "00000000-0000-0000-FFFF-FFFFFFFFFFFF")
    #expect(UUIDGenerator.incrementing() == UUID(0))
  }

  @Test func constantsStayConstant() {
    let id = UUID(7)
    #expect(UUIDGenerator.constant(id)() == id)
    var date = DateGenerator.constant(Date(timeIntervalSinceReferenceDate: 1))
    #expect(date.now == date())
    date.now = Date(timeIntervalSinceReferenceDate: 2)
    #expect(date() == Date(timeIntervalSinceReferenceDate: 2))
  }

  @Test func aSeededGeneratorGivesTheSameNumbersThroughEveryCopy() {
    let lent = WithRandomNumberGenerator(Seeded(state: 1))
    let copy = lent
    let drawn = [
      lent { $0.next() }, copy { $0.next() },
      lent { Int.random(in: 0..<100, using: &$0) == 0 ? 1 : 0 },
    ]
    var seeded = Seeded(state: 1)
    let expected = [
      seeded.next(), seeded.next(), Int.random(in: 0..<100, using: &seeded) == 0 ? 1 : 0,
    ]
    #expect(drawn == expected)
  }

  @Test func unimplementedValuesFailTheTestByName() async {
    let reports = await reports {
      @Dependency(\.date) var date
      @Dependency(\.uuid) var uuid
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      @Dependency(\.continuousClock) var continuousClock
      @Dependency(\.suspendingClock) var suspendingClock
      _ = date.now
      _ = uuid()
      withRandomNumberGenerator { _ = $0.next() }
      _ = continuousClock.minimumResolution
      _ = suspendingClock.minimumResolution
    }
    #expect(
      reports.map { $0.text.prefix { $0 != "\n" } } == [
        "Unimplemented: @Dependency(\\.date)",
        "Unimplemented: @Dependency(\\.uuid)",
        "Unimplemented: @Dependency(\\.withRandomNumberGenerator)",
        "Unimplemented: @Dependency(\\.continuousClock).minimumResolution",
        "Unimplemented: @Dependency(\\.suspendingClock).minimumResolution",
      ])
    #expect(
      reports.first?.text == """
        Unimplemented: @Dependency(\\.date)

        A test decides what its dependencies answer. Override it in the 'withDependencies' of the \
        test store or around the code under test: '$0.date = .constant(…)'.
        """)
    #expect(
      reports.last?.text == """
        Unimplemented: @Dependency(\\.suspendingClock).minimumResolution

        A test must not wait for real time. Override the clock in this test: with a 'TestClock' to \
        move time by hand, or with an 'ImmediateClock' to let no time pass.
        """)
  }

  @Test func theUsersSettingsAreMissingInATestByName() async {
    let reports = await reports {
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      @Dependency(\.timeZone) var timeZone
      _ = (calendar, locale, timeZone)
    }
    #expect(
      reports.map { $0.text.prefix { $0 != "\n" } } == [
        "@Dependency(\\.calendar) has no test value, but was read in a test.",
        "@Dependency(\\.locale) has no test value, but was read in a test.",
        "@Dependency(\\.timeZone) has no test value, but was read in a test.",
      ])
  }

  @Test func liveValuesAreTheSystems() async throws {
    try await withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.date) var date
      @Dependency(\.uuid) var uuid
      @Dependency(\.continuousClock) var clock
      let before = Date()
      #expect(date.now >= before)
      #expect(uuid() != uuid())
      try await clock.sleep(for: .nanoseconds(1))
    }
  }
}

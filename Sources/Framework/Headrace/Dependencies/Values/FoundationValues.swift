import IssueReporting
import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// MARK: - Dates

/// A source of the current date and time.
///
/// ```swift
/// @Dependency(\.date) var date
/// …
/// state.lastRefresh = date.now
/// ```
public struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  /// Creates a generator.
  ///
  /// - Parameter generate: Called for each read.
  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  /// Returns a generator that always returns the same date.
  public static func constant(_ date: Date) -> Self { Self { date } }

  /// The current date.
  ///
  /// Setting it makes the generator constant, which is useful in tests.
  public var now: Date {
    get { RunNotes.generated("date", generate) }
    set { self = .constant(newValue) }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date { now }
}

extension DependencyValues {
  /// The source of the current date and time.
  ///
  /// In a test without an override, reading it is a failure.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}

private enum DateGeneratorKey: DependencyKey {
  static var liveValue: DateGenerator { DateGenerator { Date() } }
  static var testValue: DateGenerator {
    DateGenerator(
      DependencyLookup.unimplemented(
        Self.self, remedy: "'$0.date = .constant(…)'", placeholder: Date()))
  }
}

// MARK: - Unique Ids

/// A source of unique ids.
///
/// ```swift
/// @Dependency(\.uuid) var uuid
/// …
/// state.rows.append(Row(id: uuid()))
/// ```
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator.
  ///
  /// - Parameter generate: Called for each id.
  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// Returns a generator that always returns the same id.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// A new generator that counts up: `00000000-0000-0000-0000-000000000000`, then `…0001`, and so
  /// on.
  public static var incrementing: Self {
    let count = Atomic<UInt64>(0)
    return Self { UUID(count.wrappingAdd(1, ordering: .relaxed).oldValue) }
  }

  /// Generates an id.
  public func callAsFunction() -> UUID { RunNotes.generated("uuid", generate) }
}

extension UUID {
  /// Creates the id that ``UUIDGenerator/incrementing`` generates at a position.
  ///
  /// - Parameter number: The number in its last eight bytes, big-endian.
  /// - Precondition: The number is between 0 and 2⁶⁴ − 1.
  public init(_ number: some BinaryInteger) {
    let bytes = UInt64(number).bigEndian
    // Safe: a number of this type has the eight bytes that are read.
    self = withUnsafeBytes(of: bytes) { b in
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]))
    }
  }
}

extension DependencyValues {
  /// The source of unique ids.
  ///
  /// In a test without an override, generating one is a failure.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

private enum UUIDGeneratorKey: DependencyKey {
  static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }
  static var testValue: UUIDGenerator {
    UUIDGenerator(
      DependencyLookup.unimplemented(
        Self.self, remedy: "'$0.uuid = .incrementing'", placeholder: UUID()))
  }
}

// MARK: - The User's Settings

extension DependencyValues {
  /// The user's calendar.
  ///
  /// In a test without an override, reading it is a failure.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The user's locale.
  ///
  /// In a test without an override, reading it is a failure.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The user's preferred locales, the most preferred first.
  ///
  /// In a test without an override, reading them is a failure.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }

  /// The user's time zone.
  ///
  /// In a test without an override, reading it is a failure.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}

private enum CalendarKey: DependencyKey {
  static var liveValue: Calendar { .autoupdatingCurrent }
}

private enum LocaleKey: DependencyKey {
  static var liveValue: Locale { .autoupdatingCurrent }
}

private enum PreferredLocalesKey: DependencyKey {
  static var liveValue: [Locale] { Locale.preferredLanguages.map { Locale(identifier: $0) } }
}

private enum TimeZoneKey: DependencyKey {
  static var liveValue: TimeZone { .autoupdatingCurrent }
}

// MARK: - The Environment

extension DependencyContext {
  /// The context that this process runs in.
  ///
  /// The environment variable `SWIFT_DEPENDENCIES_CONTEXT` (`live`, `preview` or `test`) determines
  /// it. Without it, `XCODE_RUNNING_FOR_PREVIEWS=1` means a preview, and a test runner means a
  /// test.
  static let process = Self.detected(
    environment: { name in ProcessInfo.processInfo.environment[name] }, isTesting: isTesting)
}

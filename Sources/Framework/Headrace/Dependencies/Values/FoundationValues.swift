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
  /// - Parameter generate: Called at each read.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// A generator that always returns the same date.
  public static func constant(_ date: Date) -> Self {
    Self { date }
  }

  /// The current date. Setting it makes the generator constant; tests do so.
  public var now: Date {
    get { generate() }
    set { self = .constant(newValue) }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date {
    generate()
  }
}

extension DependencyValues {
  /// The source of the current date and time. In a test that does not override it, reading the time
  /// is a failure.
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
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// A generator that always makes the same id.
  public static func constant(_ uuid: UUID) -> Self {
    Self { uuid }
  }

  /// A new generator that counts: `00000000-0000-0000-0000-000000000000`, then `…0001`, and so on.
  public static var incrementing: Self {
    let count = Atomic<UInt64>(0)
    return Self { UUID(count.wrappingAdd(1, ordering: .relaxed).oldValue) }
  }

  /// Makes an id.
  public func callAsFunction() -> UUID {
    generate()
  }
}

extension UUID {
  /// Creates the id that ``UUIDGenerator/incrementing`` makes at a position.
  ///
  /// - Parameter number: The number in its last eight bytes, big-endian.
  /// - Precondition: It is between 0 and 2⁶⁴ − 1.
  public init(_ number: some BinaryInteger) {
    let bytes = UInt64(number).bigEndian
    // Safe: a number of this type has the eight bytes that are read.
    self = withUnsafeBytes(of: bytes) { b in
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]))
    }
  }
}

extension DependencyValues {
  /// The source of unique ids. In a test that does not override it, making one is a failure.
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

// MARK: - URLs

/// Opens a URL outside of the program, such as in a browser.
///
/// Only a host can do that, so it says how, before any code reads it:
///
/// ```swift
/// prepareDependencies {
///   $0.openURL = OpenURLEffect { url in await browser.open(url) }
/// }
/// ```
///
/// A feature calls it in an effect:
///
/// ```swift
/// @Dependency(\.openURL) var openURL
/// …
/// return .run { [openURL] _ in await openURL(helpPage) }
/// ```
public struct OpenURLEffect: Sendable {
  private let open: @Sendable (URL) async -> Bool

  /// Creates an effect that opens URLs.
  ///
  /// - Parameter open: Opens a URL and returns whether it could.
  public init(_ open: @escaping @Sendable (_ url: URL) async -> Bool) {
    self.open = open
  }

  /// Opens a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: Whether it could be opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await open(url)
  }
}

extension DependencyValues {
  /// Opens a URL outside of the program. It does so only if the host has set it; otherwise each
  /// call is reported. In a test that does not override it, calling it is a failure.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

private enum OpenURLKey: DependencyKey {
  static var liveValue: OpenURLEffect {
    let site = DependencyLookup.reading(Self.self).site
    // The URL is not shown: it may be private.
    return OpenURLEffect { _ in
      reportMisuse(
        """
        A URL was not opened, because the host has not set '@Dependency(\\.openURL)'.

        Only the host knows how to open a URL. Set it before any code reads a dependency: \
        'prepareDependencies { $0.openURL = OpenURLEffect { url in … } }' at the start of 'main'.
        """, at: site)
      return false
    }
  }

  static var testValue: OpenURLEffect {
    let open = DependencyLookup.unimplemented(
      Self.self, remedy: "'$0.openURL = OpenURLEffect { _ in true }'", placeholder: false)
    return OpenURLEffect { _ in open() }
  }
}

// MARK: - The User's Settings

extension DependencyValues {
  /// The user's calendar. In a test that does not override it, reading it is a failure.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The user's locale. In a test that does not override it, reading it is a failure.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The locales that the user prefers, the first one most. In a test that does not override them,
  /// reading them is a failure.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }

  /// The user's time zone. In a test that does not override it, reading it is a failure.
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
  /// What this process runs in.
  ///
  /// The environment variable `SWIFT_DEPENDENCIES_CONTEXT` (`live`, `preview` or `test`) decides;
  /// without it `XCODE_RUNNING_FOR_PREVIEWS=1` means a preview, and a test runner means a test.
  static let process = Self.detected(
    environment: { name in ProcessInfo.processInfo.environment[name] }, isTesting: isTesting)
}

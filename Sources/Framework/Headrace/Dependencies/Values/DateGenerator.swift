#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
    let site = DependencyLookup.readingSite()
    return DateGenerator {
      DependencyLookup.reportUnimplemented(
        #"@Dependency(\.date)"#, remedy: "'$0.date = .constant(…)'", at: site)
      return Date()
    }
  }
}

public import Headrace

/// A check of a condition that only a bug can make false, whose result a test can observe.
///
/// ```swift
/// @Dependency(\.assert) var assert
/// …
/// assert(state.rows.count <= 10, "The list is full.")
/// ```
public struct AssertionEffect: Sendable {
  fileprivate let fail: @Sendable (_ message: String, _ site: CallSite) -> Void

  /// Checks a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - message: The message if the condition is false.
  ///   - fileID: The caller's module and file, for the report.
  ///   - filePath: The caller's file, for the report.
  ///   - line: The caller's line, for the report.
  ///   - column: The caller's column, for the report.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    guard !condition() else { return }
    fail(message(), CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension DependencyValues {
  /// Checks conditions that only a bug can make false.
  ///
  /// A debug build of a program stops at a false one, as with Swift's own `assert`; a test fails
  /// and continues.
  public var assert: AssertionEffect {
    get { self[AssertionEffectKey.self] }
    set { self[AssertionEffectKey.self] = newValue }
  }

  /// Checks conditions without which a program can't continue.
  ///
  /// A program stops at a false one, as with Swift's own `precondition`; a test fails and
  /// continues.
  public var precondition: AssertionEffect {
    get { self[PreconditionKey.self] }
    set { self[PreconditionKey.self] = newValue }
  }
}

private enum PreconditionKey: DependencyKey {
  static var liveValue: AssertionEffect {
    AssertionEffect { message, site in preconditionFailure("\(site): \(message)") }
  }
  static var testValue: AssertionEffect { .reporting("A precondition does not hold.") }
}

private enum AssertionEffectKey: DependencyKey {
  static var liveValue: AssertionEffect {
    AssertionEffect { message, site in assertionFailure("\(site): \(message)") }
  }
  static var testValue: AssertionEffect { .reporting("An assertion does not hold.") }
}

extension AssertionEffect {
  /// Creates a check.
  ///
  /// - Parameter fail: Called with the message of each false condition.
  public init(_ fail: @escaping @Sendable (_ message: String) -> Void) {
    self.init { message, _ in fail(message) }
  }

  /// Returns a check that reports each false condition, with a text for those without a message.
  fileprivate static func reporting(_ text: String) -> Self {
    Self { message, site in reportMisuse(message.isEmpty ? text : message, at: site) }
  }
}

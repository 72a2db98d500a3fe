public import Headrace
public import Testing

/// A trait that gives a test, or each test of a suite, dependency values; created by
/// `.dependencies` and `.dependency`.
///
/// Each argument of a parameterized test gets separate values, as it does on Linux without the
/// trait: it sees nothing that another one has prepared, changed or created.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  private let update: @Sendable (inout DependencyValues) throws -> Void

  fileprivate init(_ update: @escaping @Sendable (inout DependencyValues) throws -> Void) {
    self.update = update
  }

  /// Always true, so that each test of a suite gets its own values.
  public var isRecursive: Bool { true }

  /// Runs a test, or one argument of it, with the values.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A suite has no test case: each of its tests calls this method.
    guard testCase != nil else { return try await function() }
    try await DependencyValues.isolated(update, operation: function)
  }
}

extension Trait where Self == DependenciesTrait {
  /// Gives a test, or each test of a suite, its own dependency values.
  ///
  /// ```swift
  /// @Suite(.dependencies { $0.uuid = .incrementing })
  /// struct NoteTests { … }
  /// ```
  ///
  /// - Parameter update: Changes the values of one test.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) throws -> Void
  ) -> Self {
    Self(update)
  }

  /// Gives each test, and each of its arguments, dependency values that no other test shares.
  public static var dependencies: Self { Self { _ in } }

  /// Gives a test, or each test of a suite, the value of one dependency.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: The value, evaluated for each test.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0.set(keyPath, to: try value()) }
  }

  /// Gives a test, or each test of a suite, a dependency that is its own key, such as a client.
  ///
  /// - Parameter value: The value, evaluated for each test.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value.Value == Value {
    Self { $0[Value.self] = try value() }
  }
}

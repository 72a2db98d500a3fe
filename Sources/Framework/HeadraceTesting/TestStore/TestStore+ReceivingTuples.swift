public import Headrace

extension TestStore where State: Equatable {
  /// Asserts that an effect sent an action of a case with several payloads, and how the action
  /// changed the state.
  ///
  /// Tuples can't be `Equatable`, so their parts are compared:
  ///
  /// ```swift
  /// await store.receive(\.moved, (x: 1, y: 2)) { $0.position = Point(x: 1, y: 2) }
  /// ```
  ///
  /// A payload, or a part of one, that is not `Equatable` fails the test.
  ///
  /// - Parameters:
  ///   - caseKeyPath: The case, such as `\.moved`.
  ///   - value: The payloads, as in the case.
  ///   - timeout: The real time to wait for work that has left the store's executor.
  ///   - update: Changes the state before the action to the state expected after it.
  @_disfavoredOverload
  nonisolated(nonsending)
    public func receive<Value>(
      _ caseKeyPath: CaseKeyPath<Action, Value>,
      _ value: Value,
      timeout: Duration? = nil,
      assert update: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async where Action: CasePathable
  {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let path = AnyCasePath(caseKeyPath)
    if let type = PayloadEquality.typeWithout(value) {
      return report(TestStoreFailure.payloadNotEquatable(type), at: site)
    }
    await receive(
      ExpectedAction(
        description: TestStoreFailure.name(of: path.embed(value)),
        matches: { action in
          path.extract(action).map { PayloadEquality.areEqual($0, value) } ?? false
        },
        difference: { action in
          path.extract(action).flatMap { TestStoreFailure.difference(value, $0) }
        }),
      timeout: timeout, assert: update, at: site)
  }
}

/// A comparison of payloads that the compiler does not know to be `Equatable`, because they are
/// tuples.
enum PayloadEquality {
  /// Returns the type of a payload, or of a part of it, that can't be compared; `nil` if all can
  /// be.
  static func typeWithout(_ value: Any) -> Any.Type? {
    if value is any Equatable { return nil }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple else { return type(of: value) }
    return mirror.children.lazy.compactMap { typeWithout($0.value) }.first
  }

  static func areEqual(_ first: Any, _ second: Any) -> Bool {
    if let first = first as? any Equatable { return isEqual(first, second) }
    let parts = zip(Mirror(reflecting: first).children, Mirror(reflecting: second).children)
    return parts.allSatisfy { areEqual($0.value, $1.value) }
  }

  private static func isEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    first == second as? Value
  }
}

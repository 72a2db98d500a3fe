public import Headrace

// In an `async` test, the compiler prefers the `async` methods of the same names.

extension TestStore where State: Equatable {
  /// Sends an action in a test that is not `async`, and asserts how it changes the state.
  ///
  /// ```swift
  /// @Test func counts() {
  ///   let store = TestStore(initialState: Counter.State()) { Counter() }
  ///   store.send(.incrementButtonTapped) { $0.count = 1 }
  /// }
  /// ```
  ///
  /// When it returns, the effects that it started have run as far as they can. To receive their
  /// actions, make the test `async`.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - update: Changes the state before the action to the state expected after it. Omit it if
  ///     nothing changes.
  /// - Returns: A handle to everything that the action started. To await or cancel it, make the
  ///   test `async`.
  @discardableResult
  public func send(
    _ action: Action,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> TestStoreTask {
    send(
      action, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends the action of a case without a payload, in a test that is not `async`.
  ///
  /// - Parameters:
  ///   - action: The case, such as `\.view.refreshButtonTapped`.
  ///   - update: Changes the state before the action to the state expected after it.
  /// - Returns: A handle to everything that the action started. To await or cancel it, make the
  ///   test `async`.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: CaseKeyPath<Action, Void>,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> TestStoreTask where Action: CasePathable {
    send(
      AnyCasePath(action).embed(()), assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Sends the action of a case with a payload, in a test that is not `async`.
  ///
  /// - Parameters:
  ///   - action: The case, such as `\.view.amountChanged`.
  ///   - value: The payload.
  ///   - update: Changes the state before the action to the state expected after it.
  /// - Returns: A handle to everything that the action started. To await or cancel it, make the
  ///   test `async`.
  @discardableResult
  public func send<Value>(
    _ action: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> TestStoreTask where Action: CasePathable {
    send(
      AnyCasePath(action).embed(value), assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

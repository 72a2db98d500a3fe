public import Headrace

extension TestStore where State: Equatable {
  /// Sends an action and asserts how it changes the state.
  ///
  /// When it returns, the effects that it started have run as far as they can.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - update: Changes the state before the action to the state expected after it. Omit it if
  ///     nothing changes.
  /// - Returns: A handle to await or cancel everything that the action started.
  @inlinable
  @discardableResult
  nonisolated(nonsending)
    public func send(
      _ action: Action,
      assert update: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async -> TestStoreTask
  {
    send(
      action, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  // Synchronous, so that it needs no async frame.
  @inlinable
  func send(
    _ action: Action, assert update: ((_ state: inout State) throws -> Void)?, at site: CallSite
  ) -> TestStoreTask {
    executor.runBeforeSending()
    executor.schedule?.touchEverything()
    reportUnreceivedActions(before: .sending, at: site)
    if recorder.isDismissed {
      reportSendingAfterDismissal(of: action, at: site)
      return TestStoreTask(StoreTask(group: nil), executor: executor, timeout: timeout)
    }
    recorder.isSending = true
    recorder.sendSite = site
    executor.testSends()
    let task = executor.exclusively { core.send(action) }
    assertState(
      is: recorder.takeMomentAfterSend() ?? now,
      after: "sending \(TestStoreFailure.name(of: action))",
      nextStackElementID: recorder.nextStackElementIDBeforeSend, update: update, at: site)
    executor.runAfterSending()
    return TestStoreTask(StoreTask(group: task), executor: executor, timeout: timeout)
  }

  @usableFromInline
  func reportSendingAfterDismissal(of action: Action, at site: CallSite) {
    report(TestStoreFailure.sendingAfterDismissal(of: action), at: site)
  }

  /// Sends the action of a case without a payload.
  ///
  /// - Parameters:
  ///   - action: The case, such as `\.view.refreshButtonTapped`.
  ///   - update: Changes the state before the action to the state expected after it.
  /// - Returns: A handle to await or cancel everything that the action started.
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func send(
      _ action: CaseKeyPath<Action, Void>,
      assert update: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async -> TestStoreTask where Action: CasePathable
  {
    await send(
      AnyCasePath(action).embed(()), assert: update, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Sends the action of a case with a payload.
  ///
  /// - Parameters:
  ///   - action: The case, such as `\.view.amountChanged`.
  ///   - value: The payload.
  ///   - update: Changes the state before the action to the state expected after it.
  /// - Returns: A handle to await or cancel everything that the action started.
  @discardableResult
  nonisolated(nonsending)
    public func send<Value>(
      _ action: CaseKeyPath<Action, Value>,
      _ value: Value,
      assert update: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async -> TestStoreTask where Action: CasePathable
  {
    await send(
      AnyCasePath(action).embed(value), assert: update, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Asserts the state without an action, for non-exhaustive tests and for shared values changed by
  /// an effect.
  ///
  /// - Parameter update: Changes the state to the expected state; if it is already as expected,
  ///   nothing changes.
  public func assert(
    _ update: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var expected = asserted
    let (before, actual) = (expected.shared, recorder.shared.now)
    do {
      try ExpectedSharedValues.giving(from: &expected.shared) { try update(&expected.state) }
    } catch {
      return report(TestStoreFailure.updateThrew(error, after: "asserting"), at: site)
    }
    recorder.shared.assert(actual)
    reportShared(
      expected.shared, before: before, actual: actual, after: nil, hasUpdate: true, at: site)
    let isSame = ExpectedSharedValues.comparing(expected.shared, with: actual) {
      expected.state == state
    }
    guard !isSame else { return }
    report(
      TestStoreFailure.stateMismatch(
        expected: expected.state, actual: state, after: nil, hasUpdate: true), at: site)
  }
}

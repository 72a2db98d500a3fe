public import Headrace

/// An action that a test expects to receive.
@usableFromInline
struct ExpectedAction<Action> {
  /// The expectation in words, such as `.tick` or `an action that matches \.tick`.
  ///
  /// It is created only for reports, because a dump takes longer than a test.
  var description: String { describe() }
  @usableFromInline let matches: (Action) -> Bool
  /// Returns the difference of another action.
  let difference: (Action) -> String?
  private let describe: () -> String

  @usableFromInline
  init(
    description: @autoclosure @escaping () -> String, matches: @escaping (Action) -> Bool,
    difference: @escaping (Action) -> String?
  ) {
    (describe, self.matches, self.difference) = (description, matches, difference)
  }
}

extension TestStore where State: Equatable {
  /// Asserts that an effect sent an action, and how the action changed the state.
  ///
  /// Effects run until the action arrives. If no effect can run, the test fails immediately. An
  /// action that was reported as not received can still be received.
  ///
  /// - Parameters:
  ///   - expectedAction: The action.
  ///   - timeout: The real time to wait for work that has left the store's executor; if `nil`,
  ///     ``timeout``.
  ///   - update: Changes the state before the action to the state expected after it. Omit it if
  ///     nothing changes.
  @inlinable
  nonisolated(nonsending)
    public func receive(
      _ expectedAction: Action,
      timeout: Duration? = nil,
      assert update: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async where Action: Equatable
  {
    await receive(
      ExpectedAction(
        description: TestStoreFailure.name(of: expectedAction),
        matches: { $0 == expectedAction },
        difference: { TestStoreFailure.difference(expectedAction, $0) }),
      timeout: timeout, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an effect sent an action of a case, and how the action changed the state.
  ///
  /// - Parameters:
  ///   - caseKeyPath: The case, such as `\.inner.balanceResponse`.
  ///   - timeout: The real time to wait for work that has left the store's executor.
  ///   - update: Changes the state before the action to the state expected after it.
  @inlinable
  nonisolated(nonsending)
    public func receive<Value>(
      _ caseKeyPath: CaseKeyPath<Action, Value>,
      timeout: Duration? = nil,
      assert update: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async where Action: CasePathable
  {
    let path = AnyCasePath(caseKeyPath)
    await receive(
      ExpectedAction(
        description: TestStoreFailure.name(of: path, by: caseKeyPath),
        matches: { path.extract($0) != nil }, difference: { _ in nil }),
      timeout: timeout, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an effect sent an action of a case with a payload, and how the action changed the
  /// state.
  ///
  /// - Parameters:
  ///   - caseKeyPath: The case, such as `\.inner.balanceResponse`.
  ///   - value: The payload.
  ///   - timeout: The real time to wait for work that has left the store's executor.
  ///   - update: Changes the state before the action to the state expected after it.
  @inlinable
  nonisolated(nonsending)
    public func receive<Value: Equatable>(
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
    let path = AnyCasePath(caseKeyPath)
    await receive(
      ExpectedAction(
        description: TestStoreFailure.name(of: path.embed(value)),
        matches: { path.extract($0) == value },
        difference: { action in
          path.extract(action).flatMap { TestStoreFailure.difference(value, $0) }
        }),
      timeout: timeout, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that an effect sent an action that satisfies a condition, and how the action changed
  /// the state.
  ///
  /// - Parameters:
  ///   - isMatching: The condition.
  ///   - timeout: The real time to wait for work that has left the store's executor.
  ///   - update: Changes the state before the action to the state expected after it.
  @inlinable
  nonisolated(nonsending)
    public func receive(
      _ isMatching: @escaping (_ action: Action) -> Bool,
      timeout: Duration? = nil,
      assert update: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await receive(
      ExpectedAction(
        description: "an action that satisfies the predicate", matches: isMatching,
        difference: { _ in nil }),
      timeout: timeout, assert: update, at: site)
  }

  // Inlinable, because code that does not know the types looks up their metadata at each use.
  @inlinable
  nonisolated(nonsending)
    func receive(
      _ expected: ExpectedAction<Action>, timeout: Duration?,
      assert update: ((_ state: inout State) throws -> Void)?, at site: CallSite
    ) async
  {
    if !recorder.lateActions.isEmpty, receiveLate(expected, assert: update, at: site) { return }
    let isExhaustive = exhaustivity == .on
    // Each action is checked once, however many jobs it takes until the right one arrives.
    var lookedAtCount = 0
    let wait = await wait(timeout, at: site) {
      let first = lookedAtCount
      lookedAtCount = recorder.receivedActions.count
      guard first < lookedAtCount else { return false }
      return isExhaustive
        || recorder.receivedActions[first...].contains { expected.matches($0.action) }
    }
    guard let index = indexOfAction(expected) else {
      return reportNotReceived(expected, wait: wait, at: site)
    }
    if index > 0 { passOver(index, at: site) }
    let received = recorder.receivedActions.remove(at: 0)
    guard expected.matches(received.action) else {
      return reportUnexpected(received, insteadOf: expected, at: site)
    }
    assertState(
      is: received.after, after: "receiving \(TestStoreFailure.name(of: received.action))",
      nextStackElementID: received.nextStackElementID, update: update, at: site)
  }

  /// Receives an action that was reported as not received, as if it had been received in time.
  ///
  /// - Returns: True if a matching one was found.
  @usableFromInline
  func receiveLate(
    _ expected: ExpectedAction<Action>, assert update: ((_ state: inout State) throws -> Void)?,
    at site: CallSite
  ) -> Bool {
    let index = recorder.lateActions.firstIndex { expected.matches($0.received.action) }
    guard let index else { return false }
    let late = recorder.lateActions[index]
    recorder.lateActions.removeSubrange(...index)
    let latest = asserted
    asserted = late.before
    defer { asserted = latest }
    assertState(
      is: late.received.after,
      after: "receiving \(TestStoreFailure.name(of: late.received.action))",
      nextStackElementID: late.received.nextStackElementID, update: update, at: site)
    return true
  }

  /// Returns the index of the first action, which must match; in a test that is not exhaustive, of
  /// the first matching one.
  @inlinable
  func indexOfAction(_ expected: ExpectedAction<Action>) -> Int? {
    if exhaustivity == .on { return recorder.receivedActions.isEmpty ? nil : 0 }
    return recorder.receivedActions.firstIndex { expected.matches($0.action) }
  }

  /// Skips the first actions that effects have sent.
  @usableFromInline
  func passOver(_ count: Int, at site: CallSite) {
    let actions = recorder.receivedActions.prefix(count)
    guard let last = actions.last else { return }
    asserted = last.after
    recorder.receivedActions.removeFirst(count)
    warn(TestStoreFailure.skippedActions(actions.map(\.action)), at: site)
  }

  @usableFromInline
  func reportNotReceived(
    _ expected: ExpectedAction<Action>, wait: TestStoreWait, at site: CallSite
  ) {
    report(
      TestStoreFailure.notReceived(
        expected.description, wait: wait, effects: effectDescriptions,
        cancelled: cancellationDescriptions, silent: silentEndDescriptions,
        others: recorder.receivedActions.map(\.action)), at: site)
  }

  @usableFromInline
  func reportUnexpected(
    _ received: TestStoreRecorder<State, Action>.ReceivedAction,
    insteadOf expected: ExpectedAction<Action>, at site: CallSite
  ) {
    asserted = received.after
    report(
      TestStoreFailure.unexpectedAction(
        expected: expected.description, received: received.action,
        difference: expected.difference(received.action)), at: site)
  }
}

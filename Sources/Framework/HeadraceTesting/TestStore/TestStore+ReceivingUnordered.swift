public import Headrace

extension TestStore where State: Equatable {
  /// Asserts that effects sent some actions, in any order, and how they together changed the state.
  ///
  /// Use it for concurrent effects whose order does not matter.
  ///
  /// - Parameters:
  ///   - expectedActions: The actions; list an action twice if it should arrive twice.
  ///   - timeout: The real time to wait for each, for work that has left the store's executor; if
  ///     `nil`, ``timeout``.
  ///   - update: Changes the state before the first action to the state expected after the last.
  ///     Omit it if nothing changes.
  nonisolated(nonsending)
    public func receive(
      unordered expectedActions: [Action],
      timeout: Duration? = nil,
      assert update: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async where Action: Equatable
  {
    await receive(
      expectedActions.map { action in
        ExpectedAction(
          description: TestStoreFailure.name(of: action), matches: { $0 == action },
          difference: { _ in nil })
      }, timeout: timeout, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Asserts that effects sent actions of some cases, in any order, and how they together changed
  /// the state.
  ///
  /// - Parameters:
  ///   - caseKeyPaths: The cases, such as `\.inner.balanceResponse`; list a case twice if it should
  ///     arrive twice.
  ///   - timeout: The real time to wait for each, for work that has left the store's executor.
  ///   - update: Changes the state before the first action to the state expected after the last.
  nonisolated(nonsending)
    public func receive(
      unordered caseKeyPaths: [PartialCaseKeyPath<Action>],
      timeout: Duration? = nil,
      assert update: ((_ state: inout State) throws -> Void)? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async where Action: CasePathable
  {
    await receive(
      caseKeyPaths.map { path in
        ExpectedAction(
          description: TestStoreFailure.name(ofCase: path), matches: { $0.is(path) },
          difference: { _ in nil })
      }, timeout: timeout, assert: update,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  nonisolated(nonsending)
    private func receive(
      _ expected: [ExpectedAction<Action>], timeout: Duration?,
      assert update: ((_ state: inout State) throws -> Void)?, at site: CallSite
    ) async
  {
    guard !expected.isEmpty else {
      return report(TestStoreFailure.noActionsExpected, at: site)
    }
    var missing = expected
    var after = asserted
    var firstStackElementID: Int?
    while !missing.isEmpty {
      let wait = await wait(timeout, at: site) { !recorder.receivedActions.isEmpty }
      guard let received = recorder.receivedActions.first else {
        asserted = after
        return report(
          TestStoreFailure.notReceived(
            TestStoreFailure.anyOrder(of: missing.map(\.description)), wait: wait,
            effects: effectDescriptions, cancelled: cancellationDescriptions,
            silent: silentEndDescriptions, others: [] as [Action]), at: site)
      }
      recorder.receivedActions.removeFirst()
      after = received.after
      if firstStackElementID == nil { firstStackElementID = received.nextStackElementID }
      if let index = missing.firstIndex(where: { $0.matches(received.action) }) {
        missing.remove(at: index)
      } else if exhaustivity == .on {
        asserted = after
        return report(
          TestStoreFailure.unexpectedAction(
            expected: TestStoreFailure.anyOrder(of: missing.map(\.description)),
            received: received.action, difference: nil, isOrdered: false), at: site)
      } else {
        warn(TestStoreFailure.skippedActions([received.action]), at: site)
      }
    }
    guard let firstStackElementID else { return }
    assertState(
      is: after, after: "receiving \(expected.count) actions in any order",
      nextStackElementID: firstStackElementID, update: update, at: site)
  }
}

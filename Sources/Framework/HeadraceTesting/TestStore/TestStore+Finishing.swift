public import Headrace

extension TestStore {
  /// Runs effects until all have ended; should be a test's last call.
  ///
  /// - Parameter timeout: The real time to wait for work that has left the store's executor; if
  ///   `nil`, ``timeout``.
  nonisolated(nonsending)
    public func finish(
      timeout: Duration? = nil,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let wait = await wait(timeout, at: site, untilEnd: true) { false }
    if case .nothingInFlight = wait {
      reportUnreceivedActions(before: .theEnd, at: site)
      if exhaustivity == .on { reportSharedLeft(at: site) }
      return noteEnd()
    }
    report(
      TestStoreFailure.notFinished(effectDescriptions, wait: wait) + failedCancellationText,
      at: site)
  }

  /// Skips the actions that effects have sent so far.
  ///
  /// - Parameter strict: If true, it is a failure if there are no actions.
  nonisolated(nonsending)
    public func skipReceivedActions(
      strict: Bool = true,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    executor.run()
    executor.reportWaiting()
    guard let last = recorder.receivedActions.last else {
      if strict { report(TestStoreFailure.nothingToSkip("received actions"), at: site) }
      return
    }
    let actions = recorder.receivedActions.map(\.action)
    recorder.receivedActions = []
    asserted = last.after
    warn(TestStoreFailure.skippedActions(actions), at: site)
  }

  /// Cancels the effects in flight, whose end the test then need not wait for.
  ///
  /// - Parameter strict: If true, it is a failure if there are no effects.
  nonisolated(nonsending)
    public func skipInFlightEffects(
      strict: Bool = true,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    executor.run()
    let effects = effectDescriptions
    if effects.isEmpty {
      if strict { report(TestStoreFailure.nothingToSkip("effects in flight"), at: site) }
      return
    }
    executor.exclusively { core.cancelAllEffects() }
    executor.run()
    executor.reportWaiting()
    warn(TestStoreFailure.skippedEffects(effects), at: site)
  }

  /// Reports a test's leftovers at the line that created the store.
  func reportWhatIsLeft() {
    // The search is slow. A reference that only a random order brings into the state is not found.
    if exhaustivity != .off(showSkippedAssertions: false),
      executor.schedule?.hasPassedBefore != true,
      let reference = initialReference ?? StateReference.first(in: assertedState)
    {
      reportUnlessPassedOver(TestStoreFailure.reference(reference))
    }
    guard exhaustivity == .on else { return }
    reportUnreceivedActions(before: .theEnd, at: site)
    reportSharedLeft(at: site)
    let effects = executor.exclusively { core.effects }
    if effects.isEmpty { return noteEnd() }
    let descriptions = executor.descriptions(of: effects, startedBy: recorder.starterName)
    let someSleep = executor.sleeps(of: effects).areSomeAsleep
    report(
      TestStoreFailure.effectsLeft(descriptions, someSleep: someSleep) + failedCancellationText,
      at: site)
  }

  private func reportUnlessPassedOver(_ message: String) {
    if exhaustivity == .on { report(message, at: site) } else { warn(message, at: site) }
  }

  /// Notes that no more actions should arrive; later ones fail an exhaustive test.
  private func noteEnd() {
    guard exhaustivity == .on else { return }
    executor.testFinished(lastAction: executor.exclusively { core.lastAction })
  }

  /// Skips the actions from effects that should have been received by now.
  @inlinable
  func reportUnreceivedActions(before moment: TestStoreFailure.Moment, at site: CallSite) {
    if !recorder.receivedActions.isEmpty { reportReceivedActions(before: moment, at: site) }
  }

  @usableFromInline
  func reportReceivedActions(before moment: TestStoreFailure.Moment, at site: CallSite) {
    guard let last = recorder.receivedActions.last else { return }
    let actions = recorder.receivedActions.map(\.action)
    let before = asserted
    asserted = last.after
    if exhaustivity == .on {
      recorder.keepLate(after: before)
      report(TestStoreFailure.unreceivedActions(actions, before: moment), at: site)
    } else {
      recorder.receivedActions = []
      warn(TestStoreFailure.skippedActions(actions), at: site)
    }
  }
}

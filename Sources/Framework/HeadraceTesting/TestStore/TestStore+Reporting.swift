public import Headrace
import IssueReporting
import Synchronization

// MARK: - Reports of the Executor

extension TestExecutor {
  /// Reports a misuse immediately if the running code knows its test, otherwise when the test next
  /// calls the store.
  @usableFromInline
  package func report(_ message: String, at site: CallSite) {
    // Under XCTest no task knows its test, and waiting does no harm.
    if !isTesting || TestContext.current?.isSwiftTesting == true {
      return reportMisuse(message, at: site)
    }
    reports.withLock { $0.add(TestStoreReports.Report(message: message, site: site)) }
  }

  /// Reports an action of a cancelled effect after the test was informed that everything has ended.
  ///
  /// Before that, the drop is intended.
  @usableFromInline
  package func cancelledEffectSent(_ label: String, at site: CallSite, lastAction: UInt64?) {
    guard reports.withLock({ $0.isFinished(lastAction: lastAction) }) else { return }
    report(TestStoreFailure.sentAfterTheEnd(label, by: site), at: site)
  }

  /// Keeps a cancelled effect for a report of an action that does not arrive.
  @usableFromInline
  package func effectWasCancelled(_ end: TestedEffectEnd) {
    reports.withLock { $0.addCancellation(end) }
    // Its code can see that its task is cancelled.
    schedule?.touchEverything()
  }

  /// Keeps an effect that has sent nothing for a report of an action that does not arrive.
  @usableFromInline
  package func effectEndedWithoutSending(_ end: TestedEffectEnd) {
    reports.withLock { $0.addSilentEnd(end) }
  }

  /// Forgets the effects that have sent nothing, because only those that the next action starts
  /// matter.
  @usableFromInline
  func testSends() {
    reports.withLock { $0.testSends() }
  }

  /// Keeps an id that has cancelled nothing for a report of an effect that does not end.
  @usableFromInline
  package func cancellationFailed(_ cancellation: FailedCancellation) {
    reports.withLock { $0.add(cancellation) }
  }

  /// Notes that the test was informed that nothing is left to do.
  func testFinished(lastAction: UInt64) {
    reports.withLock { $0.testFinished(lastAction: lastAction) }
  }

  /// Reports the findings of code that does not know the test.
  func reportWaiting() {
    for report in reports.withLock({ $0.takeWaiting() }) {
      reportMisuse(report.message, at: report.site)
    }
  }

  /// Makes a task of the test report misuse by effects after the store was released.
  ///
  /// The task ends with the executor, when no effect is left that could send. In a ``ScheduleRun``,
  /// the run itself reports at its end.
  func reportFromNowOn() {
    guard hasRunEffects, schedule == nil else { return }
    let (stream, continuation) = AsyncStream<TestStoreReports.Report>.makeStream()
    reports.withLock { $0.send(to: continuation) }
    Task { for await report in stream { reportMisuse(report.message, at: report.site) } }
  }
}

// MARK: - Descriptions for Reports

extension TestExecutor {
  /// Returns effects with the lines that created them, the actions that started them, and their
  /// sleeping tasks.
  func descriptions(
    of effects: [EffectInfo], startedBy starterName: (ActionID) -> String? = { _ in nil }
  ) -> [String] {
    effects.map { effect in
      let name = effect.name.map { " \"\($0)\"" } ?? ""
      let sleep: String? =
        switch sleep(of: effect.sleeper) {
        case .asleep: "sleeps on a test clock"
        case .partlyAsleep: "a task of it sleeps on a test clock"
        case .awake, .noTasks: nil
        }
      let start = starterName(effect.startedBy).map { "started by '\($0)'" }
      let notes = [start, sleep].compactMap(\.self).joined(separator: ", ")
      return "\(effect.fileID):\(effect.line)\(name)\(notes.isEmpty ? "" : " (\(notes))")"
    }
  }
}

extension TestExecutor {
  /// Returns the ids that have cancelled nothing, as a paragraph; empty if there are none.
  func failedCancellationText(startedBy starterName: (ActionID) -> String?) -> String {
    let cancellations = reports.withLock(\.failedCancellations)
    guard !cancellations.isEmpty else { return "" }
    return TestStoreFailure.cancelledNothing(
      cancellations.map { cancellation in
        let action = starterName(cancellation.startedBy).map { ", at '\($0)'" } ?? ""
        let ids = cancellation.idsInFlight
        let inFlight =
          ids.isEmpty
          ? "no effect in flight had an id" : "in flight were \(ids.joined(separator: ", "))"
        return "\(cancellation.id)\(action): \(inFlight)"
      })
  }
}

extension TestStore {
  /// The most recently cancelled effects, with the lines that created them and the actions that
  /// cancelled them.
  var cancellationDescriptions: [String] {
    executor.reports.withLock(\.cancellations).map { end in
      description(
        of: end, recorder.starterName(end.lastAction).map { "cancelled at '\($0)'" })
    }
  }

  /// The most recent effects that ended without sending an action, with the lines that created
  /// them.
  var silentEndDescriptions: [String] {
    executor.reports.withLock(\.silentEnds).map { description(of: $0) }
  }

  private func description(of end: TestedEffectEnd, _ note: String? = nil) -> String {
    let name = end.name.map { " \"\($0)\"" } ?? ""
    let start = recorder.starterName(end.startedBy).map { "started by '\($0)'" }
    let notes = [start, note].compactMap(\.self).joined(separator: ", ")
    return "\(end.site)\(name)\(notes.isEmpty ? "" : " (\(notes))")"
  }
}

extension TestStoreLeftovers {
  /// Describes a test store's leftovers, if no job of it runs on another thread.
  convenience init<State, Action>(
    of core: StoreCore<State, Action>, recorder: TestStoreRecorder<State, Action>,
    executor: TestExecutor, at site: CallSite
  ) {
    self.init(site: site) {
      guard let effects = executor.exclusivelyIfFree({ core.effects }) else { return [] }
      var texts: [String] = []
      if !recorder.receivedActions.isEmpty {
        let actions = recorder.receivedActions.map(\.action)
        texts.append(TestStoreFailure.unreceivedActions(actions, before: .theEnd))
      }
      if !effects.isEmpty {
        texts.append(
          TestStoreFailure.effectsLeft(
            executor.descriptions(of: effects, startedBy: recorder.starterName),
            someSleep: executor.sleeps(of: effects).areSomeAsleep)
            + executor.failedCancellationText(startedBy: recorder.starterName))
      }
      return texts
    }
  }
}

extension TestStore {
  /// The effects in flight, with the lines that created them.
  var effectDescriptions: [String] {
    executor.descriptions(
      of: executor.exclusively { core.effects }, startedBy: recorder.starterName)
  }

  /// The ids that have cancelled nothing, as a paragraph below the report of effects in flight.
  var failedCancellationText: String {
    executor.failedCancellationText(startedBy: recorder.starterName)
  }

  func report(_ message: String, at site: CallSite) { recordFailure(message, at: site) }

  /// Warns about the changes that a non-exhaustive test skipped, if it requests warnings.
  func warn(_ message: @autoclosure () -> String, at site: CallSite) {
    guard case .off(showSkippedAssertions: true) = exhaustivity else { return }
    tell(message(), at: site)
  }

  /// Records a note for the test that is not a failure.
  func tell(_ message: @autoclosure () -> String, at site: CallSite) {
    // XCTest on Linux has no warnings: one would be a failure.
    guard TestContext.current?.isSwiftTesting == true else {
      return print("\(site.fileID):\(site.line): note: \(message())")
    }
    reportIssue(
      message(), severity: .warning, fileID: site.fileID, filePath: site.filePath,
      line: site.line, column: site.column)
  }
}

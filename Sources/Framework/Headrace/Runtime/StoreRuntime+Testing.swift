/// The executor of a test store, which receives the events that its test must report.
@usableFromInline
package protocol TestStoreExecutor: TaskExecutor {
  /// Runs a closure while no job of the store runs on another thread.
  func exclusively<Result>(_ body: () -> Result) -> Result

  /// Reports a misuse by code that may not know which test it belongs to.
  func report(_ message: String, at site: CallSite)

  /// Notes that an effect is no longer in flight: it has ended or was cancelled.
  func effectIsOver(_ id: EffectID)

  /// Notes that an action was dropped because its effect was cancelled.
  ///
  /// - Parameters:
  ///   - label: The names of the action's cases.
  ///   - site: The line that returned the effect.
  ///   - lastAction: The last action that the store has begun to reduce; `nil` if it was released.
  func cancelledEffectSent(_ label: String, at site: CallSite, lastAction: UInt64?)

  /// Notes that an effect was cancelled.
  ///
  /// - Parameter end: The effect, and the time of its end.
  func effectWasCancelled(_ end: TestedEffectEnd)

  /// Notes that an effect has ended by itself without sending an action.
  ///
  /// - Parameter end: The effect, and the time of its end.
  func effectEndedWithoutSending(_ end: TestedEffectEnd)

  /// Notes that effects share data with the store, other than by actions: the first part of their
  /// work runs on its actor, or their actions are buffered.
  func noteSharing()

  /// Notes that an id has cancelled nothing.
  func cancellationFailed(_ cancellation: FailedCancellation)
}

/// The end of an effect, for a test's report.
@usableFromInline
package struct TestedEffectEnd: Sendable {
  /// The author's name for the effect, if any.
  package let name: String?
  /// The line that returned the effect.
  package let site: CallSite
  /// The action whose reducer returned the effect.
  package let startedBy: ActionID
  /// The last action that the store had begun to reduce.
  package let lastAction: ActionID
}

/// A cancellation by an id that no effect in reach had, for a test's report.
@usableFromInline
package struct FailedCancellation: Sendable {
  let cancelID: CancelID
  let cancelIDsInFlight: [CancelID]
  /// The action whose reducer returned the cancellation.
  package let startedBy: ActionID

  /// The id, as text.
  package var id: String { cancelID.text }

  /// The ids of the effects in flight anywhere in the store, including those that wait in a
  /// debounce or a throttle, in alphabetical order.
  package var idsInFlight: [String] { Set(cancelIDsInFlight.map(\.text)).sorted() }
}

extension StoreRuntime {
  /// Informs a test that an id cancelled nothing although effects are in flight.
  final func noteFailedCancellation(_ id: CancelID, startedBy: ActionID) {
    guard let testExecutor, rootScope.liveCount > 0 else { return }
    var ids: [CancelID] = []
    rootScope.forEachScope { ids += $0.cancelIDs }
    testExecutor.cancellationFailed(
      FailedCancellation(cancelID: id, cancelIDsInFlight: ids, startedBy: startedBy))
  }

  /// Cancels every effect; unlike after ``shutDown()``, the store continues to reduce actions.
  package final func cancelAllEffects() {
    perform { for record in rootScope.records() { record.cancel() } }
  }

  /// True if anything is in flight, including the interval of a throttle that holds nothing back.
  package final var hasEffects: Bool { rootScope.liveCount > 0 }

  /// The number of the last action that the store has begun to reduce.
  package final var lastAction: UInt64 { flags.lastActionID }
}

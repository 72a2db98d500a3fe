// MARK: - Dropping Late Actions

extension RunRecord {
  /// Drops an action that arrives after the effect was cancelled or has ended.
  @usableFromInline
  func drop<Action>(_ action: Action) {
    guard !isRepeating() else { return }
    let label = ActionLabel.of(action)
    if isCancelled {
      runtime.testExecutor?.cancelledEffectSent(label, at: site, lastAction: runtime.lastAction)
    } else {
      runtime.reportMisuse(useAfterEnd("sent an action", ": '\(label)'"), at: site)
    }
    dropLateSend(label: label)
  }

  /// Returns true if an earlier run of the effect has sent this action, and counts it.
  private func isRepeating() -> Bool {
    guard repeatedCount > 0, !isCancelled, !isFinished else { return false }
    repeatedCount -= 1
    return true
  }

  /// Drops an action that was sent after the store's actor was released.
  ///
  /// Outside of tests nothing else happens: a released store has no use for its effects.
  @usableFromInline
  func dropWithoutOwner<Action>(_ action: Action) {
    guard let executor = runtime.testExecutor else { return }
    let label = ActionLabel.of(action)
    let isCancelled = executor.exclusively { self.isCancelled }
    if isCancelled {
      executor.cancelledEffectSent(label, at: site, lastAction: nil)
    } else {
      executor.report(useAfterEnd("sent an action", ": '\(label)'"), at: site)
    }
  }

  /// Describes a use of the effect's values after its end.
  ///
  /// A task that an effect leaves behind is not cancelled, so it would act on whatever has replaced
  /// the feature since.
  private func useAfterEnd(_ what: String, _ detail: String = "") -> String {
    """
    An effect \(what) after it had ended\(detail).

    The effect returned at \(site) has started a task that outlived it and still uses the effect's \
    values. The effect ends when its operation returns, so this was dropped. Await that task in \
    the operation, or use a task group instead.
    """
  }

  /// Counts actions that were dropped because the effect sent too many at a time.
  @usableFromInline
  func countLost(_ count: Int) {
    runtime.overflowCount += count
    runtime.notifyOfDrop(.overflow, label: nil, count: count, from: originForInstruments, of: self)
  }

  /// Reports an error that the author did not handle.
  func reportUnhandled(_ error: any Error) {
    // A call to an unimplemented endpoint was already reported at the call.
    if (error as? UnimplementedEndpoint)?.isReported == true { return }
    // A local type has an address in its name, which is of no use to an author.
    let name = String(reflecting: error)
      .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    reportMisuse(
      """
      An effect threw an error that nothing handles: \(name)

      The effect returned at \(site) has no 'catch:', so the error would be lost. \
      Handle it in the operation, or turn it into an action: '.run { send in … } catch: { error, \
      send in … }'.
      """, at: site)
  }
}

// MARK: - Dismissing a Feature

extension RunRecord {
  /// Asks for the dismissal of the effect's feature.
  func dismiss() async {
    guard let owner = runtime.owner else { return }
    await dismiss(on: owner)
  }

  /// Sends the action as the effect would.
  ///
  /// This is a late send after the effect was cancelled or has ended, and also if the feature was
  /// already removed.
  private func dismiss(on owner: isolated any Actor) {
    guard beginDelivery() else {
      guard !isRepeating() else { return }
      if !isCancelled { runtime.reportMisuse(useAfterEnd("asked to be dismissed"), at: site) }
      return dropLateSend(label: nil)
    }
    TaskValues.leavingEffect { scope.nearestDismissal?(self) }
  }
}

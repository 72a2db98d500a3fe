/// How the feature of a scope is dismissed: by an action to its parent.
struct Dismissal {
  let send: (EffectOrigin) -> Void
}

extension EffectScope {
  /// Whether this feature, or one around it, is presented.
  var isDismissable: Bool { dismissal != nil || parent?.isDismissable == true }

  /// How the nearest presentation, of this scope or of one around it, is left.
  var nearestDismissal: Dismissal? {
    var scope: EffectScope? = self
    while let current = scope {
      if let dismissal = current.dismissal { return dismissal }
      scope = current.parent
    }
    return nil
  }
}

extension StoreRuntime {
  /// Lets the store's own feature be dismissed, as if the store were presented.
  ///
  /// - Parameter body: Called on the store's actor when it asks for it.
  package final func onDismissalOfRoot(_ body: @escaping () -> Void) {
    rootScope.dismissal = Dismissal { _ in body() }
  }
}

/// The effect that may ask for the dismissal of its feature.
struct DismissalTarget: Sendable {
  let record: RunRecord

  func dismiss() async {
    guard let owner = record.runtime.owner else { return }
    await dismiss(on: owner)
  }

  /// Sends the action as the effect would: after the effect is cancelled or has ended it is a late
  /// send, as when the feature is gone already.
  private func dismiss(on owner: isolated any Actor) {
    guard record.isWanted() else { return record.dropDismissal() }
    record.scope.nearestDismissal?.send(record)
  }
}

extension DependencyValues {
  /// What leaves the presentation that the current task works below; `nil` outside of one.
  var dismissalTarget: DismissalTarget? {
    get { self[DismissalTargetKey.self] }
    set { self[DismissalTargetKey.self] = newValue }
  }
}

private enum DismissalTargetKey: DependencyKey {
  static var liveValue: DismissalTarget? { nil }
  static var testValue: DismissalTarget? { nil }
}

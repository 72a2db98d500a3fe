extension _EffectScope {
  /// Dismisses the nearest presentation, of this scope or an enclosing one; `nil` if none is
  /// presented.
  var nearestDismissal: ((EffectRecord) -> Void)? {
    var scope: _EffectScope? = self
    while let current = scope, current.dismissal == nil { scope = current.parent }
    return scope?.dismissal
  }
}

extension StoreRuntime {
  /// Makes the store's root feature dismissable, as if the store were presented.
  ///
  /// - Parameter body: Called on the store's actor when the feature asks to be dismissed.
  package final func onDismissalOfRoot(_ body: @escaping () -> Void) {
    rootScope.dismissal = { _ in body() }
  }
}

extension DependencyValues {
  /// The effect that can ask for the dismissal of its feature; `nil` outside of a presentation.
  var dismissalRequester: RunRecord? {
    get { self[DismissalRequesterKey.self] }
    set { self[DismissalRequesterKey.self] = newValue }
  }
}

private enum DismissalRequesterKey: DependencyKey {
  static var liveValue: RunRecord? { nil }
  static var testValue: RunRecord? { nil }
}

public import Headrace

extension ToastQueue.Action: CasePathable {
  /// The case paths of what happens to toasts.
  public struct AllCasePaths: Sendable {
    /// A toast should be shown.
    public var show: AnyCasePath<ToastQueue.Action, Toast> {
      AnyCasePath(
        embed: { .show($0) },
        extract: { action in
          guard case .show(let toast) = action else { return nil }
          return toast
        })
    }

    /// A toast should disappear.
    public var end: AnyCasePath<ToastQueue.Action, ToastID> {
      AnyCasePath(
        embed: { .end($0) },
        extract: { action in
          guard case .end(let id) = action else { return nil }
          return id
        })
    }

    /// All toasts should disappear.
    public var endAll: AnyCasePath<ToastQueue.Action, Void> {
      AnyCasePath(embed: { .endAll }, extract: { $0 == .endAll ? () : nil })
    }

    /// The time of a toast is over.
    public var expired: AnyCasePath<ToastQueue.Action, ToastID> {
      AnyCasePath(
        embed: { .expired($0) },
        extract: { action in
          guard case .expired(let id) = action else { return nil }
          return id
        })
    }

    /// What the parent receives.
    public var delegate: AnyCasePath<ToastQueue.Action, ToastQueue.Delegate> {
      AnyCasePath(
        embed: { .delegate($0) },
        extract: { action in
          guard case .delegate(let delegate) = action else { return nil }
          return delegate
        })
    }
  }

  /// The case paths of what happens to toasts.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension ToastQueue.Delegate: CasePathable {
  /// The case paths of what the parent receives.
  public struct AllCasePaths: Sendable {
    /// A toast is never shown.
    public var dropped: AnyCasePath<ToastQueue.Delegate, Toast> {
      AnyCasePath(
        embed: { .dropped($0) },
        extract: { delegate in
          guard case .dropped(let toast) = delegate else { return nil }
          return toast
        })
    }
  }

  /// The case paths of what the parent receives.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

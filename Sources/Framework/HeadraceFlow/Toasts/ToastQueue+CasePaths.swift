public import Headrace

extension ToastQueue.Action: CasePathable {
  /// The case paths of the actions of toasts.
  public struct AllCasePaths: Sendable {
    /// The path to the showing of a toast.
    public var show: AnyCasePath<ToastQueue.Action, Toast> {
      AnyCasePath(
        embed: { .show($0) },
        extract: { action in
          guard case .show(let toast) = action else { return nil }
          return toast
        })
    }

    /// The path to the end of a toast.
    public var end: AnyCasePath<ToastQueue.Action, ToastID> {
      AnyCasePath(
        embed: { .end($0) },
        extract: { action in
          guard case .end(let id) = action else { return nil }
          return id
        })
    }

    /// The path to the end of all toasts.
    public var endAll: AnyCasePath<ToastQueue.Action, Void> {
      AnyCasePath(embed: { .endAll }, extract: { $0 == .endAll ? () : nil })
    }

    /// The path to the expiry of a toast.
    public var expired: AnyCasePath<ToastQueue.Action, ToastID> {
      AnyCasePath(
        embed: { .expired($0) },
        extract: { action in
          guard case .expired(let id) = action else { return nil }
          return id
        })
    }

    /// The path to the actions for the parent.
    public var delegate: AnyCasePath<ToastQueue.Action, ToastQueue.Delegate> {
      AnyCasePath(
        embed: { .delegate($0) },
        extract: { action in
          guard case .delegate(let delegate) = action else { return nil }
          return delegate
        })
    }
  }

  /// The case paths of the actions of toasts.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension ToastQueue.Delegate: CasePathable {
  /// The case paths of the actions for the parent.
  public struct AllCasePaths: Sendable {
    /// The path to a dropped toast.
    public var dropped: AnyCasePath<ToastQueue.Delegate, Toast> {
      AnyCasePath(
        embed: { .dropped($0) },
        extract: { delegate in
          guard case .dropped(let toast) = delegate else { return nil }
          return toast
        })
    }
  }

  /// The case paths of the actions for the parent.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

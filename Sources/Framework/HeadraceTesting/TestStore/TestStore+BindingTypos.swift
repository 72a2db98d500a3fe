public import Headrace

// If a change of a property is wrong, the compiler would report that the other 'send', which takes
// a case key path, has no case 'binding'. These take every change, and so let it report the
// property.

extension TestStore where State: Equatable {
  /// What the compiler chooses where the state has no such property.
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func send(
      _ action: NoSuchChange<State>,
      assert update: ((_ state: inout State) throws -> Void)? = nil
    ) async -> TestStoreTask
  {
    preconditionFailure("There is no such change.")
  }
}

/// Takes every change of a property, so that the compiler can name the mistake in
/// `send(.binding(.set(\.typo, value)))`. There is no value of it.
public struct NoSuchChange<State>: Sendable {
  private init() {}

  /// Stands for the action of a change that can't be made.
  public static func binding(_ change: Self) -> Self {
    preconditionFailure("There is no such change.")
  }

  /// Rejects a change that the action can't hold.
  @available(
    *, unavailable,
    message: """
      the value is of another type than the property; or the property can't be set, or is not \
      'Equatable' and 'Sendable'; or the action is no 'BindableAction'
      """
  )
  public static func set<Value, Other>(
    _ keyPath: KeyPath<State, Value>, _ value: Other
  ) -> Self {
    preconditionFailure("There is no such change.")
  }

  /// Rejects a property that doesn't exist.
  @available(
    *, unavailable,
    message: "the state has no property of this name; look for a typo, or a '$' too many"
  )
  @_disfavoredOverload
  public static func set<Value>(
    _ keyPath: KeyPath<NoSuchProperty, NoSuchProperty>, _ value: Value
  ) -> Self {
    preconditionFailure("There is no such change.")
  }
}

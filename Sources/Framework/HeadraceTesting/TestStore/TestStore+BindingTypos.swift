public import Headrace

// For an incorrect change of a property, the compiler would report that the other `send`, which
// takes a case key path, has no case `binding`. These methods accept every change, so that the
// compiler reports the property.

extension TestStore where State: Equatable {
  /// The overload that the compiler chooses if the state has no such property.
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

/// A type that accepts every change of a property; it has no instances.
///
/// With it the compiler can point out the mistake in `send(.binding(.set(\.typo, value)))`.
public struct NoSuchChange<State>: Sendable {
  private init() {}

  /// The action of a change that can't be made.
  public static func binding(_ change: Self) -> Self {
    preconditionFailure("There is no such change.")
  }

  /// Rejects a change that the action can't contain.
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

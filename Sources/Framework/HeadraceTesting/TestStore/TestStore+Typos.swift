// For an incorrect name in a key path, the compiler would report that a key path is not an action.
// These methods accept every name, so that the compiler reports the name.

extension TestStore where State: Equatable {
  /// The overload that the compiler chooses if the actions have no such case.
  @available(
    *, unavailable,
    message: "the action has no case of this name without a payload; look for a typo in it"
  )
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func send(
      _ action: KeyPath<NoSuchCase, NoSuchCase>,
      assert update: ((_ state: inout State) throws -> Void)? = nil
    ) async -> TestStoreTask
  {
    preconditionFailure("There is no such case.")
  }
}

// If actions are `Equatable` or a path has several names, the compiler would report anything but
// the name.
extension TestStore where State: Equatable {
  /// The overload that the compiler chooses if the actions have no such case.
  @available(
    *, unavailable,
    message: """
      the action has no case of this name, or no rows with such an id; look for a typo in it
      """
  )
  @_disfavoredOverload
  nonisolated(nonsending)
    public func receive(
      _ caseKeyPath: KeyPath<NoSuchCase, NoSuchCase>,
      timeout: Duration? = nil,
      assert update: ((_ state: inout State) throws -> Void)? = nil
    ) async
  {
    preconditionFailure("There is no such case.")
  }

  /// The overload that the compiler chooses if actions can't be compared.
  @available(
    *, unavailable,
    message: """
      the actions are not 'Equatable'; receive one by the name of its case, 'receive(\\.tapped)', \
      or write 'enum Action: Equatable'
      """
  )
  @_disfavoredOverload
  nonisolated(nonsending)
    public func receive(
      _ expectedAction: Action,
      timeout: Duration? = nil,
      assert update: ((_ state: inout State) throws -> Void)? = nil
    ) async
  {
    preconditionFailure("Actions that are not 'Equatable' can't be compared.")
  }
}

/// A type with a case of every name; it has no instances.
///
/// With it the compiler can point out the typo in `receive(\.typo)`.
@dynamicMemberLookup
public struct NoSuchCase: Sendable {
  private init() {}

  /// A case that doesn't exist.
  public subscript(dynamicMember name: String) -> NoSuchCase {
    preconditionFailure("There is no case '\(name)'.")
  }

  /// A row of a case that doesn't exist.
  public subscript<ID>(id id: ID) -> NoSuchCase {
    preconditionFailure("There is no case with a row '\(id)'.")
  }
}

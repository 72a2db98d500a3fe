// If a name in a key path is wrong, the compiler would report that a key path is not an action.
// These methods accept every name, and so let it report the name.

extension TestStore where State: Equatable {
  /// What the compiler chooses where the actions have no such case.
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

// Where actions are not 'Equatable', the compiler names the case by itself.
extension TestStore where State: Equatable, Action: Equatable {
  /// What the compiler chooses where the actions have no such case.
  @available(
    *, unavailable, message: "the action has no case of this name; look for a typo in it"
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
}

/// Has a case for every name, so that the compiler can name the typo in `receive(\.typo)`. There is
/// no value of it.
@dynamicMemberLookup
public struct NoSuchCase: Sendable {
  private init() {}

  /// Stands for a case that doesn't exist.
  public subscript(dynamicMember name: String) -> NoSuchCase {
    preconditionFailure("There is no case '\(name)'.")
  }
}

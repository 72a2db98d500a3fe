/// The actions of a stack of features.
///
/// Its case paths lead to one element's actions: `\.path[id: 0].detail.saveButtonTapped`.
public enum StackAction<State, Action> {
  /// An action of the element with an id.
  indirect case element(id: StackElementID, action: Action)

  /// Asks to remove an element and all above it.
  case popFrom(id: StackElementID)

  /// Asks to push an element on top.
  indirect case push(id: StackElementID, state: State)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Codable where State: Codable, Action: Codable {}

extension StackAction {
  /// Returns an action that pushes an element on top with a new id, as a host does for its user.
  ///
  /// A test gives the id instead: `.push(id: 0, state: …)`.
  public static func push(_ state: State) -> Self {
    .push(id: DependencyValues.current.stackElementIDs.makeID(), state: state)
  }
}

extension StackAction: CasePathable {
  /// The case paths of a stack's actions.
  public struct AllCasePaths: Sendable {
    /// The path to the actions of elements, with their ids.
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } })
    }

    /// The path to the removal of an element and all above it.
    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(
        embed: { .popFrom(id: $0) },
        extract: { if case .popFrom(let id) = $0 { id } else { nil } })
    }

    /// The path to the push of an element, with its id.
    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(
        embed: { .push(id: $0.id, state: $0.state) },
        extract: { if case .push(let id, let state) = $0 { (id, state) } else { nil } })
    }

    /// The path to the actions of the element with an id.
    public subscript(id id: StackElementID) -> AnyCasePath<StackAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: { if case .element(id, let action) = $0 { action } else { nil } })
    }
  }

  /// The case paths of a stack's actions.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case {
  /// Extends a key path to the actions of the element with an id: `\.path[id: 0]`.
  public subscript<State, Action>(id id: StackElementID) -> Case<Action>
  where Value == StackAction<State, Action> {
    appending(StackAction<State, Action>.allCasePaths[id: id])
  }
}

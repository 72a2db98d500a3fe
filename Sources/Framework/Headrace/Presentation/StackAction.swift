/// The actions of a stack of features.
///
/// Its case paths lead to one element's actions: `\.path[id: 0].detail.saveButtonTapped`.
public enum StackAction<State, Action> {
  /// Something happened to the element with an id.
  indirect case element(id: StackElementID, action: Action)

  /// An element and all above it should leave the stack.
  case popFrom(id: StackElementID)

  /// An element should be pushed on top.
  indirect case push(id: StackElementID, state: State)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Codable where State: Codable, Action: Codable {}

extension StackAction {
  /// Pushes an element on top, as a host does for its user; a new id is made for it.
  ///
  /// A test gives the id instead: `.push(id: 0, state: …)`.
  public static func push(_ state: State) -> Self {
    .push(id: DependencyValues.current.stackElementIDs.makeID(), state: state)
  }
}

extension StackAction: CasePathable {
  /// The case paths of a stack's actions.
  public struct AllCasePaths: Sendable {
    /// Something happened to an element; with its id.
    public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } })
    }

    /// An element and all above it should leave.
    public var popFrom: AnyCasePath<StackAction, StackElementID> {
      AnyCasePath(
        embed: { .popFrom(id: $0) },
        extract: { if case .popFrom(let id) = $0 { id } else { nil } })
    }

    /// An element should be pushed on top; with its id.
    public var push: AnyCasePath<StackAction, (id: StackElementID, state: State)> {
      AnyCasePath(
        embed: { .push(id: $0.id, state: $0.state) },
        extract: { if case .push(let id, let state) = $0 { (id, state) } else { nil } })
    }

    /// The actions of the element with an id.
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
  /// Continues to the actions of the element with an id: `\.path[id: 0]`.
  public subscript<State, Action>(id id: StackElementID) -> Case<Action>
  where Value == StackAction<State, Action> {
    appending(StackAction<State, Action>.allCasePaths[id: id])
  }
}

/// An action for one element of a collection whose elements have ids.
///
/// ```swift
/// enum Action {
///   case rows(IdentifiedActionOf<Row>)
/// }
/// …
/// .forEach(\.rows, action: \.rows) { Row() }
/// ```
///
/// Its case paths lead to one element's actions: `\.rows[id: 1].tick`.
public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  /// An action for the element with an id.
  case element(id: ID, action: Action)
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Codable where ID: Codable, Action: Codable {}

extension IdentifiedAction: CasePathable {
  /// The case paths of an identified action.
  public struct AllCasePaths: Sendable {
    /// The path to the only case, with the id.
    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { action in
          guard case .element(let id, let action) = action else { return nil }
          return (id, action)
        })
    }

    /// The path to the actions of the element with an id.
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: { action in
          guard case .element(id, let action) = action else { return nil }
          return action
        })
    }
  }

  /// The case paths of an identified action.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case {
  /// Extends a key path to the actions of the element with an id: `\.rows[id: 1]`.
  public subscript<ID: Hashable & Sendable, Action>(id id: ID) -> Case<Action>
  where Value == IdentifiedAction<ID, Action> {
    appending(IdentifiedAction<ID, Action>.allCasePaths[id: id])
  }
}

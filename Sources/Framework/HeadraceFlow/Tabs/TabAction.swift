public import Headrace

/// The actions of tabs.
///
/// Its case paths lead to one tab's actions: `\.tabs[id: .account].account.logOutButtonTapped`.
public enum TabAction<Tab: FlowTab> {
  /// Selects a tab.
  case select(Tab)

  /// An action of the screen of a tab.
  case tabAction(id: Tab, action: Tab.Screen.Action)
}

extension TabAction: Sendable where Tab.Screen.Action: Sendable {}
extension TabAction: Codable where Tab: Codable, Tab.Screen.Action: Codable {}
extension TabAction: Equatable where Tab.Screen.Action: Equatable {}

extension TabAction: CasePathable {
  /// The case paths of the actions of tabs.
  public struct AllCasePaths: Sendable {
    /// The path to the selection of a tab.
    public var select: AnyCasePath<TabAction, Tab> {
      AnyCasePath(
        embed: { .select($0) },
        extract: { action in
          guard case .select(let tab) = action else { return nil }
          return tab
        })
    }

    /// The path to the actions of tabs' screens, with their tabs.
    public var tabAction: AnyCasePath<TabAction, (id: Tab, action: Tab.Screen.Action)> {
      AnyCasePath(
        embed: { .tabAction(id: $0.id, action: $0.action) },
        extract: { action in
          guard case .tabAction(let id, let action) = action else { return nil }
          return (id, action)
        })
    }

    /// The path to the actions of the screen of one tab.
    public subscript(id id: Tab) -> AnyCasePath<TabAction, Tab.Screen.Action> {
      AnyCasePath(
        embed: { .tabAction(id: id, action: $0) },
        extract: { action in
          guard case .tabAction(id, let action) = action else { return nil }
          return action
        })
    }
  }

  /// The case paths of the actions of tabs.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case {
  /// Extends a key path to the actions of the screen of one tab: `\.tabs[id: .account]`.
  public subscript<Tab: FlowTab>(id id: Tab) -> Case<Tab.Screen.Action>
  where Value == TabAction<Tab> {
    appending(TabAction<Tab>.allCasePaths[id: id])
  }
}

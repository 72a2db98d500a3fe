public import Headrace

/// A tab of a coordinator: which screen it has, and what tapping it again does.
///
/// ```swift
/// enum ShopTab: CaseIterable, FlowTab {
///   typealias Screen = ShopTabScreen
///   case browse, account
///
///   var initialState: ShopTabScreen.State {
///     switch self {
///     case .browse: .browse(BrowseCoordinator.State())
///     case .account: .account(AccountCoordinator.State())
///     }
///   }
///
///   var reselection: ShopTabScreen.Action? {
///     switch self {
///     case .browse: .browse(.router(.goBackToRoot))
///     case .account: .account(.router(.goBackToRoot))
///     }
///   }
/// }
/// ```
public protocol FlowTab: Hashable, Sendable {
  /// The reducer of the screens of all tabs: an enum of coordinators, made by `@Reducer`.
  associatedtype Screen: Reducer

  /// The initial state of the tab's screen. Read when the tab is first selected, or reached by a
  /// link.
  var initialState: Screen.State { get }

  /// The action that the tab's screen receives when the user selects the tab that is already shown;
  /// usually `.router(.goBackToRoot)` for its coordinator. `nil`, the default, for no action.
  var reselection: Screen.Action? { get }
}

extension FlowTab {
  /// No action.
  public var reselection: Screen.Action? { nil }
}

/// A mark that is shown on a tab beside its name.
public enum TabBadge: Hashable, Sendable, Codable {
  /// A number, for example of messages.
  case count(Int)
  /// A word, such as "New".
  case text(String)
  /// A mark without words.
  case dot
}

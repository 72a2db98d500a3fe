public import Headrace

/// A tab of a coordinator, with its screen and the effect of tapping it again.
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
  /// The reducer of the screens of all tabs: an enum of coordinators, declared with `@Reducer`.
  associatedtype Screen: Reducer

  /// The initial state of the tab's screen; read when the tab is first selected, or opened by a
  /// link.
  var initialState: Screen.State { get }

  /// The action for the tab's screen when the user selects the tab that is already shown.
  ///
  /// It is usually `.router(.goBackToRoot)` for its coordinator; `nil`, the default, for no action.
  var reselection: Screen.Action? { get }
}

extension FlowTab {
  /// Returns `nil`: no action.
  public var reselection: Screen.Action? { nil }
}

/// A mark shown beside the name of a tab.
public enum TabBadge: Hashable, Sendable, Codable {
  /// A number, for example of messages.
  case count(Int)
  /// A word, such as "New".
  case text(String)
  /// A mark without words.
  case dot
}

public import Headrace

/// The links into tabs, each with the parser of its tab's coordinator.
///
/// ```swift
/// let shopTabLinks = TabLinks<ShopTab>(
///   TabLink(.browse, browseLinks, action: \.browse.links),
///   TabLink(.account, accountLinks, action: \.account.links))
/// ```
///
/// A link opens the first tab whose parser accepts it.
public struct TabLinks<Tab: FlowTab>: Sendable {
  let all: [TabLink<Tab>]

  /// Creates the links.
  ///
  /// - Parameters:
  ///   - first: The links of the tab that is checked first.
  ///   - others: The links of the others, in the order in which they are checked.
  public init(_ first: TabLink<Tab>, _ others: TabLink<Tab>...) {
    all = [first] + others
  }

  /// Returns the reason why a URL opens no tab; `nil` if it opens one.
  ///
  /// - Returns: The most specific reason of all tabs: first, that a tab has the path but refuses
  ///   its values; then, that a tab doesn't have the path; last, that a tab has another prefix.
  public func refusal(of url: String) -> DeepLinkError? {
    var refusals: [DeepLinkError] = []
    for link in all {
      guard let refusal = link.refusal(url) else { return nil }
      refusals.append(refusal)
    }
    return refusals.first { !$0.isOfAnotherScreen } ?? refusals.first(where: \.isUnknownPath)
      ?? refusals.first
  }

  /// Returns the links of the tab that a URL opens.
  func place(of url: String) -> TabLink<Tab>? {
    all.first { $0.refusal(url) == nil }
  }
}

/// The links into one tab.
public struct TabLink<Tab: FlowTab>: Sendable {
  let tab: Tab
  let refusal: @Sendable (String) -> DeepLinkError?
  let open: @Sendable (DeepLink) -> Tab.Screen.Action

  /// Creates the links of a tab.
  ///
  /// - Parameters:
  ///   - tab: The tab.
  ///   - parser: The parser that the tab's coordinator passes to its own `.deepLinks`.
  ///   - toLinkAction: The case of the coordinator's action that contains the actions of links; the
  ///     tab's screen receives it.
  public init<Screen>(
    _ tab: Tab, _ parser: DeepLinkParser<Screen>,
    action toLinkAction: any CaseKeyPath<Tab.Screen.Action, DeepLinkAction> & Sendable
  ) {
    self.tab = tab
    self.refusal = { parser.refusal(of: $0) }
    self.open = { AnyCasePath(toLinkAction).embed(.open($0.url, mode: $0.mode)) }
  }
}

extension DeepLinkError {
  fileprivate var isUnknownPath: Bool {
    guard case .unknownPath = self else { return false }
    return true
  }

  /// True if the link may belong to another parser.
  fileprivate var isOfAnotherScreen: Bool {
    guard case .otherPrefix = self else { return isUnknownPath }
    return true
  }
}

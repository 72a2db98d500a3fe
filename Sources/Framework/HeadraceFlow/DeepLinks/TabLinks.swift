public import Headrace

/// The links that lead into tabs, each with the parser of its tab's coordinator.
///
/// ```swift
/// let shopTabLinks = TabLinks<ShopTab>(
///   TabLink(.browse, browseLinks, action: \.browse.links),
///   TabLink(.account, accountLinks, action: \.account.links))
/// ```
///
/// A link leads into the first tab whose parser accepts it.
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

  /// Why a URL leads into no tab; `nil` if it leads into one.
  ///
  /// - Returns: The most specific reason of all tabs. A tab that has the path but refuses its
  ///   values comes first, then one that doesn't have the path, then one with another prefix.
  public func refusal(of url: String) -> DeepLinkError? {
    var refusals: [DeepLinkError] = []
    for link in all {
      guard let refusal = link.refusal(url) else { return nil }
      refusals.append(refusal)
    }
    return refusals.first { !$0.isOfAnotherScreen } ?? refusals.first(where: \.isUnknownPath)
      ?? refusals.first
  }

  /// The links of the tab that a URL leads into.
  func place(of url: String) -> TabLink<Tab>? {
    all.first { $0.refusal(url) == nil }
  }
}

/// The links that lead into one tab.
public struct TabLink<Tab: FlowTab>: Sendable {
  let tab: Tab
  let refusal: @Sendable (String) -> DeepLinkError?
  let open: @Sendable (DeepLink) -> Tab.Screen.Action

  /// Creates the links of a tab.
  ///
  /// - Parameters:
  ///   - tab: The tab.
  ///   - parser: The parser that the tab's coordinator gives to its own `.deepLinks`.
  ///   - toLinkAction: What the tab's screen receives: the case of its coordinator that holds what
  ///     happens to links.
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

  /// Whether the link may belong to another parser.
  fileprivate var isOfAnotherScreen: Bool {
    guard case .otherPrefix = self else { return isUnknownPath }
    return true
  }
}

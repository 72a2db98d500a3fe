public import Headrace

/// Tabs with one screen each, which is kept while another is shown.
///
/// A tab's screen is created when the tab is first selected, or when its state is first changed.
/// From then on it exists, with its effects and its stack, whichever tab is shown.
public struct Tabs<Tab: FlowTab> {
  /// The state of a tab's screen.
  public typealias ScreenState = Tab.Screen.State

  /// The tabs in their order.
  public let all: [Tab]

  /// The tab that is currently shown.
  public private(set) var selected: Tab

  /// The badges shown beside the tabs' names.
  ///
  /// Setting the badge of an unknown tab changes nothing.
  public var badges: [Tab: TabBadge] = [:] {
    didSet {
      for tab in badges.keys where !all.contains(tab) { badges[tab] = nil }
    }
  }

  /// The screens that were created.
  var contents: [Tab: Content]

  /// A screen, with an identity that changes when it is discarded and created again.
  struct Content {
    let id: RouteID
    var state: ScreenState

    init(_ state: ScreenState) {
      id = RouteID()
      self.state = state
    }
  }

  /// Creates tabs, with the screen of the selected one.
  ///
  /// - Parameters:
  ///   - all: The tabs in their order. A duplicate is reported, and included once.
  ///   - selected: The tab to show. If it is not among the tabs, it is reported and added.
  ///   - fileID: The caller's module and file, for the report.
  ///   - filePath: The caller's file, for the report.
  ///   - line: The caller's line, for the report.
  ///   - column: The caller's column, for the report.
  public init(
    _ all: [Tab], selected: Tab, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    var seen: Set<Tab> = []
    var tabs = all.filter { seen.insert($0).inserted }
    let isMissing = !seen.contains(selected)
    if isMissing { tabs.append(selected) }
    self.all = tabs
    self.selected = selected
    contents = [selected: Content(selected.initialState)]
    guard isMissing || tabs.count != all.count else { return }
    reportMisuse(
      """
      Tabs were made of a list that \(isMissing ? "lacks the selected one" : "has one twice"): \
      \(all.map { "\($0)" }.joined(separator: ", ")), selected \(selected).

      Each tab appears once, and the selected one is among them. The list was corrected. List each \
      tab once, including the selected one.
      """, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Tabs where Tab: CaseIterable {
  /// Creates tabs of all cases, with the screen of the selected one.
  ///
  /// - Parameter selected: The tab to show.
  public init(selected: Tab) {
    self.init(Array(Tab.allCases), selected: selected)
  }
}

// MARK: - Selecting

extension Tabs {
  /// Shows a tab, and creates its screen if it is shown for the first time.
  ///
  /// The screen of the previous tab is kept unchanged, with its effects.
  ///
  /// - Parameter tab: The tab.
  /// - Returns: True if another tab is shown now. It is refused for an unknown tab.
  /// - Complexity: O(*n*) in the tabs.
  @discardableResult
  public mutating func select(_ tab: Tab) -> Bool {
    guard tab != selected, all.contains(tab) else { return false }
    make(tab)
    selected = tab
    return true
  }

  /// The state of a tab's screen.
  ///
  /// Changing the state creates the screen if necessary.
  ///
  /// For a tab whose screen was not created, it is the initial state. Setting the state of an
  /// unknown tab changes nothing.
  public subscript(tab: Tab) -> ScreenState {
    get { contents[tab]?.state ?? tab.initialState }
    _modify {
      if all.contains(tab) {
        make(tab)
        yield &contents[tab, default: Content(tab.initialState)].state
      } else {
        var stranger = tab.initialState
        yield &stranger
      }
    }
  }

  /// The state of the current screen.
  public var current: ScreenState {
    get { self[selected] }
    _modify { yield &self[selected] }
  }

  /// Returns true if the screen of a tab was created.
  public func isMade(_ tab: Tab) -> Bool { contents[tab] != nil }

  /// Discards a tab's screen, for example when another user logs in.
  ///
  /// Its effects end.
  ///
  /// It is created again when the tab is next selected, or immediately if the tab is shown.
  ///
  /// - Returns: True if there was a screen.
  @discardableResult
  public mutating func discard(_ tab: Tab) -> Bool {
    guard contents[tab] != nil else { return false }
    contents[tab] = tab == selected ? Content(tab.initialState) : nil
    return true
  }

  mutating func make(_ tab: Tab) {
    if contents[tab] == nil { contents[tab] = Content(tab.initialState) }
  }
}

// MARK: - Comparing and Encoding

extension Tabs: Equatable where ScreenState: Equatable {
  /// Compares the tabs, the selected tab, the badges, and the created screens.
  public static func == (first: Self, second: Self) -> Bool {
    first.all == second.all && first.selected == second.selected
      && first.badges == second.badges
      && first.contents.mapValues(\.state) == second.contents.mapValues(\.state)
  }
}

extension Tabs: Sendable where Tab.Screen.State: Sendable {}
extension Tabs.Content: Sendable where Tab.Screen.State: Sendable {}

extension Tabs: Encodable where Tab: Encodable, ScreenState: Encodable {
  /// Encodes the tabs with the created screens.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: TabsCodingKeys.self)
    try values.encode(selected, forKey: .selected)
    try values.encode(
      all.map { TabRecord(tab: $0, badge: badges[$0], screen: contents[$0]?.state) },
      forKey: .tabs)
  }
}

extension Tabs: Decodable where Tab: Decodable, ScreenState: Decodable {
  /// Decodes tabs with their screens, which are new screens.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a tab appears twice, or if the selected one is
  ///   missing.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: TabsCodingKeys.self)
    let records = try values.decode([TabRecord<Tab, ScreenState>].self, forKey: .tabs)
    let selected = try values.decode(Tab.self, forKey: .selected)
    let tabs = records.map(\.tab)
    guard Set(tabs).count == tabs.count, tabs.contains(selected) else {
      throw DecodingError.dataCorruptedError(
        forKey: .tabs, in: values,
        debugDescription: "Each tab is there once, the selected one among them.")
    }
    self.init(tabs, selected: selected)
    for record in records {
      badges[record.tab] = record.badge
      if let screen = record.screen { contents[record.tab] = Content(screen) }
    }
  }
}

private enum TabsCodingKeys: String, CodingKey {
  case selected, tabs
}

/// The encoded form of a tab.
private struct TabRecord<Tab, Screen> {
  let tab: Tab
  let badge: TabBadge?
  let screen: Screen?
}

extension TabRecord: Encodable where Tab: Encodable, Screen: Encodable {}
extension TabRecord: Decodable where Tab: Decodable, Screen: Decodable {}

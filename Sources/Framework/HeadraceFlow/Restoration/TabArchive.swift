public import Headrace

/// An archive of a coordinator's tabs: the selected tab, and the stacks of all tabs that were
/// created.
///
/// ```swift
/// let shopTabArchive = TabArchive<ShopTabs, ShopTab>(tabs: \.tabs, action: \.tabs) {
///   ArchivedTab(
///     "browse", .browse, state: \.browse, action: \.browse, browseArchive, by: \.restoration)
///   ArchivedTab(
///     "account", .account, state: \.account, action: \.account, accountArchive,
///     by: \.restoration)
/// }
/// ```
///
/// A tab that is not listed starts from its initial state. Badges are not archived, because they
/// describe the present.
public struct TabArchive<Coordinator: Reducer, Tab: FlowTab>: CoordinatorArchive
where Tab.Screen: SendableMetatype {
  let toTabs: any WritableKeyPath<Coordinator.State, Tabs<Tab>> & Sendable
  let toTabAction: any CaseKeyPath<Coordinator.Action, TabAction<Tab>> & Sendable
  let limits: RouteArchiveLimits
  let tabs: [ArchivedTab<Tab>]

  /// Creates the archive of tabs.
  ///
  /// - Parameters:
  ///   - toTabs: The property that contains the tabs.
  ///   - toTabAction: The case that contains the actions of the tabs.
  ///   - limits: The limits of the archive; the number of routes applies to each tab separately.
  ///   - tabs: The archives of the tabs' coordinators.
  public init(
    tabs toTabs: any WritableKeyPath<Coordinator.State, Tabs<Tab>> & Sendable,
    action toTabAction: any CaseKeyPath<Coordinator.Action, TabAction<Tab>> & Sendable,
    limits: RouteArchiveLimits = RouteArchiveLimits(),
    @ArchivedTabBuilder<Tab> tabs: () -> [ArchivedTab<Tab>]
  ) {
    self.toTabs = toTabs
    self.toTabAction = toTabAction
    self.limits = limits
    self.tabs = tabs()
  }

  /// Returns the bytes from which the tabs can be restored.
  ///
  /// - Parameter state: The coordinator's state.
  /// - Throws: `.tooLarge` past the limit, and the errors of the tabs' archives; a tab whose stack
  ///   has no archived root starts from its initial state.
  /// - Complexity: O(*n*) in the size of the archive.
  public func encode(_ state: Coordinator.State) throws(RouteArchiveError) -> [UInt8] {
    let all = state[keyPath: toTabs]
    var writer = ArchiveWriter()
    writer.write(tabs.first { $0.tab == all.selected }?.name ?? "")
    let made = tabs.filter { all.isMade($0.tab) }
    writer.write(made.count)
    for tab in made {
      writer.write(tab.name)
      writer.write(try tab.write(all[tab.tab]))
    }
    let bytes = ArchiveBytes.sealed(writer.bytes, as: .tabs)
    guard bytes.count <= limits.byteCountMax else {
      throw .tooLarge(byteCount: bytes.count, max: limits.byteCountMax)
    }
    return bytes
  }

  /// Reads the tabs from the bytes of ``encode(_:)``.
  func decode(_ bytes: [UInt8]) throws(RouteArchiveError) -> RestoredTabs<Tab> {
    guard bytes.count <= limits.byteCountMax else {
      throw .tooLarge(byteCount: bytes.count, max: limits.byteCountMax)
    }
    var reader = ArchiveReader(try ArchiveBytes.opened(bytes, as: .tabs))
    var restored = RestoredTabs<Tab>()
    let selected = try reader.readText()
    restored.selected = tabs.first { $0.name == selected }?.tab
    for _ in 0..<(try reader.readNumber()) {
      let name = try reader.readText()
      let archive = try reader.readBytes()
      if let tab = tabs.first(where: { $0.name == name }) {
        restored.tabs.append((tab, archive))
      } else {
        restored.unknownTab = restored.unknownTab ?? name
      }
    }
    guard reader.isAtEnd else { throw .damaged }
    return restored
  }
}

/// Tabs that were read from an archive.
struct RestoredTabs<Tab: FlowTab> where Tab.Screen: SendableMetatype {
  var selected: Tab?
  /// The archived tabs, with the archives of their coordinators.
  var tabs: [(tab: ArchivedTab<Tab>, archive: [UInt8])] = []
  /// The name of a tab that this version of the app doesn't know.
  var unknownTab: String?
}

/// The archive of one tab's coordinator.
public struct ArchivedTab<Tab: FlowTab>: Sendable where Tab.Screen: SendableMetatype {
  let name: String
  let tab: Tab
  let write: @Sendable (Tab.Screen.State) throws(RouteArchiveError) -> [UInt8]
  let restore: @Sendable ([UInt8]) -> Tab.Screen.Action

  /// Creates the archive of a tab.
  ///
  /// - Parameters:
  ///   - name: The name of the tab in archives, which must stay the same when the tab is renamed.
  ///   - tab: The tab.
  ///   - toState: The case of the coordinator's state.
  ///   - toAction: The case of the coordinator's action.
  ///   - archive: The archive of the coordinator's stack or tabs. Its other state is not archived:
  ///     it starts from the initial state of the tab's screen.
  ///   - toRestorationAction: The coordinator's case that contains the actions of a restoration.
  public init<Archive: CoordinatorArchive, Action: SendableMetatype>(
    _ name: String, _ tab: Tab,
    state toState: any CaseKeyPath<Tab.Screen.State, Archive.State> & Sendable,
    action toAction: any CaseKeyPath<Tab.Screen.Action, Action> & Sendable,
    _ archive: @escaping @autoclosure @Sendable () -> Archive,
    by toRestorationAction: any CaseKeyPath<Action, RestorationAction> & Sendable
  ) {
    self.name = name
    self.tab = tab
    let nested = NestedArchive<Archive.State, Action>(archive(), by: toRestorationAction)
    write = { screen throws(RouteArchiveError) in
      guard let state = AnyCasePath(toState).extract(screen) else { return [] }
      return try nested.encode(state)
    }
    restore = { AnyCasePath(toAction).embed(nested.restore($0)) }
  }
}

/// A builder of the tabs of a ``TabArchive``.
@resultBuilder
public enum ArchivedTabBuilder<Tab: FlowTab> where Tab.Screen: SendableMetatype {
  /// Accepts one tab.
  public static func buildExpression(_ tab: ArchivedTab<Tab>) -> ArchivedTab<Tab> { tab }

  /// Lists the tabs in the order in which they are written.
  public static func buildBlock(_ tabs: ArchivedTab<Tab>...) -> [ArchivedTab<Tab>] { tabs }
}

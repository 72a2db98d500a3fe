public import Headrace

extension Reducer {
  /// Runs the screens of tabs, each of which is kept while another is shown.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEachTab(\.tabs, action: \.tabs) { ShopTabScreen.body }
  /// ```
  ///
  /// `.select` shows a tab, and creates its screen if it is shown for the first time; this reducer
  /// sees the action afterwards. Selecting the tab that is already shown sends its
  /// ``FlowTab/reselection`` to its screen, which usually goes back to its root.
  ///
  /// A tab is not presented: in the root of its stack, `@Dependency(\.dismiss)` dismisses the
  /// presentation of the tabs, if any.
  ///
  /// The effects of a tab's screen continue while another tab is shown. They end before the next
  /// action is reduced in these cases: the screen is discarded; the assigned `Tabs` do not contain
  /// this very screen (a copy does); the feature with the tabs ends. A screen that is created
  /// again, even for the same tab, is a new child. Assigning the state of a tab replaces the state
  /// of its screen, and keeps the screen with its effects.
  ///
  /// - Parameters:
  ///   - toTabs: The property that contains the tabs.
  ///   - toTabAction: The case that contains the actions of the tabs.
  ///   - screen: The reducer of the screens of all tabs.
  public func forEachTab<Tab: FlowTab, ScreenState, ScreenAction, Screen>(
    _ toTabs: WritableKeyPath<State, Tabs<Tab>>,
    action toTabAction: CaseKeyPath<Action, TabAction<Tab>>,
    @ReducerBuilder<ScreenState, ScreenAction> screen: () -> Screen,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ForEachTab<Self, Tab, Screen>
  where
    Tab.Screen.State == ScreenState, Tab.Screen.Action == ScreenAction,
    Screen: Reducer<ScreenState, ScreenAction>
  {
    ForEachTab(
      base: self, toTabs: toTabs, toTabAction: toTabAction, screen: screen(),
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A coordinator with tabs; created by `forEachTab`.
public struct ForEachTab<Base: Reducer, Tab: FlowTab, Screen: Reducer>: OperatorReducer
where Screen.State == Tab.Screen.State, Screen.Action == Tab.Screen.Action {
  /// The coordinator's state.
  public typealias State = Base.State

  /// The coordinator's action.
  public typealias Action = Base.Action

  let base: Base
  let toTabs: WritableKeyPath<Base.State, Tabs<Tab>>
  let toTabAction: CaseKeyPath<Base.Action, TabAction<Tab>>
  let screen: Screen
  let site: CallSite

  /// Creates the nodes of the coordinator and of its tabs.
  public func _makeNode(in context: _NodeContext) -> _ForEachTabNode<Base._Node, Tab, Screen> {
    _ForEachTabNode(
      tabs: StateAccess(toTabs, in: context), tabAction: AnyCasePath(toTabAction),
      base: base._makeNode(in: context), screen: context.child(screen),
      id: context.makeNodeNumber(of: Screen.self), site: site)
  }
}

/// The node of ``ForEachTab``.
public final class _ForEachTabNode<Base: _ReducerNode, Tab: FlowTab, Screen: Reducer>: _ReducerNode
where Screen.State == Tab.Screen.State, Screen.Action == Tab.Screen.Action {
  private let tabs: StateAccess<Base.State, Tabs<Tab>>
  private let tabAction: AnyCasePath<Base.Action, TabAction<Tab>>
  private let base: Base
  private let screen: CompiledReducer<Screen.State, Screen.Action>
  private let id: Int
  private let site: CallSite

  init(
    tabs: StateAccess<Base.State, Tabs<Tab>>,
    tabAction: AnyCasePath<Base.Action, TabAction<Tab>>, base: Base,
    screen: CompiledReducer<Screen.State, Screen.Action>,
    id: Int, site: CallSite
  ) {
    self.tabs = tabs
    self.tabAction = tabAction
    self.base = base
    self.screen = screen
    self.id = id
    self.site = site
  }

  /// Selects a tab, or runs the screen of one, then the coordinator.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    var effect = Effect<Base.Action>.none
    switch tabAction.extract(action) {
    case .tabAction(let tab, let screenAction):
      effect = reduceScreen(of: tab, in: &state, action: screenAction)
    case .select(let tab):
      effect = select(tab, in: &state)
    case nil:
      break
    }
    return effect.merge(with: base.reduce(into: &state, action: action))
  }

  private func reduceScreen(
    of tab: Tab, in state: inout Base.State, action: Screen.Action
  ) -> Effect<Base.Action> {
    let result: (effect: Effect<Screen.Action>, id: RouteID)? = tabs.modify(&state) { tabs in
      guard let content = tabs.contents[tab]?.id else { return nil }
      let effect = tabs.contents[tab].modifyWrapped { content in
        screen.run(&content.state, action)
      }
      return effect.map { ($0, content) }
    }
    guard let result else {
      reportActionForAbsentChild(
        action, of: Screen.self, id: tab, operator: "forEachTab", at: site)
      return .none
    }
    let embed = tabAction.embed
    return result.effect.scoped(
      at: .row(node: id, id: TypedRowID(result.id)), site: site,
      embed: { embed(.tabAction(id: tab, action: $0)) })
  }

  private func select(_ tab: Tab, in state: inout Base.State) -> Effect<Base.Action> {
    let (selected, all) = tabs.look(at: &state) { ($0.selected, $0.all) }
    guard tab != selected else {
      return tab.reselection.map { .send(tabAction.embed(.tabAction(id: tab, action: $0))) }
        ?? .none
    }
    guard all.contains(tab) else {
      reportUnknown(tab, among: all)
      return .none
    }
    tabs.modifyByProperty(&state) { _ = $0.select(tab) }
    return .none
  }

  private func reportUnknown(_ tab: Tab, among all: [Tab]) {
    reportMisuse(
      """
      Tried to select a tab that does not exist: \(tab).

      The 'forEachTab' at \(site) received '.select' for it, and changed nothing. Its tabs are \
      \(all.map { "\($0)" }.joined(separator: ", ")). Select one of these, or add the tab where \
      the 'Tabs' are made.
      """, at: site)
  }

  /// Marks the scopes of discarded screens as lost.
  public func _findLostScopes(in scope: _EffectScope, state: inout Base.State) {
    base._findLostScopes(in: scope, state: &state)
    guard scope.hasRows(at: id) else { return }
    tabs.look(at: &state) { tabs in
      var tabsByID: [RouteID: Tab] = [:]
      // By index, because a screen's state would be copied.
      let contents = tabs.contents.indices
      for index in contents { tabsByID[tabs.contents.values[index].id] = tabs.contents.keys[index] }
      scope.searchRows(at: id) { (rowID: RouteID, row) in
        guard let tab = tabsByID[rowID] else { return false }
        guard row.hasEndableChildren else { return true }
        _ = tabs.contents[tab].modifyWrapped { content in
          screen.findLost(row, &content.state)
        }
        return true
      }
    }
  }
}

import Headrace

@testable import HeadraceFlow

/// Tabs as a screen of a tree, with a coordinator in each.
@Reducer
struct TreeTabs {
  struct State: Equatable, Sendable {
    var tabs = Tabs<TreeTab>(selected: .left)
  }
  @CasePathable
  indirect enum Action: Equatable {
    case tabs(TabAction<TreeTab>)
    case discard(TreeTab)
    case restoration(RestorationAction)
  }

  static let archive: ScreenArchive<State, Action> = ScreenArchive(startingWith: State())
    .nesting(treeTabArchive, by: \.restoration)

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .discard(let tab) = action { state.tabs.discard(tab) }
      return .none
    }
    .forEachTab(\.tabs, action: \.tabs) { TreeTabScreen.body }
    .restoring(treeTabArchive, action: \.restoration)
  }
}

@Reducer(state: .equatable, .sendable, action: .equatable)
enum TreeTabScreen {
  case flow(TreeFlow)
}

enum TreeTab: String, CaseIterable, FlowTab {
  typealias Screen = TreeTabScreen
  case left, right

  var initialState: TreeTabScreen.State {
    .flow(TreeFlow.State(id: 0, rule: self == .left ? .free : .asking))
  }

  var reselection: TreeTabScreen.Action? { .flow(.router(.goBackToRoot)) }
}

let treeTabArchive: TabArchive<TreeTabs, TreeTab> = TabArchive(tabs: \.tabs, action: \.tabs) {
  ArchivedTab("left", .left, state: \.flow, action: \.flow, treeArchive, by: \.restoration)
  ArchivedTab("right", .right, state: \.flow, action: \.flow, treeArchive, by: \.restoration)
}

extension TreeTabs.State {
  /// The tabs without their questions and their work.
  var withoutQuestions: Self {
    var state = self
    for tab in TreeTab.allCases where tabs.isMade(tab) {
      state.tabs[tab].modify(\.flow) { $0 = $0.withoutQuestions }
    }
    return state
  }
}

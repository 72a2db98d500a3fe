import Foundation
import Headrace
import HeadraceFlow

/// The links of the screens of a tree: `tree:pages/3`, and `tree:flows/4/shallow` on page 4.
let treeLinks = DeepLinkParser<TreeScreen.State>("tree:", root: .page(TreePage.State(id: 0))) {
  ScreenLink(
    \.page,
    LinkPattern {
      "pages"
      Segment("id", Int.self)
    } make: { id in
      TreePage.State(id: id)
    } values: {
      $0.id
    })
  ScreenLink(
    \.flow,
    LinkPattern {
      "flows"
      Segment("id", Int.self)
      Segment("rule", FlowRule.self)
    } make: { id, rule in
      TreeFlow.State(id: id, rule: rule)
    } values: {
      ($0.id, $0.rule)
    },
    style: .cover
  ) { flow in
    .page(TreePage.State(id: flow.id))
  }
}

extension NewScreen {
  /// The link that leads to the screen.
  var url: String {
    rule.map { "tree:flows/\(id)/\($0.rawValue)" } ?? "tree:pages/\(id)"
  }
}

/// The archive of a tree's coordinator, with those among its screens.
let treeArchive: RouteArchive<TreeFlow, TreeScreen> = RouteArchive(
  routes: \.routes, router: \.router,
  format: RouteArchiveFormat(
    encode: { try Array(JSONEncoder().encode($0)) },
    decode: { try JSONDecoder().decode($0, from: Data($1)) })
) {
  ArchivedScreen("page", state: \.page, action: \.page, TreePage.archive)
  ArchivedScreen("tabs", state: \.tabs, action: \.tabs, TreeTabs.archive)
  ArchivedScreen("flow", state: \.flow, action: \.flow, TreeFlow.archive)
}

extension TreePage {
  static let archive = ScreenArchive<State, Action>()
    .restarting(when: { $0.working != nil }, by: .resume)
}

extension TreeFlow {
  static let archive: ScreenArchive<State, Action> = ScreenArchive()
    .nesting(treeArchive, by: \.restoration)
    .restarting(when: { $0.page.working != nil }, by: .page(.resume))
}

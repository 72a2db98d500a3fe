import Headrace
import HeadraceFlow

/// The app drawn as one line: a host with views would draw the same state.
///
/// `Profile › Name` is a screen pushed onto another, `Profile ^ Region` a sheet over it.
extension ClubApp.State {
  var drawing: String {
    let screen = routes.map(\.screen.drawing).joined()
    let toasts = toasts.visible.map { " (\($0.kind): \($0.message))" }.joined()
    return screen + (links.waiting == nil ? "" : " (a link waits)") + toasts
  }
}

extension ClubScreen.State {
  fileprivate var drawing: String {
    switch self {
    case .logIn(let state): "Log in: '\(state.name)'\(state.phase.drawing)"
    case .tour(let state): draw(state.routes, \.drawing)
    case .tabs(let state): state.tabs.selected.drawing + state.tabs.current.drawing
    }
  }
}

extension LogIn.Phase {
  fileprivate var drawing: String {
    switch self {
    case .typing: ""
    case .waiting: " …"
    case .refused: " (unknown)"
    }
  }
}

extension TourScreen.State {
  fileprivate var drawing: String {
    switch self {
    case .welcome(let state): "Welcome, \(state.name)"
    case .regions: "Region"
    }
  }
}

extension ClubTab {
  fileprivate var drawing: String {
    switch self {
    case .trails: "[Trails] Profile | "
    case .profile: "Trails [Profile] | "
    }
  }
}

extension ClubTabScreen.State {
  fileprivate var drawing: String {
    switch self {
    case .trails(let state): draw(state.routes, \.drawing)
    case .profile(let state):
      draw(state.routes, \.drawing) + (state.alert.map { " ? \($0.title)" } ?? "")
    }
  }
}

extension TrailsScreen.State {
  fileprivate var drawing: String {
    switch self {
    case .list: "All trails"
    case .trail(let state): "Trail \(state.id)"
    }
  }
}

extension ProfileScreen.State {
  fileprivate var drawing: String {
    switch self {
    case .page(let state): "\(state.member.name), \(state.member.region)"
    case .name(let state):
      "Name: '\(state.text)'\(state.isSaving ? " …" : "")" + (state.problem.map { " \($0)" } ?? "")
    case .regions: "Region"
    case .rules(let state): "Rules, page \(state.page)"
    }
  }
}

private func draw<Screen>(_ routes: [Route<Screen>], _ drawing: (Screen) -> String) -> String {
  routes.map { route in
    switch route.style {
    case .root: drawing(route.screen)
    case .push: " › \(drawing(route.screen))"
    case .sheet, .cover: " ^ \(drawing(route.screen))"
    }
  }.joined()
}

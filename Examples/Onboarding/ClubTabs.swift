import Headrace
import HeadraceFlow

/// The tabs, each with its own coordinator.
@Reducer
struct ClubTabs {
  struct State: Equatable {
    var tabs = Tabs<ClubTab>(selected: .trails)
    var links = DeepLinkState()

    init(member: Member) {
      tabs[.profile] = .profile(ProfileFlow.State(member: member))
    }
  }

  enum Action: Equatable {
    case tabs(TabAction<ClubTab>)
    case links(DeepLinkAction)
    case restoration(RestorationAction)
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable {
    case memberChanged(Member)
    case loggedOut
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tabs(.tabAction(_, .profile(.delegate(.memberChanged(let member))))):
        return .send(.delegate(.memberChanged(member)))
      case .tabs(.tabAction(_, .profile(.delegate(.loggedOut)))):
        return .send(.delegate(.loggedOut))
      case .tabs, .links, .restoration, .delegate:
        return .none
      }
    }
    .forEachTab(\.tabs, action: \.tabs) { ClubTabScreen.body }
    .deepLinks(tabLinks, state: \.links, action: \.links, tabs: \.tabs, tab: \.tabs)
    .restoring(clubTabArchive, action: \.restoration)
  }
}

/// The coordinators of the tabs.
@Reducer(state: .equatable, action: .equatable)
enum ClubTabScreen {
  case trails(TrailsFlow)
  case profile(ProfileFlow)
}

/// The root of each tab, and the effect of a second tap on it.
enum ClubTab: CaseIterable, FlowTab {
  typealias Screen = ClubTabScreen
  case trails, profile

  var initialState: ClubTabScreen.State {
    switch self {
    case .trails: .trails(TrailsFlow.State())
    case .profile: .profile(ProfileFlow.State(member: Member(name: "")))
    }
  }

  var reselection: ClubTabScreen.Action? {
    switch self {
    case .trails: .trails(.router(.goBackToRoot))
    case .profile: .profile(.router(.goBackToRoot))
    }
  }
}

/// The links, and the tabs that they lead into.
let tabLinks = TabLinks<ClubTab>(
  TabLink(.trails, trailLinks, action: \.trails.links),
  TabLink(.profile, profileLinks, action: \.profile.links))

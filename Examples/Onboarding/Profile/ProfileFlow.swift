import Headrace
import HeadraceFlow

/// The second tab: the member's page, and the screens that change it.
@FlowCoordinator(screen: "ProfileScreen")
struct ProfileFlow {
  struct State: Equatable {
    var routes: [Route<ProfileScreen.State>]
    /// The region that the member is choosing, on a sheet.
    var region = RouteRequest()
    var links = DeepLinkState()
    var restoration = RestorationState()
    @Presents var alert: AlertState<Alert>?

    init(member: Member) {
      routes = [.root(.page(ProfilePage.State(member: member)), embedInNavigationView: true)]
    }
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<ProfileScreen>)
    case regionChosen(RouteResult<Region>)
    case links(DeepLinkAction)
    case restoration(RestorationAction)
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)
  }

  @CasePathable
  enum Alert: Equatable {
    case discardConfirmed
    case logOutConfirmed
  }

  enum Delegate: Equatable {
    case memberChanged(Member)
    case loggedOut
  }

  var body: some ReducerOf<Self> {
    flow
      .routeGuard { change in
        change.removed.contains { $0.screen.name?.isUnsaved == true }
          ? .reject(reason: "The name is not saved.") : .allow
      }
      .routeResult(
        \.region, action: \.regionChosen, routes: \.routes, router: \.router,
        from: \.regions.delegate.chosen
      )
      .deepLinks(
        profileLinks, state: \.links, action: \.links, routes: \.routes, router: \.router
      )
      .restoring(profileArchive, state: \.restoration, action: \.restoration)
      .ifLet(\.$alert, action: \.alert)
  }

  func handleRoute(state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .router(.routeAction(_, action: .page(let action))):
      return handlePage(state: &state, action: action)
    case .router(.routeAction(_, action: .name(.delegate(.saved(let name))))):
      state.routes.goBack()
      return change(&state) { $0.name = name }
    case .router(.guarded(.rejected)):
      state.alert = .unsaved
      return .none
    case .regionChosen(.answered(let region)):
      return change(&state) { $0.region = region }
    case .alert(.presented(.discardConfirmed)):
      return discardName(state: &state)
    case .alert(.presented(.logOutConfirmed)):
      return .send(.delegate(.loggedOut))
    case .router, .regionChosen(.cancelled), .links, .restoration, .alert, .delegate:
      return .none
    }
  }

  private func handlePage(state: inout State, action: ProfilePage.Action) -> Effect<Action> {
    switch action {
    case .nameButtonTapped:
      state.routes.push(.name(NameForm.State(name: state.member.name)))
    case .regionButtonTapped:
      state.region = state.routes.presentForResult(
        .sheet(.regions(RegionList.State()), configuration: .half))
    case .rulesButtonTapped:
      state.routes.push(.rules(ClubRules.State()))
    case .logOutButtonTapped:
      state.alert = .logOut
    }
    return .none
  }

  /// Discards the typed name; the guard then lets the form be dismissed, in the next action.
  private func discardName(state: inout State) -> Effect<Action> {
    guard let form = state.routes.lastIndex(where: { $0.screen.is(\.name) }) else { return .none }
    state.routes[form].screen.modify(\.name) { $0.text = $0.name }
    return .send(.router(.dismiss(id: state.routes[form].id)))
  }

  private func change(
    _ state: inout State, _ change: (inout Member) -> Void
  ) -> Effect<Action> {
    state.routes[0].screen.modify(\.page) { change(&$0.member) }
    return .send(.delegate(.memberChanged(state.member)))
  }
}

extension ProfileFlow.State {
  /// The member, as shown by the page at the root.
  var member: Member { routes[0].screen.page?.member ?? Member(name: "") }
}

/// The screens of the second tab.
@Reducer(state: .equatable, action: .equatable)
enum ProfileScreen {
  case page(ProfilePage)
  case name(NameForm)
  case regions(RegionList)
  case rules(ClubRules)
}

import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Onboarding

@Suite struct ClubAppTests {
  private let clock = TestClock()

  private func makeStore(_ state: ClubApp.State = ClubApp.State()) -> TestStoreOf<ClubApp> {
    TestStore(initialState: state) {
      ClubApp()
    } withDependencies: {
      $0.club = .local
      $0.continuousClock = clock
    }
  }

  private func tabs(as member: Member) -> ClubApp.State {
    ClubApp.State(routes: [.root(.tabs(ClubTabs.State(member: member)))], member: member)
  }

  @Test func aLinkWaitsForTheLoginAndTheTourAndIsOpenedOnce() async {
    let store = makeStore()
    let link = DeepLink("trails://trails/7", mode: .keepRoot)
    await store.send(.links(.open(link.url, mode: link.mode))) { $0.links.waiting = link }

    let root = store.state.routes[0].id
    await store.send(\.router[id: root].logIn.view.nameChanged, "Ada") {
      $0.routes[0].screen.modify(\.logIn) { $0.name = "Ada" }
    }
    await store.send(\.router[id: root].logIn.view.logInButtonTapped) {
      $0.routes[0].screen.modify(\.logIn) { $0.phase = .waiting }
    }
    await store.receive(\.router[id: root].logIn.inner.answered, Member(name: "Ada"))
    await store.receive(\.router[id: root].logIn.delegate.loggedIn, Member(name: "Ada")) {
      $0.member = Member(name: "Ada")
      $0.routes = [.root(.tour(Tour.State(name: "Ada")))]
    }

    let tour = store.state.routes[0].id
    let welcome = store.state.routes[0].screen.tour!.routes[0].id
    await store.send(\.router[id: tour].tour.router[id: welcome].welcome.nextButtonTapped) {
      $0.routes[0].screen.modify(\.tour) { $0.routes.push(.regions(RegionList.State())) }
    }
    let regions = store.state.routes[0].screen.tour!.routes[1].id
    await store.send(\.router[id: tour].tour.router[id: regions].regions.regionTapped, .forest)
    await store.receive(\.router[id: tour].tour.router[id: regions].regions.delegate.chosen)
    await store.receive(\.router[id: tour].tour.delegate.finished, .forest) {
      $0.member?.region = .forest
      $0.routes = [.root(.tabs(ClubTabs.State(member: Member(name: "Ada", region: .forest))))]
      $0.links.waiting = nil
    }

    let tabs = store.state.routes[0].id
    await store.receive(\.router[id: tabs].tabs.links.open)
    await store.receive(\.links.opened, link)
    await store.receive(\.router[id: tabs].tabs.tabs[id: .trails].trails.links.open) {
      $0.routes[0].screen.modify(\.tabs) {
        $0.tabs[.trails].modify(\.trails) { $0.routes.push(.trail(Trail.State(id: 7))) }
      }
    }
    await store.receive(\.router[id: tabs].tabs.links.opened, link)
    await store.receive(\.router[id: tabs].tabs.tabs[id: .trails].trails.links.opened, link)
  }

  @Test func aLinkThatLeadsNowhereIsReportedByAToast() async {
    let store = makeStore()
    await store.send(.links(.open("trails://trials/7")))
    await store.receive(\.links.dropped)
    await store.receive(\.toasts.show) {
      $0.toasts.visible = [.warning(TextState("This link leads nowhere."))]
    }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.toasts.expired) { $0.toasts.visible = [] }
  }

  @Test func aLinkSelectsTheTabThatItLeadsInto() async {
    let store = makeStore(tabs(as: Member(name: "Ada")))
    let link = DeepLink("trails://rules", mode: .keepRoot)
    let root = store.state.routes[0].id
    await store.send(.links(.open(link.url, mode: link.mode)))
    await store.receive(\.router[id: root].tabs.links.open) {
      $0.routes[0].screen.modify(\.tabs) { $0.tabs.select(.profile) }
    }
    await store.receive(\.links.opened, link)
    await store.receive(\.router[id: root].tabs.tabs[id: .profile].profile.links.open) {
      $0.routes[0].screen.modify(\.tabs) {
        $0.tabs[.profile].modify(\.profile) { $0.routes.push(.rules(ClubRules.State())) }
      }
    }
    await store.receive(\.router[id: root].tabs.links.opened, link)
    await store.receive(\.router[id: root].tabs.tabs[id: .profile].profile.links.opened, link)
  }

  @Test func aGuestComesToNoTabs() async {
    let store = makeStore()
    let foreign = [Route<ClubScreen.State>.root(.tabs(ClubTabs.State(member: Member(name: "Eve"))))]
    await store.send(.router(.updateRoutes(foreign)))
    await store.receive(
      \.router.guarded.rejected, RouteRejection(proposed: foreign, reason: "Log in first."))
  }

  @Test func loggingOutEndsTheTabs() async {
    let store = makeStore(tabs(as: Member(name: "Ada")))
    let root = store.state.routes[0].id
    await store.send(\.router[id: root].tabs.tabs[id: .profile].profile.delegate.loggedOut)
    await store.receive(\.router[id: root].tabs.delegate.loggedOut) {
      $0.member = nil
      $0.routes = [.root(.logIn(LogIn.State()))]
    }
  }
}

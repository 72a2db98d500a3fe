import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Onboarding

@Suite struct ProfileFlowTests {
  private struct Offline: Error {}

  private func makeStore(_ routes: Route<ProfileScreen.State>...) -> TestStoreOf<ProfileFlow> {
    var state = ProfileFlow.State(member: Member(name: "Ada"))
    state.routes += routes
    return TestStore(initialState: state) {
      ProfileFlow()
    } withDependencies: {
      $0.club = .local
    }
  }

  private func form(_ text: String) -> Route<ProfileScreen.State> {
    .push(.name(NameForm.State(name: "Ada", text: text)))
  }

  @Test func aNameIsSavedAndToldToTheAppAbove() async {
    let store = makeStore(form("Ada L."))
    let form = store.state.routes[1].id
    await store.send(\.router[id: form].name.view.saveButtonTapped) {
      $0.routes[1].screen.modify(\.name) { $0.isSaving = true }
    }
    await store.receive(\.router[id: form].name.inner.saved) {
      $0.routes[1].screen.modify(\.name) { $0 = NameForm.State(name: "Ada L.") }
    }
    await store.receive(\.router[id: form].name.delegate.saved, "Ada L.") {
      $0.routes.goBack()
      $0.routes[0].screen.modify(\.page) { $0.member.name = "Ada L." }
    }
    await store.receive(\.delegate.memberChanged, Member(name: "Ada L."))
  }

  @Test func anUnreachableClubIsReportedOnTheForm() async {
    let store = makeStore(form("Ada L."))
    store.dependencies.club.rename = { _ in throw Offline() }
    let form = store.state.routes[1].id
    await store.send(\.router[id: form].name.view.saveButtonTapped) {
      $0.routes[1].screen.modify(\.name) { $0.isSaving = true }
    }
    await store.receive(\.router[id: form].name.inner.failed) {
      $0.routes[1].screen.modify(\.name) {
        $0.isSaving = false
        $0.problem = "The club can't be reached."
      }
    }
  }

  @Test func aNameThatIsNotSavedIsKeptUntilItIsDiscarded() async {
    let store = makeStore(form("Oops"))
    let form = store.state.routes[1].id
    await store.send(\.router[id: form].name.view.backButtonTapped)
    await store.receive(\.router.dismiss, form)
    await store.receive(\.router.guarded.rejected) { $0.alert = .unsaved }
    await store.send(\.alert.discardConfirmed) {
      $0.alert = nil
      $0.routes[1].screen.modify(\.name) { $0.text = "Ada" }
    }
    await store.receive(\.router.dismiss, form) { $0.routes.goBack() }
  }

  @Test func aSheetOfHalfHeightAnswersWithTheRegion() async {
    let store = makeStore()
    let page = store.state.routes[0].id
    await store.send(\.router[id: page].page.regionButtonTapped) {
      $0.region = $0.routes.presentForResult(
        .sheet(.regions(RegionList.State()), configuration: .half))
    }
    let sheet = store.state.routes[1].id
    await store.send(\.router[id: sheet].regions.regionTapped, .mountains)
    await store.receive(\.router[id: sheet].regions.delegate.chosen, .mountains) {
      $0.routes.dismiss()
      $0.region = RouteRequest()
    }
    await store.receive(\.regionChosen.answered, .mountains) {
      $0.routes[0].screen.modify(\.page) { $0.member.region = .mountains }
    }
    await store.receive(\.delegate.memberChanged, Member(name: "Ada", region: .mountains))
  }

  @Test func aRestoredSheetStillAnswers() async throws {
    var saved = ProfileFlow.State(member: Member(name: "Ada"))
    saved.region = saved.routes.presentForResult(
      .sheet(.regions(RegionList.State()), configuration: .half))
    let archive = try profileArchive.encode(saved)

    let store = makeStore()
    await store.send(.restoration(.restore(archive))) {
      $0.routes = saved.routes
      $0.region = saved.region
    }
    await store.receive(\.restoration.restored)
    let sheet = store.state.routes[1].id
    await store.send(\.router[id: sheet].regions.delegate.chosen, .forest) {
      $0.routes.dismiss()
      $0.region = RouteRequest()
    }
    await store.receive(\.regionChosen.answered, .forest) {
      $0.routes[0].screen.modify(\.page) { $0.member.region = .forest }
    }
    await store.receive(\.delegate.memberChanged)
  }

  @Test func aNameThatWasBeingSavedIsNotSavedAgainUnseen() async throws {
    var saved = ProfileFlow.State(member: Member(name: "Ada"))
    saved.routes.append(form("Ada L."))
    saved.routes[1].screen.modify(\.name) { $0.isSaving = true }
    let archive = try profileArchive.encode(saved)

    let store = makeStore()
    await store.send(.restoration(.restore(archive))) {
      $0.routes = saved.routes
      $0.routes[1].screen.modify(\.name) {
        $0.isSaving = false
        $0.problem = "It is not known whether the name was saved."
      }
    }
    await store.receive(\.restoration.restored)
  }
}

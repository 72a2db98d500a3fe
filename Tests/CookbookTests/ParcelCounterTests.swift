import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct ParcelCounterTests {
  private func question(
    _ mode: AlertMode, _ title: String, yes: String, answer: ParcelCounter.Answer
  ) -> Route<ParcelScreen.State> {
    .cover(
      .question(
        RouteAlert.State(
          AlertState(
            mode, TextState(title), yes: TextState(yes), no: TextState("Not now"), action: answer)
        )))
  }

  @Test func anAnswerLeavesTheQuestionAndIsReported() async {
    let store = TestStore(initialState: ParcelCounter.State()) { ParcelCounter() }
    let parcel = store.state.routes[0].id
    await store.send(\.router[id: parcel].parcel.burnButtonTapped) {
      $0.question = $0.routes.presentForResult(
        question(.confirmDestruction, "Burn the parcel?", yes: "Burn it", answer: .burn))
    }
    let route = store.state.routes[1]
    #expect(route.screen.question?.alert.buttons.map(\.role) == [.destructive, .cancel])
    await store.send(\.router[id: route.id].question.answered, .burn) {
      $0.routes.dismiss()
      $0.question = RouteRequest()
    }
    await store.receive(\.questionAnswered.answered, .burn) { $0.routes = [.root(.parcel(.burnt))] }
  }

  @Test func aQuestionThatIsLeftIsCancelled() async {
    let store = TestStore(initialState: ParcelCounter.State()) { ParcelCounter() }
    let parcel = store.state.routes[0].id
    await store.send(\.router[id: parcel].parcel.sendButtonTapped) {
      $0.question = $0.routes.presentForResult(
        question(.requireLogin, "Sending needs an account.", yes: "Log in", answer: .logIn))
    }
    let route = store.state.routes[1].id
    await store.send(\.router[id: route].question.cancelled)
    await store.receive(\.router.dismiss, route) {
      $0.routes.dismiss()
      $0.question = RouteRequest()
    }
    await store.receive(\.questionAnswered.cancelled)
  }

  @Test func aLoggedInUserSends() async {
    let store = TestStore(initialState: ParcelCounter.State()) { ParcelCounter() }
    await store.send(.questionAnswered(.answered(.logIn))) { $0.routes = [.root(.parcel(.sent))] }
  }
}

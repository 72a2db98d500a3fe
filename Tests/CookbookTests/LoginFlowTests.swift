import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct LoginFlowTests {
  private func makeStore() -> TestStoreOf<LoginFlow> {
    TestStore(initialState: LoginFlow.State()) {
      LoginFlow()
    } withDependencies: {
      $0.accounts.logIn = { email, password in
        guard password == "correct" else { throw Accounts.Refused() }
        return email == "ada@example.org" ? "Ada" : "somebody"
      }
      $0.accounts.sendCode = { _ in }
      $0.accounts.changePassword = { _, code in
        guard code == "1234" else { throw Accounts.Refused() }
      }
    }
  }

  /// The login with the reset of the password presented over it; the ids of sheet and request.
  private func presentReset(_ store: TestStoreOf<LoginFlow>) async -> (RouteID, RouteID) {
    let login = store.state.routes[0].id
    await store.send(\.router[id: login].login.binding.email, "ada@example.org") {
      $0.routes[0].screen[case: \.login]?.email = "ada@example.org"
    }
    await store.send(\.router[id: login].login.view.passwordForgottenButtonTapped)
    await store.receive(
      \.router[id: login].login.delegate.passwordForgotten, "ada@example.org"
    ) {
      $0.routes.presentSheet(.reset(PasswordReset.State(email: "ada@example.org")))
    }
    return (store.state.routes[1].id, store.state.routes[1].screen[case: \.reset]!.routes[0].id)
  }

  @Test func whoLogsInIsWelcomedInTheLoginsPlace() async {
    let store = makeStore()
    let login = store.state.routes[0].id
    await store.send(\.router[id: login].login.binding.email, "ada@example.org") {
      $0.routes[0].screen[case: \.login]?.email = "ada@example.org"
    }
    await store.send(\.router[id: login].login.view.logInButtonTapped) {
      $0.routes[0].screen[case: \.login]?.phase = .waiting
    }
    await store.receive(\.router[id: login].login.inner.failed) {
      $0.routes[0].screen[case: \.login]?.phase = .refused
    }
    await store.send(\.router[id: login].login.binding.password, "correct") {
      $0.routes[0].screen[case: \.login]?.password = "correct"
      $0.routes[0].screen[case: \.login]?.phase = .editing
    }
    await store.send(\.router[id: login].login.view.logInButtonTapped) {
      $0.routes[0].screen[case: \.login]?.phase = .waiting
    }
    await store.receive(\.router[id: login].login.inner.answered, "Ada")
    await store.receive(\.router[id: login].login.delegate.loggedIn, "Ada") {
      $0.routes = [.root(.welcome("Ada"))]
    }
  }

  @Test func aPasswordIsResetInAStackOfItsOwn() async {
    let store = makeStore()
    let (sheet, request) = await presentReset(store)
    await store.send(\.router[id: sheet].reset.router[id: request].request.sendButtonTapped)
    await store.receive(
      \.router[id: sheet].reset.router[id: request].request.delegate.codeSent, "ada@example.org"
    ) {
      $0.routes[1].screen[case: \.reset]?.routes.push(
        .code(CodeEntry.State(email: "ada@example.org")))
    }
    let code = store.state.routes[1].screen[case: \.reset]!.routes[1].id
    await store.send(\.router[id: sheet].reset.router[id: code].code.codeEntered, "1235")
    await store.receive(\.router[id: sheet].reset.router[id: code].code.failed) {
      $0.routes[1].screen[case: \.reset]?.routes[1].screen[case: \.code]?.isRefused = true
    }
    await store.send(\.router[id: sheet].reset.router[id: code].code.codeEntered, "1234") {
      $0.routes[1].screen[case: \.reset]?.routes[1].screen[case: \.code]?.isRefused = false
    }
    await store.receive(\.router[id: sheet].reset.router[id: code].code.delegate.accepted)
    await store.receive(\.router[id: sheet].reset.delegate.finished) { $0.routes.removeLast() }
  }

  @Test func aScreenLeavesItsRouteAndARootItsWholeStack() async {
    let store = makeStore()
    let (sheet, request) = await presentReset(store)
    await store.send(\.router[id: sheet].reset.router[id: request].request.sendButtonTapped)
    await store.receive(
      \.router[id: sheet].reset.router[id: request].request.delegate.codeSent
    ) {
      $0.routes[1].screen[case: \.reset]?.routes.push(
        .code(CodeEntry.State(email: "ada@example.org")))
    }
    let code = store.state.routes[1].screen[case: \.reset]!.routes[1].id
    await store.send(\.router[id: sheet].reset.router[id: code].code.backButtonTapped)
    await store.receive(\.router[id: sheet].reset.router.dismiss, code) {
      $0.routes[1].screen[case: \.reset]?.routes.pop()
    }
    await store.send(\.router[id: sheet].reset.router[id: request].request.cancelButtonTapped)
    await store.receive(\.router.dismiss, sheet) { $0.routes.dismiss() }
  }

  @Test func withoutAConnectionTheScreensSaySo() async {
    struct Offline: Error {}
    let store = makeStore()
    store.dependencies.accounts.logIn = { _, _ in throw Offline() }
    store.dependencies.accounts.sendCode = { _ in throw Offline() }
    let (sheet, request) = await presentReset(store)
    await store.send(\.router[id: sheet].reset.router[id: request].request.sendButtonTapped)
    await store.receive(\.router[id: sheet].reset.router[id: request].request.failed) {
      $0.routes[1].screen[case: \.reset]?.routes[0].screen[case: \.request]?.isRefused = true
    }
    await store.send(\.router.dismiss, sheet) { $0.routes.dismiss() }
    let login = store.state.routes[0].id
    await store.send(\.router[id: login].login.view.logInButtonTapped) {
      $0.routes[0].screen[case: \.login]?.phase = .waiting
    }
    await store.receive(\.router[id: login].login.inner.failed, .unavailable) {
      $0.routes[0].screen[case: \.login]?.phase = .unavailable
    }
  }
}

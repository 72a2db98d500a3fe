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
      $0.accounts.logIn = { email in
        guard email == "ada@example.org" else { throw Accounts.UnknownDevice() }
        return "Ada"
      }
      $0.accounts.sendCode = { _ in }
      $0.accounts.registerDevice = { _, code in
        guard code == "1234" else { throw Accounts.WrongCode() }
      }
    }
  }

  /// Presents the registration over the login; returns the ids of sheet and request.
  private func presentRegistration(_ store: TestStoreOf<LoginFlow>) async -> (RouteID, RouteID) {
    let login = store.state.routes[0].id
    await store.send(\.router[id: login].login.binding.email, "ada@example.org") {
      $0.routes[0].screen[case: \.login]?.email = "ada@example.org"
    }
    await store.send(\.router[id: login].login.view.registerButtonTapped)
    await store.receive(
      \.router[id: login].login.delegate.registrationRequested, "ada@example.org"
    ) {
      $0.routes.presentSheet(.registration(DeviceRegistration.State(email: "ada@example.org")))
    }
    return (
      store.state.routes[1].id, store.state.routes[1].screen[case: \.registration]!.routes[0].id
    )
  }

  @Test func aLoginIsReplacedByAWelcome() async {
    let store = makeStore()
    let login = store.state.routes[0].id
    await store.send(\.router[id: login].login.view.logInButtonTapped) {
      $0.routes[0].screen[case: \.login]?.phase = .waiting
    }
    await store.receive(\.router[id: login].login.inner.failed, .deviceIsUnknown) {
      $0.routes[0].screen[case: \.login]?.phase = .deviceIsUnknown
    }
    await store.send(\.router[id: login].login.binding.email, "ada@example.org") {
      $0.routes[0].screen[case: \.login]?.email = "ada@example.org"
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

  @Test func aSecondTapStartsNothingWhileTheFirstIsWaiting() async {
    let clock = TestClock()
    let store = makeStore()
    store.dependencies.accounts.logIn = { _ in
      try await clock.sleep(for: .seconds(1))
      return "Ada"
    }
    let login = store.state.routes[0].id
    await store.send(\.router[id: login].login.view.logInButtonTapped) {
      $0.routes[0].screen[case: \.login]?.phase = .waiting
    }
    await store.send(\.router[id: login].login.view.logInButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.router[id: login].login.inner.answered, "Ada")
    await store.receive(\.router[id: login].login.delegate.loggedIn, "Ada") {
      $0.routes = [.root(.welcome("Ada"))]
    }
  }

  @Test func aDeviceIsRegisteredInAStackOfItsOwn() async {
    let store = makeStore()
    let (sheet, request) = await presentRegistration(store)
    await store.send(\.router[id: sheet].registration.router[id: request].request.sendButtonTapped)
    await store.receive(
      \.router[id: sheet].registration.router[id: request].request.delegate.codeSent,
      "ada@example.org"
    ) {
      $0.routes[1].screen[case: \.registration]?.routes.push(
        .code(CodeEntry.State(email: "ada@example.org")))
    }
    let code = store.state.routes[1].screen[case: \.registration]!.routes[1].id
    await store.send(\.router[id: sheet].registration.router[id: code].code.codeEntered, "1235")
    await store.receive(\.router[id: sheet].registration.router[id: code].code.failed) {
      $0.routes[1].screen[case: \.registration]?.routes[1].screen[case: \.code]?.hasFailed = true
    }
    await store.send(\.router[id: sheet].registration.router[id: code].code.codeEntered, "1234") {
      $0.routes[1].screen[case: \.registration]?.routes[1].screen[case: \.code]?.hasFailed = false
    }
    await store.receive(\.router[id: sheet].registration.router[id: code].code.delegate.accepted)
    await store.receive(\.router[id: sheet].registration.delegate.finished) {
      $0.routes.removeLast()
    }
  }

  @Test func aScreenLeavesItsRouteAndARootItsWholeStack() async {
    let store = makeStore()
    let (sheet, request) = await presentRegistration(store)
    await store.send(\.router[id: sheet].registration.router[id: request].request.sendButtonTapped)
    await store.receive(
      \.router[id: sheet].registration.router[id: request].request.delegate.codeSent
    ) {
      $0.routes[1].screen[case: \.registration]?.routes.push(
        .code(CodeEntry.State(email: "ada@example.org")))
    }
    let code = store.state.routes[1].screen[case: \.registration]!.routes[1].id
    await store.send(\.router[id: sheet].registration.router[id: code].code.backButtonTapped)
    await store.receive(\.router[id: sheet].registration.router.dismiss, code) {
      $0.routes[1].screen[case: \.registration]?.routes.pop()
    }
    await store.send(
      \.router[id: sheet].registration.router[id: request].request.cancelButtonTapped)
    await store.receive(\.router.dismiss, sheet) { $0.routes.dismiss() }
  }

  @Test func withoutAConnectionTheScreensSaySo() async {
    struct Offline: Error {}
    let store = makeStore()
    store.dependencies.accounts.logIn = { _ in throw Offline() }
    store.dependencies.accounts.sendCode = { _ in throw Offline() }
    let (sheet, request) = await presentRegistration(store)
    await store.send(\.router[id: sheet].registration.router[id: request].request.sendButtonTapped)
    await store.receive(\.router[id: sheet].registration.router[id: request].request.failed) {
      $0.routes[1].screen[case: \.registration]?.routes[0].screen[case: \.request]?.hasFailed = true
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

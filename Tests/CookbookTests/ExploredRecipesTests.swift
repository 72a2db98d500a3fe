import Headrace
import HeadraceFlow
import HeadraceTesting
import Synchronization
import TestEffort
import Testing

@testable import Cookbook

/// The user's actions while an answer is pending, in many orders.
@Suite struct ExploredRecipesTests {
  private static let orderCount = Effort.schedules(500)

  private struct Offline: Error {}

  /// A value on a server.
  private final class Server: Sendable {
    let isFavorite = Mutex(false)
    let requestCount = Mutex(0)
  }

  @Test func theHeartIsWhatTheServerHas() async throws {
    try await explore(schedules: Self.orderCount) {
      let server = Server()
      let store = TestStore(initialState: FavoriteSong.State(songID: 7, isFavorite: false)) {
        FavoriteSong()
      } withDependencies: {
        $0.musicLibrary.setFavorite = { _, isFavorite in
          await Task.yield()
          // A cancelled request may have reached the server.
          if anyOf(false, true) { throw Offline() }
          server.isFavorite.withLock { $0 = isFavorite }
          await Task.yield()
        }
      }
      store.exhaustivity = .off
      await store.send(.heartTapped)
      await store.send(.heartTapped)
      await store.finish()
      #expect(store.state.isFavorite == server.isFavorite.withLock { $0 })
    }
  }

  @Test func nobodyIsLoggedInByAnAddressThatHasChanged() async throws {
    try await explore(schedules: Self.orderCount) {
      let clock = TestClock()
      let store = Self.makeLogin(clock)
      let login = store.state.routes[0].id
      await store.send(\.router[id: login].login.binding.email, "bob@example.org")
      await store.send(\.router[id: login].login.view.logInButtonTapped)
      await clock.advance(by: .milliseconds(500))
      await store.send(\.router[id: login].login.binding.email, "ada@example.org")
      await store.send(\.router[id: login].login.view.logInButtonTapped)
      await clock.advance(by: .seconds(5))
      await store.finish()
      #expect(store.state.routes.map(\.screen) == [.welcome("ada@example.org")])
    }
  }

  @Test func aRegistrationStaysOpen() async throws {
    try await explore(schedules: Self.orderCount) {
      let clock = TestClock()
      let store = Self.makeLogin(clock)
      let login = store.state.routes[0].id
      await store.send(\.router[id: login].login.view.logInButtonTapped)
      await clock.advance(by: .milliseconds(500))
      await store.send(\.router[id: login].login.view.registerButtonTapped)
      await clock.advance(by: .seconds(5))
      await store.finish()
      #expect(store.state.routes.last?.screen.is(\.registration) == true)
    }
  }

  private static func makeLogin(_ clock: TestClock<Duration>) -> TestStoreOf<LoginFlow> {
    let store = TestStore(initialState: LoginFlow.State()) {
      LoginFlow()
    } withDependencies: {
      $0.accounts.logIn = { email in
        try await clock.sleep(for: anyOf(.seconds(1), .seconds(3)))
        return email
      }
    }
    store.exhaustivity = .off
    return store
  }

  @Test func twoTapsOpenOneScreenForTheCode() async throws {
    try await explore(schedules: Self.orderCount) {
      let clock = TestClock()
      let store = TestStore(initialState: DeviceRegistration.State(email: "ada@example.org")) {
        DeviceRegistration()
      } withDependencies: {
        $0.accounts.sendCode = { _ in
          try await clock.sleep(for: anyOf(.seconds(1), .seconds(3)))
        }
      }
      store.exhaustivity = .off
      let request = store.state.routes[0].id
      await store.send(\.router[id: request].request.sendButtonTapped)
      await clock.advance(by: .milliseconds(500))
      await store.send(\.router[id: request].request.sendButtonTapped)
      await clock.advance(by: .seconds(5))
      await store.finish()
      #expect(store.state.routes.count == 2)
    }
  }

  @Test func theFailureOfAnEarlierCodeIsNotShown() async throws {
    try await explore(schedules: Self.orderCount) {
      let store = TestStore(initialState: CodeEntry.State(email: "ada@example.org")) {
        CodeEntry()
      } withDependencies: {
        $0.accounts.registerDevice = { _, code in
          await Task.yield()
          if code == "1235" { throw Accounts.WrongCode() }
        }
      }
      store.exhaustivity = .off
      await store.send(.codeEntered("1235"))
      await store.send(.codeEntered("1234"))
      await store.finish()
      #expect(!store.state.hasFailed)
    }
  }

  @Test func theLastMeasurementIsShown() async throws {
    try await explore(schedules: Self.orderCount) {
      let server = Server()
      let store = TestStore(initialState: WeatherStations.State()) {
        WeatherStations()
      } withDependencies: {
        $0.temperatureUnit = .celsius
        $0.thermometer.degreesCelsius = {
          let count = server.requestCount.withLock { count in
            count += 1
            return count
          }
          await Task.yield()
          return count * 10
        }
      }
      store.exhaustivity = .off
      await store.send(\.here.refreshButtonTapped)
      await store.send(\.here.refreshButtonTapped)
      await store.finish()
      #expect(store.state.here.text == "\(server.requestCount.withLock { $0 } * 10) °C")
    }
  }

  @Test func aToastSaysThatAnUploadRuns() async throws {
    try await explore(schedules: Self.orderCount) {
      let clock = TestClock()
      let server = Server()
      let store = TestStore(initialState: Uploads.State()) {
        Uploads()
      } withDependencies: {
        $0.continuousClock = clock
        $0.cloudDrive.upload = { _ in
          server.requestCount.withLock { $0 += 1 }
          try await clock.sleep(for: .seconds(2))
          server.requestCount.withLock { $0 -= 1 }
        }
      }
      store.exhaustivity = .off
      await store.send(.uploadButtonTapped)
      await clock.advance(by: .seconds(1))
      await store.send(.uploadButtonTapped)
      await clock.advance(by: .milliseconds(1_500))
      await store.skipReceivedActions(strict: false)
      let isUploading = server.requestCount.withLock { $0 } > 0
      let waiting = Toast.loading(TextState("Uploading"), id: "upload")
      #expect(isUploading == store.state.toasts.visible.contains(waiting))
      await clock.advance(by: .seconds(10))
      await store.finish()
    }
  }
}

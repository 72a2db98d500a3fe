import Foundation
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTesting
import SessionClient
import SessionFeature
import Testing
import WalletApp

@testable import WalletCLI

/// A call without a valid session asks to sign in.
@MainActor @Suite struct LoginRequiredTests {
  private static func store(
    now: Date = ScreenSample.now, _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<TerminalWallet> {
    let store = TestStore(
      initialState: ScreenSample.place(
        .english, ServiceSample.session(.signedIn(ServiceSample.session))
      ) { $0.now = now }
    ) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.date.now = now
      prepare(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  private func press(_ store: TestStoreOf<TerminalWallet>, _ name: String) async throws {
    await store.send(.view(.keyPressed(try #require(Key(name)))))
    await store.skipReceivedActions(strict: false)
  }

  private func expectQuestion(_ store: TestStoreOf<TerminalWallet>) throws {
    let alert = try #require(store.state.alert)
    #expect(alert.mode == .requireLogin)
    let text = TerminalWalletApp.app(SecretEntry()).grid(store.state, Size(columns: 80, rows: 24))
      .text
    #expect(text.contains("Sign in again?"))
    #expect(text.contains("is over; it answers"))
  }

  /// A call of a person whose session has expired by the clock: nothing is asked of the service
  /// before a new sign-in.
  @Test func aCallWithoutASessionAsksToSignIn() async throws {
    let store = Self.store(now: ServiceSample.session.expiresAt) {
      $0.session.challenge = { _ throws(SessionError) in throw .signedOut }
    }
    try await press(store, "enter")
    try expectQuestion(store)
    // Escape stays on the screen.
    try await press(store, "esc")
    #expect(store.state.alert == nil)
    #expect(store.state.top?.session?.phase == .signedIn(ServiceSample.session))
    try await press(store, "enter")
    try await press(store, "enter")
    // The service was asked for a new message.
    #expect(store.state.top?.session?.phase == .signedOut)
    #expect(store.state.top?.session?.failure != nil)
    await store.skipInFlightEffects(strict: false)
  }

  /// The service itself reports the end of the session.
  @Test func aServiceThatHasEndedTheSessionAsksToSignIn() async throws {
    let store = Self.store {
      $0.session.profile = { _ throws(SessionError) in throw .sessionEnded }
    }
    try await press(store, "enter")
    #expect(store.state.top?.session?.phase == .signedOut)
    #expect(store.state.toasts.visible.isEmpty)
    try expectQuestion(store)
    await store.skipInFlightEffects(strict: false)
  }

  /// The last second of the session passes while it is on the screen; it asks once.
  @Test func aSessionThatEndsAsksToSignIn() async throws {
    let end = ServiceSample.session.expiresAt
    let store = Self.store(now: end.addingTimeInterval(-1))
    await store.send(.inner(.secondPassed(end.addingTimeInterval(-0.5))))
    #expect(store.state.alert == nil)
    await store.send(.inner(.secondPassed(end)))
    try expectQuestion(store)
    try await press(store, "esc")
    await store.send(.inner(.secondPassed(end.addingTimeInterval(1))))
    #expect(store.state.alert == nil)
    await store.skipInFlightEffects(strict: false)
  }
}

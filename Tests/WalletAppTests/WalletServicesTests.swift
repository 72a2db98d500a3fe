import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTesting
import NetworksClient
import NetworksFeature
import ProfileFeature
import SessionClient
import SessionFeature
import Testing
import VaultClient
import WalletApp

/// Opening and closing the networks and a session from the settings.
@Suite("Networks and services in the wallet")
struct WalletServicesTests {
  @Test func theSettingsOpenTheNetworks() async {
    let store = TestStoreOf<WalletApp>(WalletSample.profile)
    await store.send(.profile(.view(.networksButtonTapped)))
    await store.receive(screen: \.profile.delegate.networksRequested) {
      $0.routes.append(.push(.networks(Networks.State())))
    }
    await store.send(.networks(.view(.doneButtonTapped)))
    await store.receive(screen: \.networks.delegate.closed) { $0.routes.removeLast() }
    await store.finish()
  }

  @Test func theSettingsOpenASessionOfTheAccount() async throws {
    let endpoint = try SessionEndpoint("https://example.com")
    let store = TestStoreOf<WalletApp>(WalletSample.profile)
    await store.send(.profile(.view(.serviceEntered("https://example.com"))))
    await store.receive(screen: \.profile.delegate.sessionRequested) {
      $0.routes.append(
        .push(
          .session(
            KeepSession.State(account: WalletSample.first, chainID: 1, endpoint: endpoint))))
    }
    await store.send(.session(.view(.closeButtonTapped)))
    await store.receive(screen: \.session.delegate.closed) { $0.routes.removeLast() }
    await store.finish()
  }

  @Test func theLockLiesOverASession() async throws {
    let endpoint = try SessionEndpoint("https://example.com")
    let session = KeepSession.State(account: WalletSample.first, chainID: 1, endpoint: endpoint)
    let store = TestStoreOf<WalletApp>(WalletSample.profile + [.push(.session(session))]) {
      $0.vault.lock = {}
    }
    await store.send(.view(.lockRequested))
    await store.receive(\.inner.locked) { $0.routes.append(WalletSample.cover) }
    await store.finish()
  }
}

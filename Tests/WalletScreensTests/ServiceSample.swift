import EthereumMessages
import EthereumPrimitives
import Foundation
import HeadraceTerminal
import NetworksClient
import NetworksFeature
import ProfileFeature
import SessionClient
import SessionFeature
import VaultClient
import WalletApp

@testable import WalletCLI

/// The screens of networks and of sessions, at every point of their flows.
enum ServiceSample {
  static let main = network("main", 1, "https://user:pass@node.example/v3/secret?key=1")
  static let book = NetworkBook(
    networks: [main, network("sepolia", 11_155_111, "http://127.0.0.1:8545/rpc")], used: main.name)

  static let endpoint = made { try SessionEndpoint("https://example.com/auth") }
  static let session = Session(
    address: ScreenSample.first.address, chainID: ScreenSample.chainID,
    accessExpiresAt: ScreenSample.now + 60, expiresAt: ScreenSample.now + 86_400)
  static let message = made {
    try SignInMessage(
      scheme: "https", domain: "example.com", address: ScreenSample.first.address,
      statement: "I accept the terms of this service.", uri: "https://example.com/auth",
      chainID: ScreenSample.chainID, nonce: "32891756",
      issuedAt: DateTime(secondsSince1970: 1_800_000_000),
      expirationTime: DateTime(secondsSince1970: 1_800_000_300))
  }

  static func network(_ name: String, _ chainID: ChainID, _ url: String) -> Network {
    made { Network(name: try NetworkName(name), chainID: chainID, url: url) }
  }

  private static func made<Value>(_ make: () throws -> Value) -> Value {
    do { return try make() } catch { preconditionFailure("\(error)") }
  }

  static func networks(
    _ draft: Networks.Draft? = nil, _ change: (inout Networks.State) -> Void = { _ in }
  ) -> WalletScreen.State {
    var networks = Networks.State(book: book)
    if let draft { networks.phase = .adding(draft) }
    change(&networks)
    return .networks(networks)
  }

  static func session(
    _ phase: KeepSession.Phase, _ change: (inout KeepSession.State) -> Void = { _ in }
  ) -> WalletScreen.State {
    var session = KeepSession.State(
      account: ScreenSample.first, chainID: ScreenSample.chainID, endpoint: endpoint)
    session.phase = phase
    change(&session)
    return .session(session)
  }

  private static let draft = Networks.Draft(
    name: "main", address: "http://127.0.0.1:8545", chainID: "1")

  private static func form(_ state: inout TerminalWallet.State) {
    state.networkForm.name.replace(by: draft.name)
    state.networkForm.address.replace(by: draft.address)
    state.networkForm.chainID.replace(by: draft.chainID)
    state.networkForm.focus = .chainID
  }

  static func screens(_ language: Language) -> [(name: String, state: TerminalWallet.State)] {
    func place(
      _ top: WalletScreen.State, _ change: (inout TerminalWallet.State) -> Void = { _ in }
    ) -> TerminalWallet.State {
      ScreenSample.place(language, top, change)
    }
    func pressing(_ key: Key, _ row: Int) -> (inout TerminalWallet.State) -> Void {
      { state in
        state.chosen = row
        _ = TerminalWallet().handleKey(state: &state, key)
      }
    }
    return [
      ("networks", place(networks()) { $0.chosen = 1 }),
      (
        "networks-elsewhere",
        place(networks()) {
          $0.openNetwork = TerminalWallet.OpenNetwork(
            name: nil, nodeText: "http://127.0.0.1:9545", isRemembered: false)
        }
      ),
      ("networks-empty", place(networks { $0.book = NetworkBook() })),
      ("networks-in-use", place(networks { $0.failure = .inUse(main.name) })),
      ("networks-use", place(networks(), pressing(Key(.enter), 2))),
      ("networks-remove", place(networks(), pressing(Key(.character("d")), 2))),
      ("networks-add", place(networks(Networks.Draft()))),
      ("networks-asking", place(networks(draft) { $0.work = .adding }, form)),
      (
        "networks-mismatch",
        place(networks(draft) { $0.failure = .otherChain(expected: 1, found: 31_337) }, form)
      ),
      (
        "session-service",
        ScreenSample.place(
          language,
          .profile(Profile.State(accounts: [ScreenSample.first], chainID: ScreenSample.chainID))
        ) { $0.sheet = .service }
      ),
      ("session", place(session(.signedOut))),
      ("session-asking", place(session(.askingNonce))),
      (
        "session-lie",
        place(
          session(.signedOut) {
            $0.failure = .challenge(
              .otherDomain(expected: "example.com", found: "evil.example"))
          })
      ),
      ("session-review", place(session(.reviewing(message)))),
      ("session-passcode", place(session(.askingPasscode(message))) { $0.entry.count = 3 }),
      (
        "session-in",
        place(
          session(.signedIn(session)) {
            $0.profile = SessionProfile(
              address: ScreenSample.first.address, chainID: ScreenSample.chainID)
          })
      ),
      ("session-out", place(session(.signedIn(session)), pressing(Key(.character("o")), 0))),
    ]
  }
}

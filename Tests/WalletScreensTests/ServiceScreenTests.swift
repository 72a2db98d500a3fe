import EthereumMessages
import EthereumPrimitives
import Headrace
import HeadraceFlow
import HeadraceTerminal
import HeadraceTerminalTesting
import HeadraceTesting
import NetworksClient
import NetworksFeature
import NodeClient
import ProfileFeature
import SessionClient
import SessionFeature
import Testing
import VaultClient
import WalletApp

@testable import WalletCLI

/// Keys of the screens of networks and of sessions.
@Suite struct ServiceScreenTests {
  private static func store(
    _ top: WalletScreen.State, _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<TerminalWallet> {
    let store = TestStoreOf<TerminalWallet>(initialState: ScreenSample.place(.english, top)) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.secrets.clear = {}
      $0.node.chainID = { ScreenSample.chainID }
      $0.node.clientVersion = { "Geth" }
      $0.node.blockNumber = { 1 }
      prepare(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  private static func press(
    _ store: TestStoreOf<TerminalWallet>, _ names: String...
  ) async throws {
    for name in names {
      await store.send(.view(.keyPressed(try #require(Key(name)))))
      await store.skipReceivedActions(strict: false)
    }
  }

  private static func row(_ row: SettingsRow) throws -> Int {
    try #require(SettingsRow.allCases.firstIndex(of: row))
  }

  // MARK: - Networks

  @Test func theSettingsOpenTheNetworks() async throws {
    let profile = Profile.State(accounts: [ScreenSample.first], chainID: ScreenSample.chainID)
    let store = Self.store(.profile(profile)) {
      $0.networks.book = { () throws(NetworkRefusal) in ServiceSample.book }
    }
    for _ in 0..<(try Self.row(.networks)) { try await Self.press(store, "down") }
    try await Self.press(store, "enter")
    #expect(store.state.top?.networks?.book == ServiceSample.book)
    try await Self.press(store, "esc")
    #expect(store.state.top?.is(\.profile) == true)
    await store.finish()
  }

  @Test func aNetworkIsTypedCheckedAndKept() async throws {
    let store = Self.store(ServiceSample.networks()) {
      $0.nodes.node = { address throws(NodeAddressRefusal) in
        #expect(address == "http://h:1")
        var node = NodeClient.testValue
        node.chainID = { 7 }
        return node
      }
      $0.networks.add = { network throws(NetworkRefusal) in
        #expect(network.chainID == 7)
        return NetworkBook(networks: [network])
      }
    }
    try await Self.press(store, "a", "n", "e", "t", "enter")
    await store.send(.view(.pasted("http://h:1")))
    try await Self.press(store, "tab", "7", "enter")
    let kept = try #require(store.state.top?.networks?.book.networks.first)
    #expect(kept.name.text == "net")
    #expect(store.state.top?.networks?.phase == .listing)
    await store.finish()
  }

  /// The question says that the wallet locks; then the app ends, and opens on the other one.
  @Test func aNetworkThatIsChosenEndsThePlace() async throws {
    let store = Self.store(ServiceSample.networks()) {
      $0.networks.use = { name throws(NetworkRefusal) in
        NetworkBook(networks: ServiceSample.book.networks, used: name)
      }
    }
    try await Self.press(store, "down", "down", "enter")
    #expect(store.state.alert != nil)
    #expect(store.state.reopening == nil)
    try await Self.press(store, "enter")
    #expect(store.state.reopening?.network == ServiceSample.book.networks[1])
    let next = try #require(try ChosenNetwork(store.state.reopening))
    #expect(next.chainID == 11_155_111)
    #expect(next.address.description == "http://127.0.0.1:8545/rpc")
    await store.finish()
  }

  /// The star marks the network that the wallet is open on, whatever the home uses otherwise.
  @Test(
    arguments: [
      (nil, "main"),
      (TerminalWallet.OpenNetwork(name: nil, nodeText: "n", isRemembered: true), "default"),
      (.init(name: ServiceSample.main.name, nodeText: "n", isRemembered: true), "main"),
      (
        .init(name: ServiceSample.book.networks[1].name, nodeText: "n", isRemembered: true),
        "sepolia"
      ),
      (.init(name: nil, nodeText: "n", isRemembered: false), nil),
      // An option named the node of a network that the home remembers: it is a different network.
      (.init(name: ServiceSample.main.name, nodeText: "n", isRemembered: false), nil),
    ] as [(TerminalWallet.OpenNetwork?, String?)])
  func theStarIsAtTheNetworkThatIsOpen(open: TerminalWallet.OpenNetwork?, name: String?) {
    let state = ScreenSample.place(.english, ServiceSample.networks()) { $0.openNetwork = open }
    let rows = TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 80, rows: 24)).rows
    let starred = rows.filter { $0.contains("*") }.map {
      $0.split(separator: " ").map(String.init)[1]
    }
    #expect(starred == (name.map { [$0] } ?? []))
    #expect(rows.contains { $0.contains("Open now, and not in this list") } == (name == nil))
  }

  /// If an option named another node, the network that the home uses can be chosen as well.
  @Test func theNetworkThatTheHomeUsesCanBeOpenedFromElsewhere() async throws {
    let store = Self.store(ServiceSample.networks()) {
      $0.networks.use = { name throws(NetworkRefusal) in
        NetworkBook(networks: ServiceSample.book.networks, used: name)
      }
    }
    try await Self.press(store, "down", "enter")
    #expect(store.state.alert == nil, "it is open already")
    var state = store.state
    state.openNetwork = TerminalWallet.OpenNetwork(name: nil, nodeText: "n", isRemembered: false)
    let elsewhere = TestStoreOf<TerminalWallet>(initialState: state) {
      TerminalWallet()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.secrets.clear = {}
      $0.networks.use = { name throws(NetworkRefusal) in
        NetworkBook(networks: ServiceSample.book.networks, used: name)
      }
    }
    elsewhere.exhaustivity = .off
    try await Self.press(elsewhere, "enter", "enter")
    #expect(elsewhere.state.reopening?.network == ServiceSample.main)
    await elsewhere.finish()
  }

  @Test func theDefaultCanBeChosen() async throws {
    let store = Self.store(ServiceSample.networks()) {
      $0.networks.use = { name throws(NetworkRefusal) in
        #expect(name == nil)
        return NetworkBook(networks: ServiceSample.book.networks)
      }
    }
    try await Self.press(store, "enter", "enter")
    #expect(store.state.reopening == TerminalWallet.Reopening(network: nil))
    #expect(try ChosenNetwork(store.state.reopening)?.address == .local)
    #expect(try ChosenNetwork(nil as TerminalWallet.Reopening?) == nil)
    await store.finish()
  }

  /// The screens of networks show nothing of an address but its scheme, host and port.
  @Test(arguments: Language.allCases)
  func secretsInAnAddressAreNotShown(language: Language) {
    for (name, state) in ServiceSample.screens(language) where name.hasPrefix("networks") {
      let text = TerminalWalletApp.app(SecretEntry()).grid(state, Size(columns: 200, rows: 40)).text
      for secret in ["user", "pass", "secret", "key=1", "/v3"] {
        #expect(!text.contains(secret), "\(name)")
      }
    }
  }

  static let texts: [(NetworksFailure, String, String)] = [
    (.name(.empty), "Type a name.", "이름을 입력하세요."),
    (
      .name(.tooLong(found: 33, max: 32)), "A name has at most 32 characters.",
      "이름은 32자를 넘을 수 없습니다."
    ),
    (
      .name(.otherCharacter(position: 0)),
      "Use a to z and 0 to 9; also - _ . after the first character.",
      "이름에는 a-z, 0-9만 쓸 수 있고 둘째 글자부터 - _ . 도 쓸 수 있습니다."
    ),
    (
      .address(.notAnAddress),
      "This is not a node's address: enter http://HOST:PORT or https://HOST.",
      "노드 주소가 아닙니다. http://호스트:포트 또는 https://호스트 형식이 필요합니다."
    ),
    (
      .chainID, "A chain id is a whole number from 1, such as 11155111.",
      "체인 번호는 11155111 같은 1 이상의 정수입니다."
    ),
    (
      .otherChain(expected: 1, found: 5),
      "The node follows chain 5, not chain 1. Nothing was saved.",
      "노드가 따르는 체인은 5, 요청한 체인은 1입니다. 저장하지 않았습니다."
    ),
    (
      .node(.unreachable(endpoint: "http://h:1", reason: "r")),
      "No node answers at http://h:1: r; expected an Ethereum node there (see --rpc-url).",
      "http://h:1에서 답하는 노드가 없습니다: r. 그곳에 이더리움 노드가 있어야 합니다 (--rpc-url)."
    ),
    (
      .inUse(ServiceSample.main.name), "main is in use; choose another network first.",
      "main 네트워크를 사용하는 중입니다. 먼저 다른 네트워크를 고르세요."
    ),
    (
      .refused(.nameTaken(ServiceSample.main.name)), "The network main already exists.",
      "main 네트워크가 이미 있습니다."
    ),
    (
      .refused(.unknown(ServiceSample.main.name)), "The network main no longer exists.",
      "main 네트워크는 더 이상 없습니다."
    ),
    (
      .refused(.full(max: 100)), "There are 100 networks; expected fewer before adding one.",
      "네트워크가 100개 있습니다. 추가하려면 더 적어야 합니다."
    ),
  ]

  @Test(arguments: texts)
  func everyRefusalOfANetworkIsASentence(
    failure: NetworksFailure, english: String, korean: String
  ) {
    for (language, text) in [(Language.english, english), (.korean, korean)] {
      let said = Speech.$overriding.withValue(language) {
        NetworkWords.text(of: failure, Texts(language))
      }
      #expect(said == text)
    }
  }

  // MARK: - Sessions

  @Test func theSettingsOpenASession() async throws {
    let profile = Profile.State(accounts: [ScreenSample.first], chainID: ScreenSample.chainID)
    let store = Self.store(.profile(profile)) { $0.session.session = { _ in nil } }
    for _ in 0..<(try Self.row(.session)) { try await Self.press(store, "down") }
    try await Self.press(store, "enter")
    #expect(store.state.sheet == .service)
    #expect(store.state.service.text == "http://127.0.0.1:4361")
    await store.send(.view(.keyPressed(Key(.character("u"), .control))))
    await store.send(.view(.pasted("http://example.com")))
    try await Self.press(store, "enter")
    #expect(store.state.top?.profile?.failure == .service(.notEncrypted))
    try await Self.press(store, "enter")
    await store.send(.view(.keyPressed(Key(.character("u"), .control))))
    await store.send(.view(.pasted("https://example.com/auth")))
    try await Self.press(store, "enter")
    #expect(store.state.top?.session?.endpoint == ServiceSample.endpoint)
    #expect(store.state.top?.session?.account == ScreenSample.first)
    try await Self.press(store, "esc")
    #expect(store.state.top?.is(\.profile) == true)
    await store.skipInFlightEffects(strict: false)
  }

  /// The person agrees to the message that was shown; the passcode goes to the session's screen.
  @Test func aMessageIsReadThenSigned() async throws {
    let handle = SecretHandle(id: 9)
    let store = Self.store(ServiceSample.session(.reviewing(ServiceSample.message))) {
      $0.secrets.deposit = { handle }
      $0.date.now = ScreenSample.now
      $0.vault.authorize = { purpose, passcode throws(AuthorizationRefusal) in
        #expect(passcode == handle)
        #expect(
          purpose
            == .signIn(
              account: ScreenSample.first.id, messageHash: ServiceSample.message.signingHash))
        throw .passcode(.wrongPasscode(triesLeft: 4))
      }
    }
    try await Self.press(store, "down")
    #expect(store.state.chosen == 1)
    try await Self.press(store, "enter")
    #expect(store.state.prompt == .sensitive)
    #expect(store.state.asksSecret)
    await store.send(.view(.secretTyped(count: 4)))
    await store.send(.view(.secretEntered))
    await store.skipReceivedActions(strict: false)
    #expect(
      store.state.top?.session?.failure == .authorization(.passcode(.wrongPasscode(triesLeft: 4))))
    #expect(store.state.entry.count == 0)
    try await Self.press(store, "esc", "esc")
    #expect(store.state.top?.session?.phase == .signedOut)
    await store.skipInFlightEffects(strict: false)
  }

  @Test func signingOutIsAskedFirst() async throws {
    let store = Self.store(ServiceSample.session(.signedIn(ServiceSample.session))) {
      $0.session.signOut = { #expect($0 == ServiceSample.endpoint) }
    }
    try await Self.press(store, "o", "enter")
    #expect(store.state.top?.session?.phase == .signedIn(ServiceSample.session))
    try await Self.press(store, "o", "left", "enter")
    #expect(store.state.top?.session?.phase == .signedOut)
    #expect(store.state.toasts.visible.count == 1)
    await store.skipInFlightEffects(strict: false)
  }
}

import Foundation
import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@Reducer
struct Inbox {
  struct State: Equatable, Codable {
    var subjects: [String] = []
    var isLoading = false
  }

  enum Action: Equatable { case refresh, loaded([String]), writeButtonTapped }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .refresh:
      state.isLoading = true
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded(["Hello"]))
      }
    case .loaded(let subjects):
      state.subjects = subjects
      state.isLoading = false
      return .none
    case .writeButtonTapped:
      return .none
    }
  }
}

@Reducer
struct Letter {
  struct State: Equatable, Codable {
    var text = ""
    var recipient: String?
    var isSending = false
    var problem: String?
  }

  enum Action: Equatable { case recipientButtonTapped, sendButtonTapped, sent }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .sendButtonTapped:
      state.isSending = true
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.sent)
      }
    case .sent:
      state.isSending = false
      return .none
    case .recipientButtonTapped:
      return .none
    }
  }
}

@Reducer
struct AddressBook {
  struct State: Equatable, Codable {
    var names = ["Ada", "Alan"]
  }

  enum Action: Equatable {
    case nameTapped(String)
    case delegate(Delegate)
  }

  @CasePathable
  enum Delegate: Equatable { case chosen(String) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nameTapped(let name):
      return .send(.delegate(.chosen(name)))
    case .delegate:
      return .none
    }
  }
}

@Reducer
struct PostLock {
  struct State: Equatable {}
  enum Action: Equatable { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

extension Inbox {
  static let archive = ScreenArchive<State, Action>()
    .restarting(when: { $0.isLoading }, by: .refresh)
}

extension Letter {
  struct StateOfVersion1: Codable {
    var body: String
  }

  static let archive = ScreenArchive<State, Action>(version: 2)
    .migrating(from: 1, StateOfVersion1.self) { State(text: $0.body) }
    .asking(when: { $0.isSending }, restart: .sendButtonTapped) {
      $0.isSending = false
      $0.problem = "It is not known whether the letter was sent."
    }
}

extension AddressBook {
  static let archive = ScreenArchive<State, Action>()
}

@Reducer(state: .equatable, action: .equatable)
enum PostScreen {
  case inbox(Inbox)
  case letter(Letter)
  case addressBook(AddressBook)
  case lock(PostLock)
}

let jsonFormat = RouteArchiveFormat(
  encode: { try Array(JSONEncoder().encode($0)) },
  decode: { try JSONDecoder().decode($0, from: Data($1)) })

let postArchive = RouteArchive<Post, PostScreen>(
  routes: \.routes, router: \.router, requests: ["recipient": \.recipient], format: jsonFormat
) {
  ArchivedScreen("inbox", state: \.inbox, action: \.inbox, Inbox.archive)
  ArchivedScreen(
    "letter", formerly: ["draft"], state: \.letter, action: \.letter, Letter.archive)
  ArchivedScreen(
    "addresses", state: \.addressBook, action: \.addressBook, AddressBook.archive)
  ArchivedScreen(\.lock, .omitted)
}

@Reducer
struct Post {
  struct State: Equatable {
    var routes: [Route<PostScreen.State>] = [
      .root(.inbox(Inbox.State()), embedInNavigationView: true)
    ]
    var recipient = RouteRequest()
    var restoration = RestorationState()
    var toasts = ToastQueue.State()
    var isAskingAboutLetter = false
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<PostScreen>)
    case recipientChosen(RouteResult<String>)
    case restoration(RestorationAction)
    case toasts(ToastQueue.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.toasts, action: \.toasts) { ToastQueue() }
    Reduce { state, action in
      switch action {
      case .router(.routeAction(_, action: .inbox(.writeButtonTapped))):
        state.routes.push(.letter(Letter.State()))
        return .none
      case .router(.routeAction(_, action: .letter(.recipientButtonTapped))):
        state.recipient = state.routes.presentForResult(
          .sheet(.addressBook(AddressBook.State())))
        return .none
      case .recipientChosen(.answered(let name)):
        for index in state.routes.indices where state.routes[index].screen.is(\.letter) {
          state.routes[index].screen.modify(\.letter) { $0.recipient = name }
        }
        return .none
      case .recipientChosen(.cancelled):
        return .send(.toasts(.show(.info(TextState("The letter has no recipient.")))))
      case .router(.routeAction(_, action: .letter(.sendButtonTapped))):
        return .send(.toasts(.show(.loading(TextState("Sending"), id: "letter"))))
      case .router(.routeAction(_, action: .letter(.sent))):
        return .send(.toasts(.show(.success(TextState("Sent"), id: "letter"))))
      case .restoration(.asks):
        state.isAskingAboutLetter = true
        return .none
      case .restoration(.answer):
        state.isAskingAboutLetter = false
        return .none
      case .restoration(.failed):
        return .send(.toasts(.show(.warning(TextState("Your last screens are lost.")))))
      case .router, .restoration, .toasts:
        return .none
      }
    }
    .forEachRoute(\.routes, action: \.router) { PostScreen.body }
    .routeResult(
      \.recipient, action: \.recipientChosen, routes: \.routes, router: \.router,
      from: \.addressBook.delegate.chosen
    )
    .restoring(postArchive, state: \.restoration, action: \.restoration)
  }
}

// MARK: - Nested

extension Post {
  static let archive = ScreenArchive<State, Action>(startingWith: State())
    .nesting(postArchive, by: \.restoration)
}

@Reducer(state: .equatable, action: .equatable)
enum MailTabScreen {
  case inbox(Inbox)
  case post(Post)
}

enum MailTab: CaseIterable, FlowTab {
  typealias Screen = MailTabScreen
  case inbox, post

  var initialState: MailTabScreen.State {
    switch self {
    case .inbox: .inbox(Inbox.State())
    case .post: .post(Post.State())
    }
  }
}

let mailTabArchive = TabArchive<MailTabs, MailTab>(tabs: \.tabs, action: \.tabs) {
  ArchivedTab("post", .post, state: \.post, action: \.post, postArchive, by: \.restoration)
}

@Reducer
struct MailTabs {
  struct State: Equatable {
    var tabs = Tabs<MailTab>(selected: .inbox)
  }

  enum Action: Equatable {
    case tabs(TabAction<MailTab>)
    case restoration(RestorationAction)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEachTab(\.tabs, action: \.tabs) { MailTabScreen.body }
      .restoring(mailTabArchive, action: \.restoration)
  }
}

@MainActor
struct RestorationArticleTests {
  @Test func tabsSavedAndRestored() async throws {
    var state = MailTabs.State()
    state.tabs.select(.post)
    state.tabs[.post].modify(\.post) {
      $0.routes.push(.letter(Letter.State(text: "Dear Ada")))
    }
    let store = TestStore(initialState: MailTabs.State()) { MailTabs() }
    await store.send(.restoration(.restore(try mailTabArchive.encode(state)))) {
      $0.tabs.select(.post)
      $0.tabs[.post].modify(\.post) { $0.routes.push(.letter(Letter.State(text: "Dear Ada"))) }
    }
    await store.receive(\.restoration.restored)
    await store.receive(\.tabs[id: .post].post.restoration.restored)
  }

  @Test func savedAndRestored() async throws {
    let state = Post.State(routes: [
      .root(.inbox(Inbox.State(subjects: ["Hi"])), embedInNavigationView: true),
      .push(.letter(Letter.State(text: "Dear Ada"))),
      .cover(.lock(PostLock.State())),
    ])
    let bytes = try postArchive.encode(state)

    let store = TestStore(initialState: Post.State()) { Post() }
    await store.send(.restoration(.restore(bytes))) {
      $0.routes = Array(state.routes.dropLast())
    }
    await store.receive(\.restoration.restored)
  }

  @Test func aLetterThatWasBeingSent() async throws {
    let sending = Letter.State(text: "Dear Ada", isSending: true)
    let state = Post.State(routes: [
      .root(.inbox(Inbox.State()), embedInNavigationView: true), .push(.letter(sending)),
    ])
    let bytes = try postArchive.encode(state)
    let store = TestStore(initialState: Post.State()) { Post() }
    await store.send(.restoration(.restore(bytes))) {
      $0.routes.push(.letter(sending))
      $0.restoration.asking = [1]
    }
    await store.receive(\.restoration.restored)
    let letter = store.state.routes[1].id
    await store.receive(\.restoration.asks, letter) { $0.isAskingAboutLetter = true }
    await store.send(.restoration(.answer(letter, restarts: false))) {
      $0.isAskingAboutLetter = false
      $0.restoration.asking = []
      $0.routes[1].screen.modify(\.letter) {
        $0.isSending = false
        $0.problem = "It is not known whether the letter was sent."
      }
    }
  }

  @Test func anArchiveThatCantBeRead() async throws {
    let clock = TestClock()
    let store = TestStore(initialState: Post.State()) {
      Post()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.restoration(.restore(Array("nonsense".utf8))))
    await store.receive(\.restoration.failed, .notAnArchive)
    await store.receive(\.toasts.show) {
      $0.toasts.visible = [.warning(TextState("Your last screens are lost."))]
    }
    await clock.advance(by: .seconds(3))
    await store.receive(\.toasts.expired) { $0.toasts.visible = [] }
  }
}

@MainActor
struct ResultsArticleTests {
  private func makeStore(clock: TestClock<Duration> = TestClock()) -> TestStoreOf<Post> {
    TestStore(
      initialState: Post.State(routes: [
        .root(.inbox(Inbox.State()), embedInNavigationView: true), .push(.letter(Letter.State())),
      ])
    ) {
      Post()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func chosen() async {
    let store = makeStore()
    let letter = store.state.routes[1].id
    await store.send(\.router[id: letter].letter.recipientButtonTapped) {
      $0.recipient = $0.routes.presentForResult(.sheet(.addressBook(AddressBook.State())))
    }
    let addresses = store.state.routes[2].id
    await store.send(\.router[id: addresses].addressBook.nameTapped, "Ada")
    await store.receive(\.router[id: addresses].addressBook.delegate.chosen) {
      $0.routes.dismiss()
      $0.recipient = RouteRequest()
    }
    await store.receive(\.recipientChosen.answered, "Ada") {
      $0.routes[1].screen.modify(\.letter) { $0.recipient = "Ada" }
    }
  }

  @Test func swipedAway() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    let letter = store.state.routes[1].id
    await store.send(\.router[id: letter].letter.recipientButtonTapped) {
      $0.recipient = $0.routes.presentForResult(.sheet(.addressBook(AddressBook.State())))
    }
    await store.send(.router(.updateRoutes(Array(store.state.routes.dropLast())))) {
      $0.routes.goBack()
      $0.recipient = RouteRequest()
    }
    await store.receive(\.recipientChosen.cancelled)
    await store.receive(\.toasts.show) {
      $0.toasts.visible = [.info(TextState("The letter has no recipient."))]
    }
    await clock.advance(by: .seconds(3))
    await store.receive(\.toasts.expired) { $0.toasts.visible = [] }
  }

  @Test func sent() async {
    let clock = TestClock()
    let store = makeStore(clock: clock)
    let letter = store.state.routes[1].id
    await store.send(\.router[id: letter].letter.sendButtonTapped) {
      $0.routes[1].screen.modify(\.letter) { $0.isSending = true }
    }
    await store.receive(\.toasts.show) {
      $0.toasts.visible = [.loading(TextState("Sending"), id: "letter")]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.router[id: letter].letter.sent) {
      $0.routes[1].screen.modify(\.letter) { $0.isSending = false }
    }
    await store.receive(\.toasts.show) {
      $0.toasts.visible = [.success(TextState("Sent"), id: "letter")]
    }
    await clock.advance(by: .seconds(3))
    await store.receive(\.toasts.expired, "letter") { $0.toasts.visible = [] }
  }
}

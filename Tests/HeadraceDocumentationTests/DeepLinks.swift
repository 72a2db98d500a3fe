import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@Reducer
struct Bookcase {
  struct State: Equatable {}
  enum Action: Equatable { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@Reducer
struct Book {
  struct State: Equatable {
    var isbn: String
    var page: Int?
    var text = ""
  }
  enum Action: Equatable { case textLoaded(String) }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .textLoaded(let text):
      state.text = text
      return .none
    }
  }
}

@Reducer
struct Review {
  struct State: Equatable {
    var isbn: String
    var number: Int
  }
  enum Action: Equatable { case tapped }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

extension Book.State {
  static let link = LinkPattern {
    "books"
    Segment("isbn", String.self)
    Query("page", Int?.self)
  } make: { isbn, page in
    Book.State(isbn: isbn, page: page)
  } values: {
    ($0.isbn, $0.page)
  }
}

extension Review.State {
  static let link = LinkPattern {
    "books"
    Segment("isbn", String.self)
    "reviews"
    Segment("number", Int.self)
  } make: { isbn, number in
    Review.State(isbn: isbn, number: number)
  } values: {
    ($0.isbn, $0.number)
  }
}

@Reducer(state: .equatable, action: .equatable)
enum BookshopScreen {
  case bookcase(Bookcase)
  case book(Book)
  case review(Review)
}

let bookshopLinks = DeepLinkParser<BookshopScreen.State>(
  "bookshop://", "https://bookshop.example/", root: .bookcase(Bookcase.State())
) {
  ScreenLink(
    \.bookcase, LinkPattern("", make: Bookcase.State()), style: .root, embedInNavigationView: true)
  ScreenLink(\.book, Book.State.link)
  ScreenLink(\.review, Review.State.link, style: .cover) { review in
    .book(Book.State(isbn: review.isbn))
  }
}

@Reducer
struct Bookshop {
  struct State: Equatable {
    var routes: [Route<BookshopScreen.State>] = [
      .root(.bookcase(Bookcase.State()), embedInNavigationView: true)
    ]
    var links = DeepLinkState()
    var isOpen = true
    var notice: String?
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<BookshopScreen>)
    case links(DeepLinkAction)
    case doorChanged(isOpen: Bool)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .links(.dropped(_, .unreadable(let error))):
        state.notice = "\(error)"
        return .none
      case .doorChanged(let isOpen):
        state.isOpen = isOpen
        return .none
      case .links, .router:
        return .none
      }
    }
    .forEachRoute(\.routes, action: \.router) { BookshopScreen.body }
    .deepLinks(
      bookshopLinks, state: \.links, action: \.links, routes: \.routes, router: \.router
    ) { state in
      state.isOpen ? .open : .wait
    }
  }
}

@MainActor
struct DeepLinksArticleTests {
  @Test func routesAndURLs() throws {
    let routes = try bookshopLinks.routes(for: "bookshop://books/0-14-1/reviews/7")
    #expect(
      routes == [
        .root(.bookcase(Bookcase.State()), embedInNavigationView: true),
        .push(.book(Book.State(isbn: "0-14-1"))),
        .cover(.review(Review.State(isbn: "0-14-1", number: 7))),
      ])
    #expect(try bookshopLinks.url(for: routes) == "bookshop://books/0-14-1/reviews/7")
  }

  @Test(arguments: ["bookshop://", "bookshop://books/1", "bookshop://books/1?page=2"])
  func linksLeadBackToTheirURLs(url: String) throws {
    #expect(try bookshopLinks.url(for: bookshopLinks.routes(for: url)) == url)
  }

  @Test func loadedStateOfAScreen() throws {
    let read = BookshopScreen.State.book(Book.State(isbn: "1", page: 2, text: "Once"))
    #expect(try bookshopLinks.url(to: read) == "bookshop://books/1?page=2")
  }

  @Test func errors() throws {
    #expect(throws: DeepLinkError.unknownPath("boks/1", nearest: "books/{isbn}?page")) {
      try bookshopLinks.routes(for: "bookshop://boks/1")
    }
  }

  @Test func aLinkIsOpened() async {
    let store = TestStore(initialState: Bookshop.State()) { Bookshop() }
    await store.send(.links(.open("bookshop://books/1"))) {
      $0.routes.push(.book(Book.State(isbn: "1")))
    }
    await store.receive(\.links.opened, DeepLink("bookshop://books/1"))
  }

  @Test func aLinkWaits() async {
    let store = TestStore(initialState: Bookshop.State(isOpen: false)) { Bookshop() }
    await store.send(.links(.open("bookshop://books/1", mode: .keepRoot))) {
      $0.links.waiting = DeepLink("bookshop://books/1", mode: .keepRoot)
    }
    await store.send(.doorChanged(isOpen: true)) {
      $0.isOpen = true
      $0.links.waiting = nil
      $0.routes.push(.book(Book.State(isbn: "1")))
    }
    await store.receive(\.links.opened)
  }

  @Test func anUnknownLink() async {
    let store = TestStore(initialState: Bookshop.State()) { Bookshop() }
    await store.send(.links(.open("bookshop://boks/1")))
    await store.receive(\.links.dropped) {
      $0.notice = "No screen has the link 'boks/1'. The nearest is 'books/{isbn}?page'."
    }
  }
}

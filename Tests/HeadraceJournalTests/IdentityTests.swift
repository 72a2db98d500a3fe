import Foundation
import Headrace
import HeadraceFlow
import HeadraceJournal
import Testing

/// Actions name elements of stacks and routes by their ids, so a journal keeps these.
@MainActor @Suite struct IdentityTests {
  @Reducer struct Page {
    @ObservableState
    struct State: Equatable, Codable { var count = 0 }
    enum Action: Equatable, Codable, Sendable { case tapped }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer struct Book {
    @ObservableState
    struct State: Equatable, Codable {
      var path = StackState<Page.State>()
      @Presents var cover: Page.State?
    }

    enum Action: Equatable, Codable, Sendable {
      case path(StackActionOf<Page>)
      case cover(PresentationAction<Page.Action>)
      case pushButtonTapped
      case coverButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .pushButtonTapped: state.path.append(Page.State())
        case .coverButtonTapped: state.cover = Page.State()
        case .path, .cover: break
        }
        return .none
      }
      .forEach(\.path, action: \.path) { Page() }
      .ifLet(\.$cover, action: \.cover) { Page() }
    }
  }

  @Test func elementsOfAStackKeepTheirIDs() throws {
    let folder = try JournalFolder()
    let store = Store(initialState: Book.State()) { Book() }
    store.send(.pushButtonTapped)
    var options = JournalFileOptions()
    options.checkpointActionCount = 1
    let recorder = try JournalRecorder(store, file: folder.file, options: options)
    for _ in 0..<3 { store.send(.pushButtonTapped) }
    store.send(.coverButtonTapped)
    for id in store.withState(\.path.ids) { store.send(.path(.element(id: id, action: .tapped))) }
    store.send(.cover(.presented(.tapped)))
    store.send(.path(.popFrom(id: store.withState { Array($0.path.ids)[2] })))
    store.send(.cover(.dismiss))
    recorder.stop()
    let journal = try Journal<Book.State, Book.Action>(contentsOf: folder.file)
    #expect(try journal.replays(on: Book()) == nil)
    for number in journal.actions.reversed() {
      _ = try Replay(journal) { Book() }.state(after: number)
    }
    let replay = Replay(journal) { Book() }
    let last = try replay.state(after: journal.actions.upperBound - 1)
    #expect(last == store.withState { $0 })
    #expect(last.path.ids == store.withState(\.path.ids))
    // The ids have no meaning elsewhere.
    let json = try JSONEncoder().encode(last.path)
    #expect(String(decoding: json, as: UTF8.self) == #"[{"count":1},{"count":1}]"#)
  }

  @Reducer(state: .equatable, .codable, action: .equatable, .codable, .sendable)
  enum Stop { case page(Page) }

  @FlowCoordinator(screen: "Stop")
  struct Tour {
    @ObservableState
    struct State: Equatable, Codable {
      var routes: [Route<Stop.State>] = [
        .root(.page(Page.State()), embedInNavigationView: true)
      ]
    }

    enum Action: Equatable, Codable, Sendable {
      case router(IndexedRouterActionOf<Stop>)
      case nextButtonTapped
      case backButtonTapped
    }

    func handleRoute(state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .nextButtonTapped: state.routes.push(.page(Page.State()))
      case .backButtonTapped: state.routes.goBack()
      case .router: break
      }
      return .none
    }
  }

  @Test func routesKeepTheirIDs() throws {
    let folder = try JournalFolder()
    let store = Store(initialState: Tour.State()) { Tour() }
    var options = JournalFileOptions()
    options.checkpointActionCount = 1
    let recorder = try JournalRecorder(store, file: folder.file, options: options)
    store.send(.nextButtonTapped)
    store.send(.nextButtonTapped)
    for route in store.withState(\.routes) {
      store.send(.router(.routeAction(id: route.id, action: .page(.tapped))))
    }
    store.send(.backButtonTapped)
    store.send(.router(.updateRoutes(Array(store.withState(\.routes).prefix(1)))))
    recorder.stop()
    let journal = try Journal<Tour.State, Tour.Action>(contentsOf: folder.file)
    #expect(try journal.replays(on: Tour()) == nil)
    let replay = Replay(journal) { Tour() }
    let last = try replay.state(after: journal.actions.upperBound - 1)
    #expect(last.routes.map(\.id) == store.withState(\.routes).map(\.id))
    #expect(last.routes.map(\.screen) == [.page(Page.State(count: 1))])
  }
}

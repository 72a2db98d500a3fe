import Headrace
import Testing

/// swift-navigation, #257: a screen that was presented by an item never reported its dismissal; one
/// that was presented by a flag did.
@MainActor
@Suite("swift-navigation #257: a dismissal is reported once") struct SwiftNavigation257Tests {
  @Reducer
  struct Sheet {
    @ObservableState
    struct State: Equatable, Identifiable { var id = 0 }
    enum Action { case leaveButtonTapped }
    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { [dismiss] _ in await dismiss() }
    }
  }

  @Reducer
  enum Destination {
    case sheet(Sheet)
    case other(Sheet)
  }

  @Reducer
  struct App {
    @ObservableState
    struct State {
      @Presents var item: Sheet.State?
      @Presents var destination: Destination.State?
      var dismissals: [String] = []
    }
    enum Action {
      case item(PresentationAction<Sheet.Action>)
      case destination(PresentationAction<Destination.Action>)
      case present, clear
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .item(.dismiss): state.dismissals.append("item")
        case .destination(.dismiss): state.dismissals.append("destination")
        case .present:
          state.item = Sheet.State(id: 1)
          state.destination = .sheet(Sheet.State(id: 2))
        case .clear:
          state.item = nil
          state.destination = nil
        case .item, .destination: break
        }
        return .none
      }
      .ifLet(\.$item, action: \.item) { Sheet() }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  /// Records what a host that observes a screen shows.
  private final class Host {
    var shown: [Bool] = []
    var token: ObserveToken?
  }

  private enum Form: CaseIterable { case item, byCase, byCaseProperty }

  private func host(_ form: Form, of store: StoreOf<App>) -> Host {
    let host = Host()
    host.token = store.observe {
      switch form {
      case .item: host.shown.append(store.scope(state: \.$item, action: \.item) != nil)
      case .byCase:
        let destination = store.scope(state: \.$destination, action: \.destination)
        host.shown.append(destination?.scope(state: \.sheet, action: \.sheet) != nil)
      case .byCaseProperty: host.shown.append(store.destination?.is(\.sheet) == true)
      }
    }
    return host
  }

  @Test("By item, by case and by the property, the host and the parent are notified once")
  func onceForEach() async throws {
    for isByScreen in [true, false] {
      let store = Store(initialState: App.State()) { App() }
      let hosts = Form.allCases.map { host($0, of: store) }
      store.send(.present)
      if isByScreen {
        await store.send(.item(.presented(.leaveButtonTapped))).finish()
        await store.send(.destination(.presented(.sheet(.leaveButtonTapped)))).finish()
      } else {
        store.send(.item(.dismiss))
        store.send(.destination(.dismiss))
      }
      #expect(store.dismissals == ["item", "destination"])
      for host in hosts { #expect(host.shown == [false, true, false]) }
    }
  }

  @Test("The program's own removal is not a '.dismiss', and hosts are notified once")
  func byTheProgram() {
    let store = Store(initialState: App.State()) { App() }
    let hosts = Form.allCases.map { host($0, of: store) }
    store.send(.present)
    store.send(.clear)
    #expect(store.dismissals.isEmpty)
    for host in hosts { #expect(host.shown == [false, true, false]) }
  }
}

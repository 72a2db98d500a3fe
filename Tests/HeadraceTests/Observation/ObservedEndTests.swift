import Headrace
import Testing

/// A screen whose header comes from deep inside one case.
@Reducer
private struct Screen {
  @ObservableState
  @CasePathable
  enum State: Equatable {
    case detail(Detail)
    case empty

    /// Read through two observed fields.
    var header: Header? {
      if case .detail(let detail) = self { detail.panel.header } else { nil }
    }
  }

  @ObservableState
  struct Detail: Equatable {
    var panel = Panel()
  }

  @ObservableState
  struct Panel: Equatable {
    var header = Header()
  }

  @ObservableState
  struct Header: Equatable {
    var title = "A"
  }

  @CasePathable
  enum Action {
    case leave
    case enter
    case header(Never)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .leave: state = .empty
      case .enter: state = .detail(Detail())
      }
      return .none
    }
  }
}

/// Cancels an observation when it is released.
private final class Owner {
  var token: ObserveToken?
  deinit { token?.cancel() }
}

@MainActor
@Suite("A child that is removed while it is observed")
struct ObservedEndTests {
  @Test("Law 15: a child behind several fields is removed, and its parent has no other observer")
  func aChildThatGoes() throws {
    let store = Store(initialState: Screen.State.detail(Screen.Detail())) { Screen() }
    let header = try #require(store.scope(state: \.header, action: \.header))
    var titles: [String] = []
    let token = store.observe { titles.append(header.title) }
    withKnownIssue(isIntermittent: true) {
      for _ in 0..<10 {
        store.send(.leave)
        store.send(.enter)
      }
    } matching: {
      "\($0)".contains("child that is gone")
    }
    #expect(titles.first == "A")
    token.cancel()
    #expect(store.observationCounts == [0, 0, 0])
  }

  @Test("Law 15: an object that only an observer retains may cancel it when released")
  func anOwnerThatCancels() {
    let store = Store(initialState: Screen.State.empty) { Screen() }
    var owner: Owner? = Owner()
    weak let weakOwner = owner
    let token = store.observe { [owner] in withExtendedLifetime((owner, store.state)) {} }
    owner?.token = token
    owner = nil
    #expect(weakOwner != nil)
    token.cancel()
    #expect(weakOwner == nil)
  }
}

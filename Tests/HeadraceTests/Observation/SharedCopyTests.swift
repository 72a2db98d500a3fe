import Headrace
import Testing

@Reducer
private struct Album {
  @ObservableState
  struct State: Identifiable {
    var id = 0
    var title = 0
    var page = 0
    var drafts: IdentifiedArrayOf<State> = []
  }

  enum Action {
    case change((inout State) -> Void)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let change): change(&state)
      }
      return .none
    }
  }
}

/// Copies of one state that are shown in several places, and change separately.
@Suite("Law 12: copies of a state within itself")
@MainActor
struct SharedCopyTests {
  private let store: StoreOf<Album>

  init() {
    store = Store(initialState: Album.State()) { Album() }
  }

  private func watching<Value>(_ read: @escaping () -> Value) -> Watch<Value> {
    Watch(store, read)
  }

  /// One of a million generated programs found it: the draft reached the stamp that the album had,
  /// and then the album changed on from there.
  @Test func aCopyOfTheWholeThatBecomesAPartNotifiesNoObserverOfTheWhole() {
    store.send(.change { $0.drafts.append($0) })
    let (title, page) = (watching { store.title }, watching { store.page })
    store.send(.change { $0.drafts[id: 0] = $0 })
    #expect(title.seen == [0] && page.seen == [0])
    store.send(
      .change {
        $0.drafts[id: 0] = $0
        $0.page = 1
      })
    #expect(title.seen == [0])
    #expect(page.seen == [0, 1])
  }

  /// The draft changes, becomes the album, and both continue to change.
  @Test func twoCopiesOfOneStampNotifyOfTheirOwnChanges() {
    store.send(.change { $0.drafts.append($0) })
    let (title, page) = (watching { store.title }, watching { store.page })
    let draftTitle = watching { store.drafts[id: 0]?.title }
    store.send(
      .change {
        $0.drafts[id: 0]?.title = 7
        guard let draft = $0.drafts.first else { return }
        let drafts = $0.drafts
        $0 = draft
        $0.drafts = drafts
        $0.page = 2
      })
    #expect(title.seen == [0, 7])
    #expect(page.seen == [0, 2])
    #expect(draftTitle.values == [0, 7])
    store.send(.change { $0.drafts[id: 0]?.page = 3 })
    #expect(title.seen == [0, 7] && page.seen == [0, 2] && draftTitle.values == [0, 7])
  }
}

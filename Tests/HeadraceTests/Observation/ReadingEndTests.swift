import Headrace
import Testing

/// A panel whose computed property runs a test's code while it is read.
@Reducer
private struct House {
  @ObservableState
  struct State {
    var panel = Panel()
  }

  @ObservableState
  struct Panel {
    var title = "A"
    @ObservationStateIgnored let hook = Hook()

    /// Runs the code before the field is read.
    var lateTitle: String {
      hook.run()
      return title
    }

    /// Runs the code, and reads no field.
    var number: Int {
      hook.run()
      return 7
    }
  }

  @CasePathable
  enum Action {
    case rename(String)
    case panel(Never)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let title) = action { state.panel.title = title }
      return .none
    }
  }
}

/// The code that a computed property runs.
private final class Hook {
  var onRead: (() -> Void)?

  func run() {
    let onRead = onRead
    self.onRead = nil
    onRead?()
  }
}

@MainActor
@Suite("A state that loses its last other observer while it is read")
struct ReadingEndTests {
  private static func makeStore() -> StoreOf<House> {
    Store(initialState: House.State()) { House() }
  }

  @Test("Law 12: a child's field that is read after that is observed")
  func aFieldOfAChild() {
    let store = Self.makeStore()
    let panel = store.scope(state: \.panel, action: \.panel)
    let other = panel.observe { _ = panel.title }
    store.withState { $0.panel.hook.onRead = { other.cancel() } }
    var titles: [String] = []
    let token = store.observe { titles.append(panel.lateTitle) }
    store.send(.rename("B"))
    #expect(titles == ["A", "B"])
    token.cancel()
    #expect(store.observationCounts == [0, 0, 0])
  }

  @Test("Law 12: a child's state of which no field is read after that is observed as a whole")
  func aWholeChild() {
    let store = Self.makeStore()
    let panel = store.scope(state: \.panel, action: \.panel)
    let other = panel.observe { _ = panel.title }
    store.withState { $0.panel.hook.onRead = { other.cancel() } }
    var runCount = 0
    let token = store.observe {
      _ = panel.number
      runCount += 1
    }
    store.withState { $0.panel.hook.onRead = nil }
    #expect(store.observationCounts[1] == 1)
    token.cancel()
    #expect(store.observationCounts == [0, 0, 0])
  }

  @Test("Law 12: a field of the store's own state that is read after that is observed")
  func aFieldOfTheRoot() {
    let store = Self.makeStore()
    let other = store.observe { _ = store.panel.title }
    store.withState { $0.panel.hook.onRead = { other.cancel() } }
    var titles: [String] = []
    let token = store.observe { titles.append(store.panel.lateTitle) }
    store.send(.rename("B"))
    #expect(titles == ["A", "B"])
    token.cancel()
    #expect(store.observationCounts == [0, 0, 0])
  }

  @Test("Law 14: a place that an observer reads while it ends does not stay")
  func anObserverInTheMiddle() {
    let store = Self.makeStore()
    let panel = store.scope(state: \.panel, action: \.panel)
    var inner: ObserveToken?
    store.withState { state in
      let panel = state.panel
      panel.hook.onRead = {
        inner = store.observe { _ = panel.title }
        inner?.cancel()
        inner = nil
      }
    }
    let token = store.observe { _ = panel.lateTitle }
    token.cancel()
    #expect(inner == nil)
    #expect(store.observationCounts == [0, 0, 0])
  }
}

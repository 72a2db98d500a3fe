import Headrace
import Testing

@Reducer
private struct Sheet {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }
  enum Action: Equatable { case add, wait, closeButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add:
        state.count += 1
        return .none
      case .wait:
        return .run { send in
          for await _ in AsyncStream<Never>.makeStream().stream {}
          await send(.add)
        }
      case .closeButtonTapped:
        return .none
      }
    }
  }
}

@Reducer
private struct Parent {
  @ObservableState
  struct State: Equatable {
    @Presents var sheet: Sheet.State?
    var log: [String] = []
  }
  enum Action {
    case sheet(PresentationAction<Sheet.Action>)
    case present
    case replace
    case resetInPlace
    case drop
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .sheet(.presented(.closeButtonTapped)):
        state.sheet = nil
      case .sheet(.dismiss):
        state.log.append("saw the dismissal with \(state.sheet?.count ?? -1)")
      case .sheet:
        break
      case .present, .replace:
        state.sheet = Sheet.State()
      case .resetInPlace:
        state.sheet?.count = 0
      case .drop:
        state.sheet = nil
      }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { Sheet() }
  }
}

@MainActor
@Suite("Presentation")
struct PresentationTests {
  @Test func aPresentedFeatureRunsUntilItIsDismissed() {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.present)
    store.send(.sheet(.presented(.add)))
    #expect(store.state.sheet?.count == 1)
    store.send(.sheet(.dismiss))
    #expect(store.state.sheet == nil)
    #expect(store.state.log == ["saw the dismissal with 1"])
  }

  @Test("Law 8: dismissal cancels in the same action", arguments: [0, 1, 2, 3])
  func dismissalCancels(way: Int) async {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.present)
    let task = store.send(.sheet(.presented(.wait)))
    #expect(store.effects.count == 1)
    switch way {
    case 0: store.send(.sheet(.dismiss))
    case 1: store.send(.sheet(.presented(.closeButtonTapped)))
    case 2: store.send(.drop)
    default: store.send(.replace)
    }
    #expect(store.effects.isEmpty)
    await task.finish()
    #expect((store.state.sheet == nil) == (way != 3))
  }

  @Test func changingAPresentedFeatureInPlaceKeepsItsEffects() async {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.present)
    let task = store.send(.sheet(.presented(.wait)))
    store.send(.resetInPlace)
    #expect(store.effects.count == 1)
    await task.cancel()
  }

  @Test func dismissingNothingIsReported() {
    let store = Store(initialState: Parent.State()) { Parent() }
    withKnownIssue {
      store.send(.sheet(.dismiss))
    } matching: {
      $0.comments.map(\.rawValue).joined()
        .contains("Tried to dismiss a child, but nothing is presented")
    }
  }

  @Test func comparisonIgnoresThePresentationsIdentity() {
    #expect(Parent.State(sheet: Sheet.State()) == Parent.State(sheet: Sheet.State()))
    #expect(Parent.State(sheet: Sheet.State(count: 1)) != Parent.State(sheet: Sheet.State()))
  }
}

import Headrace
import HeadraceCompatibility
import Testing

/// Spellings that authors bring from TCA, which once did not compile here.
@MainActor @Suite struct TCASpellingTests {
  struct Form: Reducer {
    struct State: Equatable { var name = "", isSaved = false }
    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case saved
      case renamed(String)
      case waited
    }
    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding, .renamed: return .none
        case .saved:
          state.isSaved = true
          return .none
        case .waited:
          return .run { send in
            await send(.saved)
            try await Task.never()
          }
        }
      }
    }
  }

  private final class Button {
    var task: StoreTask?
    func tap() { task?.cancel() }
    deinit { task?.cancel() }
  }

  private let store: StoreOf<Form>

  init() {
    store = Store(initialState: Form.State()) { Form() }
  }

  @Test func neverIsAStatementAfterAnother() async {
    let task = store.send(.waited)
    let end = ContinuousClock.now + .seconds(60)
    while !store.isSaved, ContinuousClock.now < end { await Task.yield() }
    #expect(store.isSaved)
    #expect(store.effects.count == 1)
    await task.cancel()
    #expect(store.effects.isEmpty)
  }

  @Test func anActionWithoutAMacroBindsItsState() {
    store.send(.set(\.name, "Ada"))
    #expect(store.name == "Ada")
    store.name = "Grace"
    #expect(store.name == "Grace")
  }

  @Test func onlyTheCaseOfABindingIsOne() {
    #expect(Form.Action.set(\.name, "Ada").binding != nil)
    #expect(Form.Action.saved.binding == nil)
    #expect(Form.Action.renamed("binding").binding == nil)
  }

  @Test func aTaskIsCancelledWithoutWaiting() async {
    let button = Button()
    let task = store.send(.waited)
    button.task = task
    button.tap()
    await task.finish()
    #expect(store.effects.isEmpty)
  }

  @Test func aTaskIsCancelledByADeinit() async {
    var button: Button? = Button()
    let task = store.send(.waited)
    button?.task = task
    button = nil
    await task.finish()
    #expect(store.effects.isEmpty)
  }
}

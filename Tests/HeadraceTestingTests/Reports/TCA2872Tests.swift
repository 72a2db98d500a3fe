import Headrace
import HeadraceTesting
import Testing

/// The Composable Architecture, #2872: if an action's case and a property of the state had the same
/// name, `receive(\.something)` meant the property, and failed on the action that it named.
@Suite("TCA #2872: a case and a property with one name") struct TCA2872Tests {
  @Reducer
  struct Form {
    @ObservableState
    struct State: Equatable {
      var something = false
      var other = 0
    }
    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case something(Bool)
      case other
      case start, bind
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .start:
          return .run { send in
            await send(.something(true))
            await send(.other)
          }
        case .bind: return .run { send in await send(.set(\.something, true)) }
        case .something(let isOn): state.something = isOn
        case .other: state.other += 1
        case .binding: break
        }
        return .none
      }
    }
  }

  @Test("The name refers to the case")
  func theNameMeansTheCase() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.start)
    await store.receive(\.something) { $0.something = true }
    await store.receive(\.other) { $0.other = 1 }
    await store.send(\.something, false) { $0.something = false }
    await store.send(.start)
    await store.receive(\.something, true) { $0.something = true }
    await store.receive(\.other) { $0.other = 2 }
  }

  @Test("The property is named through the binding")
  func thePropertyIsNamedThroughTheBinding() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.bind)
    await store.receive(\.binding.something) { $0.something = true }
    await store.send(\.binding.something, false) { $0.something = false }
  }

  @Test("The name does not refer to the binding")
  func theNameDoesNotMeanTheBinding() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.bind)
    let found = await failures { await store.receive(\.something) }
    #expect(found.count == 1)
    await store.skipReceivedActions(strict: false)
  }
}

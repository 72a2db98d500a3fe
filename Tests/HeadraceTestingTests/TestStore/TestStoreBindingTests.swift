import Headrace
import HeadraceTesting
import Testing

@Reducer
private struct Form {
  @ObservableState
  struct State: Equatable {
    var email = ""
    var age = 0
    var message: String?
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case birthdayResponse(Int)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.age) { oldAge, state in
        state.message = "\(oldAge) before"
        return .none
      }
    Reduce { state, action in
      switch action {
      case .binding(\.email):
        return .run { send in
          await send(.birthdayResponse(1))
          await send(.binding(.set(\.age, 2)))
        }
      case .binding:
        return .none
      case .birthdayResponse(let age):
        state.age = age
        return .none
      }
    }
  }
}

/// Scripts with bindings, as authors write them.
@Suite("Bindings in a test store")
struct TestStoreBindingTests {
  @Test func aScriptSendsAndReceivesChangesOfProperties() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(\.binding.age, 3) {
      $0.age = 3
      $0.message = "0 before"
    }
    await store.send(.binding(.set(\.age, 3)))
    await store.send(\.binding.email, "ada@example.org") { $0.email = "ada@example.org" }
    await store.receive(\.birthdayResponse, 1) { $0.age = 1 }
    await store.receive(\.binding.age, 2) {
      $0.age = 2
      $0.message = "1 before"
    }
  }

  @Test func aScriptReceivesAChangeByItsCaseOrAsAValue() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    store.exhaustivity = .off
    await store.send(\.binding.email, "")
    await store.receive(\.binding)
    await store.send(\.binding.email, "")
    await store.receive(.binding(.set(\.age, 2)))
  }

  @Test func anotherPropertyThanExpectedFailsWithBothNames() async {
    let failures = await failures {
      let store = TestStore(initialState: Form.State()) { Form() }
      store.exhaustivity = .off
      await store.send(\.binding.email, "ada@example.org")
      await store.receive(.binding(.set(\.age, 7)))
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.contains(#".binding(.set(\.age, 7))"#) == true)
    #expect(failures.first?.text.contains(#".binding(.set(\.age, 2))"#) == true)
  }
}

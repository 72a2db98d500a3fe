import CustomDump
import Headrace
import Observation
import Testing

@Reducer
private struct Form {
  @ObservableState
  struct State: Equatable {
    var email = ""
    var age = 0
    var tags: [String] = []
    var address = Address()
    var log: [String] = []

    struct Address: Equatable {
      var city = ""
    }
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case saveButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .binding(\.age) = action { state.log.append("was \(state.age)") }
      return .none
    }
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.email): state.log.append("email is \(state.email)")
      case .binding(\.address.city): state.log.append("city is \(state.address.city)")
      case .binding: state.log.append("another")
      case .saveButtonTapped: state.log.append("save")
      }
      return .none
    }
  }
}

/// A form whose bindings are in the actions of its view.
@Reducer
private struct Sheet {
  struct State: Equatable {
    var title = ""
    var length: Int {
      get { title.count }
      set { title = String(title.prefix(newValue)) }
    }
  }

  enum Action {
    case view(View)

    @CasePathable
    enum View: BindableAction {
      case binding(BindingAction<Sheet.State>)
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
  }
}

/// A form without any macro.
private struct PlainForm: Reducer {
  struct State: Equatable {
    var name = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)

    var binding: BindingAction<State>? {
      switch self {
      case .binding(let action): action
      }
    }
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

@MainActor
@Suite("Bindings")
struct BindingTests {
  @Test func aBindingChangesItsPropertyBetweenTheReducersAboveAndBelow() {
    let store = Store(initialState: Form.State()) { Form() }
    store.send(.binding(.set(\.email, "ada@example.org")))
    store.send(.binding(.set(\.age, 36)))
    store.send(.binding(.set(\.address.city, "London")))
    store.send(.saveButtonTapped)
    #expect(store.state.email == "ada@example.org")
    #expect(store.state.age == 36)
    #expect(
      store.state.log == [
        "email is ada@example.org", "was 0", "another", "city is London", "save",
      ])
  }

  @Test func caseKeyPathsLeadToEachProperty() {
    let path = AnyCasePath<Form.Action, Int>(\.binding.age)
    #expect(path.embed(3) == .binding(.set(\.age, 3)))
    #expect(path.extract(.binding(.set(\.age, 3))) == 3)
    #expect(path.extract(.binding(.set(\.email, "3"))) == nil)
    #expect(path.extract(.saveButtonTapped) == nil)
    #expect(Form.Action.binding(.set(\.age, 3)).is(\.binding.age))
    #expect(!Form.Action.binding(.set(\.age, 3)).is(\.binding.email))
    #expect(Form.Action.binding(.set(\.age, 3)).is(\.binding))
  }

  @Test func twoBindingsAreEqualWhenPropertyAndValueAre() {
    let age = BindingAction<Form.State>.set(\.age, 3)
    #expect(age == .set(\.age, 3))
    #expect(age != .set(\.age, 4))
    #expect(age != .set(\.email, "3"))
    #expect(age != .set(\.address.city, "3"))
    #expect(BindingAction<Form.State>.set(\.email, "3") != .set(\.address.city, "3"))
  }

  @Test func aDumpShowsPropertyAndValueAsInSource() {
    #expect(
      String(customDumping: Form.Action.binding(.set(\.age, 3)))
        == #"Form.Action.binding(.set(\.age, 3))"#)
    #expect(
      String(customDumping: BindingAction<Sheet.State>.set(\.title, "Notes"))
        == #".set(\.title, "Notes")"#)
  }

  @Test func aDumpShowsTheTypeOfAPropertyWithoutAName() {
    #expect(
      String(customDumping: BindingAction<Form.State>.set(\.address.city, "Paris"))
        == #".set(\.<Address>.city, "Paris")"#)
    #expect(
      String(customDumping: BindingAction<Sheet.State>.set(\.length, 3)) == #".set(\.<Int>, 3)"#)
  }

  @Test func bindingsMayBeInACaseOfTheAction() {
    let store = Store(initialState: Sheet.State()) { Sheet() }
    store.send(.view(.binding(.set(\.title, "Notes"))))
    #expect(store.state.title == "Notes")
    #expect(AnyCasePath<Sheet.Action, String>(\.view.binding.title).embed("x").is(\.view.binding))
  }

  @Test func bindingsNeedNoMacros() {
    let store = Store(initialState: PlainForm.State()) { PlainForm() }
    store.send(.binding(.set(\.name, "Ada")))
    #expect(store.state.name == "Ada")
  }

  @Test func aBindingWritesInPlace() {
    struct Big: Equatable {
      var rows = Array(0..<1_000)
      var title = ""
    }
    var state = Big()
    let before = state.rows.withUnsafeBufferPointer { $0.baseAddress }
    _ = BindingReducer<Big, BigAction, BigAction>().reduce(
      into: &state, action: .binding(.set(\.rows[7], 70)))
    let after = state.rows.withUnsafeBufferPointer { $0.baseAddress }
    #expect(state.rows[7] == 70)
    #expect(before == after, "the rows were copied")

    enum BigAction: BindableAction {
      case binding(BindingAction<Big>)
      var binding: BindingAction<Big>? {
        switch self {
        case .binding(let action): action
        }
      }
    }
  }

  @Test func aBindingTellsTheObserversOfItsPropertyAlone() {
    let store = Store(initialState: Form.State()) { Form() }
    let told = Log()
    withObservationTracking {
      _ = store.email
    } onChange: {
      told.write("email")
    }
    withObservationTracking {
      _ = store.age
    } onChange: {
      told.write("age")
    }
    store.send(.binding(.set(\.email, "ada@example.org")))
    #expect(told.entries == ["email"])
    store.send(.binding(.set(\.age, 1)))
    #expect(told.entries == ["email", "age"])
  }
}

extension Answer {
  /// Wrong changes of a property, and wrong actions, that a test sends.
  static let changes: [Answer] = [
    Answer(
      name: "WrongChangeInATest",
      code: """
        @Reducer struct Form {
          @ObservableState struct State: Equatable { var name = "" }
          enum Action: BindableAction { case binding(BindingAction<State>), saved, named(String) }
          var body: some ReducerOf<Self> { BindingReducer() }
        }
        @MainActor func test(_ store: TestStoreOf<Form>) async {
          await store.send(.binding(.set(\\.nam, "Ada"))) { $0.name = "Ada" }
          await store.send(.binding(.set(\\.$name, "Ada")))
          await store.send(.set(\\.nam, "Ada"))
          await store.send(.binding(.set(\\.name, 1)))
          await store.send(.set(\\.name, 1))
          await store.send(.binding(.set(\\.name, "Ada"))) { $0.nam = "Ada" }
          await store.send(.savd)
          await store.send(.named(1))
        }
        @Reducer struct Plain {
          @ObservableState struct State: Equatable { var name = "" }
          enum Action { case saved }
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        @MainActor func test(_ store: TestStoreOf<Plain>) async {
          await store.send(.binding(.set(\\.name, "Ada")))
          await store.send(.set(\\.name, "Ada"))
        }
        """,
      says: [
        "7:30: error: 'set' is unavailable: \(noSuchProperty)",
        "8:30: error: 'set' is unavailable: \(noSuchProperty)",
        "9:21: error: 'set' is unavailable: \(noSuchProperty)",
        "10:30: error: 'set' is unavailable: \(otherType)",
        "11:21: error: 'set' is unavailable: \(otherType)",
        "12:56: error: value of type 'WrongChangeInATest.Form.State' has no member 'nam'",
        "13:21: error: type 'WrongChangeInATest.Form.Action' has no member 'savd'",
        "14:27: error: cannot convert value of type 'Int' to expected argument type 'String'",
        "22:30: error: 'set' is unavailable: \(otherType)",
        "23:21: error: 'set' is unavailable: \(otherType)",
      ]),
    Answer(
      name: "RightChangeInATest",
      code: """
        @Reducer struct Form {
          @ObservableState struct State: Equatable { var name = ""; var age: Int? }
          enum Action: BindableAction { case binding(BindingAction<State>), saved }
          var body: some ReducerOf<Self> { BindingReducer() }
        }
        @MainActor func test(_ store: TestStoreOf<Form>) async {
          await store.send(.binding(.set(\\.name, "Ada"))) { $0.name = "Ada" }
          await store.send(.set(\\.age, 1)) { $0.age = 1 }
          await store.send(.set(\\.age, nil)) { $0.age = nil }
          await store.send(\\.binding.name, "Ada")
          await store.send(\\.saved)
          await store.send(.saved)
        }
        """, says: []),
    Answer(
      name: "BodyOfAValueInAnEnum",
      code: """
        @Reducer enum Screen {
          case child(Child)
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        \(child)
        """,
      says: [
        """
        3:7: error: '@Reducer' writes the 'body' of 'Screen', which runs the child of the current \
        case. A store asks the enum for it and makes no value of the enum. Remove this 'body', or \
        make it 'static' to write it yourself.
        """
      ]),
    Answer(
      name: "StaticBodyInAnEnum",
      code: """
        @Reducer enum Screen {
          case child(Child)
          static var body: some ReducerOf<Self> { EmptyReducer() }
        }
        \(child)
        """, says: []),
  ]

  private static let noSuchProperty =
    "the state has no property of this name; look for a typo, or a '$' too many"
  private static let otherType = """
    the value is of another type than the property; or the property can't be set, or is not \
    'Equatable' and 'Sendable'; or the action is no 'BindableAction'
    """
}

import Headrace
import HeadraceCompatibility
import Testing

/// Names that authors bring from The Composable Architecture and its libraries.
@Suite struct TCANameTests {
  @Reducer struct Child {
    @ObservableState struct State: Equatable, Identifiable {
      var id = 0
      var name = ""
    }
    enum Action: BindableAction { case binding(BindingAction<State>) }
    var body: some ReducerOf<Self> { BindingReducer() }
  }

  @Reducer struct Parent {
    @ObservableState struct State: Equatable {
      var child = Child.State()
      var optional: Child.State? = Child.State()
      @Presents var presented: Child.State? = Child.State()
      var rows: IdentifiedArrayOf<Child.State> = [Child.State(id: 1)]
      var path = StackState([Child.State()])
    }
    enum Action {
      case child(Child.Action), optional(Child.Action)
      case presented(PresentationAction<Child.Action>)
      case rows(IdentifiedActionOf<Child>), path(StackActionOf<Child>)
    }
    var body: some ReducerOf<Self> {
      Scope(\.child, action: \.child) { Child() }
      EmptyReducer()
        .ifLet(\.optional, action: \.optional) { Child() }
        .ifLet(\.$presented, action: \.presented) { Child() }
        .forEach(\.rows, action: \.rows) { Child() }
        .forEach(\.path, action: \.path) { Child() }
    }
  }

  @MainActor
  @Test func scopesNeedNoLabel() {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.scope(\.child, action: \.child).send(.set(\.name, "a"))
    store.scope(\.optional, action: \.optional)?.send(.set(\.name, "b"))
    store.scope(\.$presented, action: \.presented)?.send(.set(\.name, "c"))
    for row in store.scope(\.rows, action: \.rows) { row.send(.set(\.name, "d")) }
    for screen in store.scope(\.path, action: \.path) { screen.send(.set(\.name, "e")) }
    #expect(store.child.name == "a")
    #expect(store.optional?.name == "b")
    #expect(store.presented?.name == "c")
    #expect(store.rows[id: 1]?.name == "d")
    #expect(store.path.first?.name == "e")
  }

  @MainActor
  @Test func settingAFieldOfAStoreSendsItsBinding() {
    let store = Store(initialState: Child.State()) { Child() }
    store.name = "Ada"
    #expect(store.name == "Ada")
  }

  @Reducer struct Forgetful {
    @ObservableState struct State: Equatable { var name = "" }
    enum Action: BindableAction { case binding(BindingAction<State>) }
    // The macro, which warns of a missing 'BindingReducer', does not look into 'nothing'.
    var body: some ReducerOf<Self> { Self.nothing }
    private static var nothing: some ReducerOf<Self> { EmptyReducer() }
  }

  /// A host that is generic over features sends the user's actions.
  @Test func viewActionsAreSentByTheirProtocol() {
    enum Action: ViewAction {
      case view(View)
      enum View { case tapped }
    }
    func send<A: ViewAction>(_ action: A.ViewAction, as type: A.Type) -> A { .view(action) }
    guard case .view(.tapped) = send(.tapped, as: Action.self) else {
      Issue.record("The action is another one.")
      return
    }
  }

  @MainActor
  @Test func settingAFieldWithoutABindingReducerIsReported() async {
    let line = #line + 1
    let store = Store(initialState: Forgetful.State()) { Forgetful() }
    let reports = await reports { store.name = "Ada" }
    #expect(store.name == "")
    // A dynamic member has no line of its own.
    let file = "HeadraceTests/TCANameTests.swift"
    #expect(reports.map { "\($0.fileID):\($0.line)" } == ["\(file):\(line)"])
    #expect(
      reports.map(\.text) == [
        #"""
        A field of a store was set, but no reducer made the change: .set(\.name, "Ada").

        The store made at \#(file):\#(line) sent 'binding' to 'State', and no 'BindingReducer' \#
        received it, so the state is unchanged. Add 'BindingReducer()' to the 'body' of the feature.
        """#
      ])
  }

  @Test func anAsynchronousCallBecomesAResult() async {
    struct Refusal: Error {}
    let fetch: @Sendable (Bool) async throws -> Int = { isRefused in
      if isRefused { throw Refusal() }
      return 1
    }
    let success = await Result { try await fetch(false) }
    #expect((try? success.get()) == 1)
    let failure = await Result { try await fetch(true) }
    #expect(throws: Refusal.self) { try failure.get() }
  }

  @Test func neverEndsWithItsTask() async {
    let task = Task { try await Task<Int, Never>.never() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func finishedStreamsEndImmediately() async throws {
    struct Refusal: Error {}
    for await _ in AsyncStream<Int>.finished { Issue.record("an element") }
    for try await _ in AsyncThrowingStream<Int, any Error>.finished() {
      Issue.record("an element")
    }
    await #expect(throws: Refusal.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Refusal()) {}
    }
  }

  @Test func lockedValuesCountFromManyTasks() async {
    let count = LockIsolated(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { count.withValue { $0 += 1 } } }
    }
    #expect(count.value == 100)
    count.setValue(3)
    #expect(count == LockIsolated(3))
  }

  @Test func anUncheckedValueCrossesTasks() async {
    final class Box { var count = 1 }
    var box = UncheckedSendable(Box())
    let sum = Task<Int, Never> { [box] in box.value.count + box.count }
    #expect(await sum.value == 2)
    box.value = Box()
    box.wrappedValue.count = 3
    let count = Task<Int, Never> { [box] in box.projectedValue.count }
    #expect(await count.value == 3)
  }

  @Test func hashableValuesOfAnyTypeAreComparedByValue() {
    #expect(AnyHashableSendable(1) == AnyHashableSendable(1))
    #expect(AnyHashableSendable(1) != AnyHashableSendable("1"))
    #expect(AnyHashableSendable(AnyHashableSendable(1)) == AnyHashableSendable(1))
    #expect(Set([AnyHashableSendable("a"), AnyHashableSendable("a")]).count == 1)
  }
}

public import Headrace
import Testing

/// A namespace for types that are visible nowhere else.
private struct Surroundings {
  @Reducer
  fileprivate struct Hidden {
    @ObservableState
    struct State: Equatable { var count = 0 }
    enum Action { case tick }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  @Reducer
  fileprivate enum Screen {
    case hidden(Hidden)
  }

  @CasePathable
  @dynamicMemberLookup
  fileprivate enum Choice { case number(Int), text(String) }

  @ObservableState
  fileprivate struct Nested: Equatable { var name = "" }

  @DependencyClient
  private struct Client { var double: (_ value: Int) throws -> Int }

  @MainActor
  static func runHidden() -> Int {
    let store = Store(initialState: Hidden.State()) { Hidden() }
    store.send(.tick)
    return store.state.count
  }

  static func texts() -> [String?] {
    [Choice.number(1).text, Choice.text("a").text, Nested(name: "b").name]
  }

  static func double(_ value: Int) throws -> Int {
    try Client(double: { $0 * 2 }).double(value: value)
  }

  @MainActor
  static func runScreen() -> Int? {
    let store = Store(initialState: Screen.State.hidden(Hidden.State(count: 4))) { Screen.body }
    store.send(.hidden(.tick))
    return store.state.hidden?.count
  }
}

/// A type whose public members are in an extension.
public enum Published {}

public extension Published {
  /// Events.
  @CasePathable
  enum Action { case tick(Int) }

  /// A state.
  @ObservableState
  struct State: Equatable, Sendable {
    /// A count.
    public var count = 0
  }
}

@Reducer
private struct Undoable<Value: Equatable & Sendable>: Reducer {
  @ObservableState
  struct State: Equatable {
    var value: Value
    var history: [Value] = [] {
      didSet { changeCount += 1 }
    }
    var changeCount = 0
  }
  enum Action: Equatable { case changed(Value), undone }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .changed(let value):
        state.history.append(state.value)
        state.value = value
      case .undone:
        if let last = state.history.popLast() { state.value = last }
      }
      return .none
    }
  }
}

@Reducer
private struct Stepper {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case step }
  var step = 1

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += step
    return .none
  }
}

@Reducer(state: .equatable, action: .equatable)
private enum Inner {
  case number(Undoable<Int>)
  case text(Undoable<String>)
}

@Reducer(state: .equatable, action: .equatable)
private enum Outer {
  case inner(Inner.Body = Inner.body)
  case steps(Stepper = Stepper(step: 5))
  @ReducerCaseIgnored case note(id: Int, String)
}

@Reducer
private struct Page {
  @ObservableState
  struct State: Equatable {
    var turnCount = 0
    @Presents var next: Next.State?
  }
  enum Action {
    case turned
    indirect case next(PresentationAction<Next.Action>)
  }
  @Reducer(state: .equatable)
  indirect enum Next {
    case page(Page)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .turned = action { state.turnCount += 1 }
      return .none
    }
    .ifLet(\.$next, action: \.next)
  }
}

@MainActor
@Suite("Macros on hidden, nested, generic and recursive features")
struct MacroAccessTests {
  @Test func fileprivateTypesAreCompleteInsideAnotherType() throws {
    #expect(Surroundings.runHidden() == 1)
    #expect(Surroundings.runScreen() == 5)
    #expect(Surroundings.texts() == [nil, "a", "b"])
    #expect(try Surroundings.double(4) == 8)
  }

  @Test func typesOfAPublicExtensionArePublicByTheMacros() {
    #expect(Published.Action.tick(3)[case: \.tick] == 3)
    #expect(Published.State()._$id != Published.State()._$id)
  }

  @Test func aGenericFeatureRunsAndItsObserversOfPropertiesToo() {
    let store = Store(initialState: Undoable.State(value: "a")) { Undoable<String>() }
    store.send(.changed("b"))
    store.send(.changed("c"))
    store.send(.undone)
    #expect(store.state.value == "b")
    #expect(store.state.history == ["a"])
    #expect(store.state.changeCount == 3, "'didSet' runs for each change")
  }

  @Test func anEnumOfReducersHoldsAnotherAndReducersWithArguments() {
    let number = Undoable.State(value: 1)
    let store = Store(initialState: Outer.State.inner(.number(number))) { Outer.body }
    store.send(.inner(.number(.changed(2))))
    #expect(store.state.inner?.number?.value == 2)
    let steps = Store(initialState: Outer.State.steps(Stepper.State())) { Outer.body }
    steps.send(.steps(.step))
    #expect(steps.state == .steps(Stepper.State(count: 5)))
    #expect(Outer.State.note(id: 1, "x").note?.id == 1)
  }

  @Test func aFeatureMayPresentItself() {
    var deepest = Page.State()
    deepest.turnCount = 7
    var middle = Page.State()
    middle.next = .page(deepest)
    var first = Page.State()
    first.next = .page(middle)
    let store = Store(initialState: first) { Page() }
    store.send(.next(.presented(.page(.next(.presented(.page(.turned)))))))
    #expect(store.state.next?.page?.next?.page?.turnCount == 8)
    #expect(store.state.next?.page?.turnCount == 0)
  }
}

import Headrace
import HeadraceCompatibility
import Testing

/// `/Action.child`, as authors wrote it before case key paths existed.
@Suite struct SlashCasePathTests {
  @CasePathable enum Event: Equatable {
    case opened
    case closed
    case typed(String)
    case renamed(String)
    case moved(id: Int)
    case scrolled(Int, Int)
    case dragged(x: Int, y: Int)
    case chosen(Int?)
    case inner(Inner)
  }

  @CasePathable enum Inner: Equatable { case tapped(Int), left }

  /// Its description says nothing about its case.
  enum Quiet: CustomStringConvertible {
    case first, second, third(Int)
    var description: String { "quiet" }
  }

  @Test func aPayloadIsFoundInItsCaseOnly() {
    let path: AnyCasePath<Event, String> = /Event.typed
    #expect(path.embed("a") == .typed("a"))
    #expect(path.extract(.typed("a")) == "a")
    #expect(path.extract(.renamed("a")) == nil)
    #expect(path.extract(.opened) == nil)
    // Inside '#expect' the compiler would read a slash as the beginning of a regular expression.
    let text = (/Event.typed).extract(from: .typed("b"))
    #expect(text == "b")
  }

  @Test func aCaseWithoutAPayloadIsFound() {
    let path: AnyCasePath<Event, Void> = /Event.opened
    #expect(path.embed(()) == .opened)
    #expect(path.extract(.opened) != nil)
    #expect(path.extract(.closed) == nil)
    #expect(path.extract(.typed("opened")) == nil)
  }

  @Test func aDescriptionDoesNotHideTheCase() {
    let path: AnyCasePath<Quiet, Void> = /Quiet.first
    #expect(path.extract(.first) != nil)
    #expect(path.extract(.second) == nil)
    #expect(path.extract(.third(0)) == nil)
  }

  @Test func labelsAndTuplesAreFound() {
    let moved: AnyCasePath<Event, Int> = /Event.moved
    #expect(moved.extract(.moved(id: 4)) == 4)
    let scrolled: AnyCasePath<Event, (Int, Int)> = /Event.scrolled
    #expect(scrolled.extract(.scrolled(1, 2)).map { $0 == (1, 2) } == true)
    #expect(scrolled.extract(.dragged(x: 1, y: 2)) == nil)
    let dragged: AnyCasePath<Event, (x: Int, y: Int)> = /Event.dragged
    #expect(dragged.extract(.dragged(x: 1, y: 2)).map { $0.x + $0.y } == 3)
  }

  @Test func aPayloadMayBeNil() {
    let path: AnyCasePath<Event, Int?> = /Event.chosen
    #expect(path.extract(.chosen(nil)) == .some(nil))
    #expect(path.extract(.chosen(2)) == 2)
    #expect(path.extract(.moved(id: 2)) == nil)
  }

  @Test func aSlashIsAKeyPathToo() {
    let tapped: CaseKeyPath<Event, Int> = (/Event.inner).appending(path: /Inner.tapped)
    #expect(Event.inner(.tapped(3))[case: tapped] == 3)
    #expect(Event.inner(.left)[case: tapped] == nil)
    let isInner = [Event.inner(.left), .opened].map { $0.is(/Event.inner) }
    #expect(isInner == [true, false])
  }

  // MARK: - In Reducers

  @Reducer struct Child {
    struct State: Equatable, Identifiable {
      var id = 0
      var count = 0
    }
    enum Action: Equatable { case tapped }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer struct Phase {
    enum State: Equatable { case first(Child.State), second(Child.State) }
    enum Action: Equatable { case first(Child.Action), second(Child.Action) }
    var body: some ReducerOf<Self> {
      EmptyReducer()
        .ifCaseLet(/State.first, action: /Action.first) { Child() }
        .ifCaseLet(/State.second, action: /Action.second) { Child() }
    }
  }

  @Reducer struct Parent {
    @ObservableState struct State: Equatable {
      var child = Child.State()
      var optional: Child.State? = Child.State()
      @Presents var presented: Child.State? = Child.State()
      var rows: IdentifiedArrayOf<Child.State> = [Child.State(id: 1)]
      var path = StackState([Child.State()])
      var phase = Phase.State.second(Child.State())
    }
    enum Action: Equatable {
      case child(Child.Action), optional(Child.Action), phase(Phase.Action)
      case presented(PresentationAction<Child.Action>)
      case rows(IdentifiedActionOf<Child>), path(StackActionOf<Child>)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: /Action.child) { Child() }
      Scope(state: \.phase, action: /Action.phase) { Phase() }
      EmptyReducer()
        .ifLet(\.optional, action: /Action.optional) { Child() }
        .ifLet(\.$presented, action: /Action.presented) { Child() }
        .forEach(\.rows, action: /Action.rows) { Child() }
        .forEach(\.path, action: /Action.path) { Child() }
    }
  }

  @MainActor
  @Test func operatorsTakeSlashes() {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.child(.tapped))
    store.send(.optional(.tapped))
    store.send(.presented(.presented(.tapped)))
    store.send(.rows(.element(id: 1, action: .tapped)))
    store.send(.path(.element(id: 0, action: .tapped)))
    store.send(.phase(.second(.tapped)))
    let one = Child.State(id: 0, count: 1)
    #expect(store.child == one)
    #expect(store.optional == one)
    #expect(store.presented == one)
    #expect(store.rows == [Child.State(id: 1, count: 1)])
    #expect(store.path.first == one)
    #expect(store.phase == .second(one))
  }
}

import Synchronization
import Testing

@testable import Headrace

/// An observed state without `@ObservableState` is noted in the log, once per type.
@MainActor
@Suite struct PlainStateNoteTests {
  /// Counts, in a state of the test's own type.
  struct Gauge<Tag>: Reducer {
    struct State {
      var count = 0
      var child: Child? = Child()
    }
    typealias Action = GaugeAction

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      return .none
    }
  }

  struct Child { var count = 0 }

  @CasePathable enum GaugeAction { case tapped, child(ChildAction) }

  enum ChildAction { case tapped }

  struct Meter {}

  private func makeStore<Tag>(_ tag: Tag.Type) -> StoreOf<Gauge<Tag>> {
    Store(initialState: Gauge<Tag>.State()) { Gauge<Tag>() }
  }

  private func isNoted(_ state: any Any.Type) -> Bool {
    ObservationTable.notedPlainStates.withLock { $0.contains(ObjectIdentifier(state)) }
  }

  @Test func theNoteNamesTheTypeAndTheRemedyOnce() {
    #expect(
      ObservationTable.firstNote(aboutPlain: Meter.self) == """
        An observer reads a part of 'HeadraceTests.PlainStateNoteTests.Meter' from a store, but \
        this type has no '@ObservableState'. So the observer is notified after every queue of \
        actions, whatever has changed.

        Mark the type with '@ObservableState'; then its observers are notified only if a field \
        that they have read has changed. To observe the whole state on purpose, read 'store.state'.
        """)
    #expect(ObservationTable.firstNote(aboutPlain: Meter.self) == nil)
  }

  @Test func typesThatAreNotTheAuthorsAreNotNoted() {
    let types: [any Any.Type] = [
      Int8.self, [Meter].self, Meter?.self, (Int8, Int8).self, StackState<Meter>.self,
    ]
    for type in types { #expect(ObservationTable.firstNote(aboutPlain: type) == nil, "\(type)") }
  }

  @Test func readingAFieldForAnObserverIsNoted() {
    enum Tag {}
    let store = makeStore(Tag.self)
    var counts: [Int] = []
    let token = store.observe { counts.append(store.count) }
    #expect(isNoted(Gauge<Tag>.State.self))
    store.send(.tapped)
    #expect(counts == [0, 1], "the observer is notified all the same")
    token.cancel()
  }

  @Test func lookingForAChildForAnObserverIsNoted() {
    enum Tag {}
    let store = makeStore(Tag.self)
    let token = store.observe { _ = store.scope(state: \.child, action: \.child) }
    #expect(isNoted(Gauge<Tag>.State.self))
    token.cancel()
  }

  @Test func readingWithoutAnObserverAndReadingTheWholeAreNotNoted() {
    enum Tag {}
    let store = makeStore(Tag.self)
    #expect(store.count == 0)
    let token = store.observe {
      _ = store.state.count
      store.withState { _ = $0.count }
    }
    store.send(.tapped)
    #expect(!isNoted(Gauge<Tag>.State.self))
    token.cancel()
  }

  @Test func observableStatesAreNotNoted() {
    let store = Store(initialState: TaskList.State()) { TaskList() }
    let token = store.observe { _ = store.title }
    #expect(!isNoted(TaskList.State.self))
    token.cancel()
  }
}

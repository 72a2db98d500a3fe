import Headrace
import Observation
import Synchronization
import Testing

/// Law 12: Observation is by field. Only observers of a changed field are notified, once per
/// drained queue.
@MainActor
struct Law12Tests {
  private func makeStore(rows: [Int] = []) -> StoreOf<TaskList> {
    var state = TaskList.State()
    for id in rows { state.rows.append(TaskRow.State(id: id)) }
    return Store(initialState: state) { TaskList() }
  }

  /// Counts the notifications of an observation, which runs once, as the system's does.
  private func tellings(of read: () -> Void, when change: () -> Void) -> Int {
    let count = Counting()
    withObservationTracking(read) { count.increment() }
    change()
    return count.value
  }

  @Test func onlyObserversOfAChangedFieldAreNotified() {
    let store = makeStore()
    #expect(tellings(of: { _ = store.title }, when: { store.send(.titleChanged("Now")) }) == 1)
    #expect(tellings(of: { _ = store.openCount }, when: { store.send(.titleChanged("!")) }) == 0)
    #expect(tellings(of: { _ = store.title }, when: { store.send(.nothingHappened) }) == 0)
  }

  @Test func observersAreNotifiedOncePerDrainedQueue() {
    let store = makeStore()
    var seen: [Int] = []
    let token = store.observe { seen.append(store.openCount) }
    store.send(.countedTwice)
    #expect(seen == [0, 2])
    store.send(.titleChanged("Now"))
    #expect(seen == [0, 2])
    token.cancel()
    store.send(.countedTwice)
    #expect(seen == [0, 2])
  }

  @Test func anObservationEndsWithItsToken() {
    let store = makeStore()
    var count = 0
    var token: ObserveToken? = store.observe {
      _ = store.title
      count += 1
    }
    store.send(.titleChanged("a"))
    #expect(count == 2)
    withExtendedLifetime(token) {}
    token = nil
    store.send(.titleChanged("b"))
    #expect(count == 2)
  }

  @Test func anObserverMaySendFromWithin() {
    let store = makeStore()
    var titles: [String] = []
    let token = store.observe {
      titles.append(store.title)
      if store.title == "first" { store.send(.titleChanged("second")) }
    }
    store.send(.titleChanged("first"))
    #expect(titles == ["Today", "first", "second"])
    withExtendedLifetime(token) {}
  }

  @Test func aChildsActionTellsOnlyObserversOfTheChildsField() {
    let store = makeStore()
    let filter = store.scope(state: \.filter, action: \.filter)
    let toggle = { _ = filter.send(.toggled) }
    #expect(tellings(of: { _ = filter.isOn }, when: toggle) == 1)
    #expect(tellings(of: { _ = store.filter.isOn }, when: toggle) == 1)
    #expect(tellings(of: { _ = filter.query }, when: toggle) == 0)
    #expect(tellings(of: { _ = store.title }, when: toggle) == 0)
  }

  @Test func aChildThatReplacesItsWholeStateTellsObserversOfItsFields() {
    let store = makeStore()
    let filter = store.scope(state: \.filter, action: \.filter)
    filter.send(.toggled)
    #expect(tellings(of: { _ = filter.isOn }, when: { filter.send(.reset) }) == 1)
    #expect(tellings(of: { _ = filter.isOn }, when: { filter.send(.toggled) }) == 1)
  }

  @Test func aRootThatReplacesItsWholeStateTellsObserversOfItsFieldsAndBelow() {
    let store = makeStore()
    let filter = store.scope(state: \.filter, action: \.filter)
    #expect(tellings(of: { _ = store.title }, when: { store.send(.stateReplaced) }) == 1)
    #expect(tellings(of: { _ = filter.isOn }, when: { store.send(.stateReplaced) }) == 1)
    #expect(tellings(of: { _ = filter.isOn }, when: { filter.send(.toggled) }) == 1)
  }

  @Test func anotherChildInPlaceOfTheOneObservedTells() throws {
    let store = makeStore()
    store.send(.editorOpened("one"))
    let editor = try #require(store.scope(state: \.editor, action: \.editor))
    #expect(tellings(of: { _ = editor.text }, when: { store.send(.editorOpened("two")) }) == 1)
    #expect(editor.text == "two")
    #expect(tellings(of: { _ = editor.text }, when: { store.send(.titleChanged("x")) }) == 0)
    #expect(tellings(of: { _ = editor.text }, when: { editor.send(.textChanged("3")) }) == 1)
    // Its child was removed: the values that the observer has read no longer change.
    #expect(tellings(of: { _ = editor.text }, when: { store.send(.editorClosed) }) == 0)
  }

  @Test func comingAndGoingOfAChildNotifiesObserversOfItsStore() {
    let store = makeStore()
    let ask = { _ = store.scope(state: \.editor, action: \.editor) }
    #expect(tellings(of: ask, when: { store.send(.editorOpened("one")) }) == 1)
    #expect(tellings(of: ask, when: { store.send(.editor(.textChanged("two"))) }) == 0)
    #expect(tellings(of: ask, when: { store.send(.editorClosed) }) == 1)
  }

  @Test func anActionForOneRowTellsOnlyItsObservers() throws {
    let store = makeStore(rows: [1, 2, 3])
    let rows = store.scope(state: \.rows, action: \.rows)
    let (first, second) = (try #require(rows[id: 1]), try #require(rows[id: 2]))
    #expect(tellings(of: { _ = first.isDone }, when: { second.send(.toggled) }) == 0)
    #expect(tellings(of: { _ = first.isDone }, when: { first.send(.toggled) }) == 1)
    #expect(tellings(of: { _ = store.rows[id: 1]?.isDone }, when: { first.send(.toggled) }) == 1)
    #expect(tellings(of: { _ = store.title }, when: { first.send(.toggled) }) == 0)
    #expect(tellings(of: { _ = store.rows.count }, when: { store.send(.rowAdded(4)) }) == 1)
    #expect(tellings(of: { _ = first.isDone }, when: { store.send(.rowAdded(5)) }) == 0)
    #expect(tellings(of: { _ = first.title }, when: { store.send(.rowReplaced(1, "n")) }) == 1)
    #expect(tellings(of: { _ = second.title }, when: { store.send(.rowReplaced(1, "m")) }) == 0)
  }

  @Test func aRowsActionNotifiesNoObserverOfTheListOfRows() throws {
    let store = makeStore(rows: [1, 2])
    let list = { _ = store.scope(state: \.rows, action: \.rows).ids }
    #expect(tellings(of: list, when: { store.send(.rows(.element(id: 1, action: .toggled))) }) == 0)
    #expect(tellings(of: list, when: { store.send(.rowRemoved(1)) }) == 1)
  }

  @Test func storesMadeFromOneStateDontTellEachOthersObservers() {
    let state = TaskList.State()
    let first = Store(initialState: state) { TaskList() }
    let second = Store(initialState: state) { TaskList() }
    #expect(tellings(of: { _ = first.title }, when: { second.send(.titleChanged("x")) }) == 0)
    #expect(tellings(of: { _ = first.title }, when: { first.send(.titleChanged("x")) }) == 1)
  }

  @Test func aStateWithoutTheMacroTellsAfterEveryQueue() {
    let store = Store(initialState: PlainCounter.State()) { PlainCounter() }
    #expect(tellings(of: { _ = store.count }, when: { store.send(.increment) }) == 1)
    #expect(tellings(of: { _ = store.count }, when: { store.send(.none) }) == 1)
    #expect(tellings(of: { _ = store.state.count }, when: { store.send(.none) }) == 1)
  }

  @Test func observationsOfTheSystemFollowAStore() async {
    let store = makeStore()
    var titles: [String] = []
    for await title in Observations({ store.title }) {
      titles.append(title)
      if titles.count == 3 { break }
      store.send(.titleChanged("\(titles.count)"))
    }
    #expect(titles == ["Today", "1", "2"])
  }

  @Test func observersOfEffectsActionsAreNotifiedToo() async {
    let store = Store(initialState: TaskList.State()) {
      Reduce<TaskList.State, TaskList.Action> { state, action in
        guard case .titleChanged(let title) = action else {
          return .run { await $0(.titleChanged("from an effect")) }
        }
        state.title = title
        return .none
      }
    }
    var titles: [String] = []
    let token = store.observe { titles.append(store.title) }
    await store.send(.nothingHappened).finish()
    #expect(titles == ["Today", "from an effect"])
    token.cancel()
  }
}

private final class Counting: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func increment() { count.withLock { $0 += 1 } }
}

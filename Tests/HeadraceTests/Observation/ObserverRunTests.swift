import Headrace
import Testing

/// The notifications of an observer depend on its reads in its last run.
@MainActor
struct ObserverRunTests {
  private let store: StoreOf<TaskList>

  init() {
    store = Store(initialState: TaskList.State()) { TaskList() }
  }

  @Test func anObserverIsNotToldOfAFieldThatItReadsNoMore() {
    var count = 0
    let token = store.observe {
      count += 1
      if store.title == "Today" { _ = store.openCount }
    }
    store.send(.countedTwice)
    #expect(count == 2)
    store.send(.titleChanged("Tomorrow"))
    #expect(count == 3)
    store.send(.countedTwice)
    #expect(count == 3)
    store.send(.titleChanged("Today"))
    store.send(.countedTwice)
    #expect(count == 5)
    token.cancel()
  }

  @Test func anotherObserverTakesThePlaceOfOneThatReadsAFieldNoMore() {
    var (first, second) = ([String](), [String]())
    let firstToken = store.observe { first.append(store.title) }
    firstToken.cancel()
    store.send(.titleChanged("a"))
    let secondToken = store.observe { second.append(store.title) }
    store.send(.titleChanged("b"))
    store.send(.titleChanged("c"))
    #expect(first == ["Today"])
    #expect(second == ["a", "b", "c"])
    secondToken.cancel()
  }

  @Test func observersOfOneFieldRunInTheOrderInWhichTheyCame() {
    var seen: [String] = []
    let tokens = (1...3).map { number in
      store.observe { seen.append("\(number) \(store.title)") }
    }
    seen = []
    store.send(.titleChanged("a"))
    store.send(.titleChanged("b"))
    #expect(seen == ["1 a", "2 a", "3 a", "1 b", "2 b", "3 b"])
    for token in tokens { token.cancel() }
  }

  @Test func anObjectThatOnlyTheClosureHoldsMayCancelAgain() {
    final class Screen {
      var token: ObserveToken?

      deinit { token?.cancel() }
    }
    var count = 0
    var screen: Screen? = Screen()
    let token = store.observe { [screen, store] in
      count += 1
      _ = (screen, store.title)
    }
    screen?.token = token
    screen = nil
    token.cancel()
    store.send(.titleChanged("a"))
    #expect(count == 1)
  }

  @Test func anObserverThatEndsItselfRunsNoMoreAndLetsGo() {
    final class Held {}
    var held: Held? = Held()
    weak let isHeld = held
    var token: ObserveToken?
    var titles: [String] = []
    token = store.observe { [held] in
      withExtendedLifetime(held) { titles.append(store.title) }
      guard store.title == "last" else { return }
      token = nil
      #expect(isHeld != nil)
      store.send(.titleChanged("after"))
    }
    held = nil
    #expect(isHeld != nil)
    store.send(.titleChanged("last"))
    store.send(.titleChanged("more"))
    #expect(titles == ["Today", "last"])
    #expect(token == nil)
    #expect(isHeld == nil)
  }
}

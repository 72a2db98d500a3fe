import CustomDump
import Foundation
import Headrace
import Observation
import Testing

@MainActor @Suite struct SharedTests {
  // MARK: One Value

  @Test func theSameKeyHasTheSameValue() {
    @Shared(.inMemory("count")) var first = 1
    @Shared(.inMemory("count")) var second = 2
    #expect(second == 1)
    $second.withLock { $0 = 7 }
    #expect(first == 7)
  }

  @Test func aKeyOfAnotherTypeIsAnotherValue() {
    @Shared(.inMemory("count")) var number = 1
    @Shared(.inMemory("count")) var text = "one"
    $number.withLock { $0 = 2 }
    #expect(text == "one")
  }

  @Test(arguments: 1...20)
  func eachTestHasValuesOfItsOwn(argument: Int) async {
    await DependencyValues.isolated({ _ in }) {
      @Shared(.inMemory("argument")) var value = 0
      #expect(value == 0)
      $value.withLock { $0 = argument }
    }
  }

  @Test func aValueInMemoryStaysWhileNoReferenceIsLeft() {
    do {
      @Shared(.inMemory("kept")) var value = 0
      $value.withLock { $0 = 5 }
    }
    @Shared(.inMemory("kept")) var value = 0
    #expect(value == 5)
  }

  @Test func aValueWithoutAKeyIsSharedByHandingItOver() {
    @Shared var mine: Int
    _mine = Shared(value: 1)
    let yours = $mine
    yours.withLock { $0 += 1 }
    #expect(mine == 2)
    #expect(Shared(value: 2).wrappedValue == 2)
  }

  @Test func aKeyKnowsWhatToBeginWith() {
    @Shared(.visitCount) var visits
    @SharedReader(.visitCount) var reader
    #expect(visits == 10)
    $visits.withLock { $0 += 1 }
    #expect(reader == 11)
  }

  @Test func aKeyWithADefaultNamesTheValueOfTheKeyInIt() {
    @Shared(.visitCount) var visits = 3
    @Shared(.visitCount) var second
    @Shared(.inMemory("v")) var third = 4
    @SharedReader(.visitCount) var reader = 5
    #expect(visits == 3)
    $visits.withLock { $0 = 7 }
    #expect(second == 7)
    #expect(third == 7)
    #expect(reader == 7)
  }

  @Test func aPartIsSharedAsWell() {
    @Shared(.inMemory("preferences")) var preferences = Preferences()
    let theme = $preferences.theme
    theme.withLock { $0 = "dark" }
    #expect(preferences.theme == "dark")
    #expect(SharedReader($preferences).theme.wrappedValue == "dark")
  }

  @Test func theValueInAnOptionalIsSharedWhileThereIsOne() throws {
    @Shared(.inMemory("name")) var name: String? = nil
    #expect(Shared($name) == nil)
    $name.withLock { $0 = "Ada" }
    let inside = try #require(Shared($name))
    inside.withLock { $0 += " L." }
    #expect(name == "Ada L.")
    $name.withLock { $0 = nil }
    inside.withLock { $0 = "Grace" }
    #expect(name == nil)
    #expect(inside.wrappedValue == "Ada L.")
  }

  @Test func aChangeThatThrowsKeepsWhatItHasDone() {
    struct Stop: Error {}
    let count = Shared(value: 0)
    #expect(throws: Stop.self) {
      try count.withLock { count in
        count = 3
        throw Stop()
      }
    }
    #expect(count.wrappedValue == 3)
  }

  @Test func valuesAreEqualWhereverTheyAreShared() {
    #expect(Shared(value: 1) == Shared(value: 1))
    #expect(Shared(value: 1) != Shared(value: 2))
    #expect(Set([Shared(value: 1), Shared(value: 1)]).count == 1)
    #expect(SharedReader(value: 1) == SharedReader(Shared(value: 1)))
    #expect("\(Shared(value: 1)) \(SharedReader(value: 2))" == "Shared(1) SharedReader(2)")
    #expect(String(customDumping: Shared(value: 1)) == "1")
  }

  // MARK: Threads

  @Test func noChangeIsLostAmongThreads() async {
    let count = Shared(value: 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.wrappedValue == 8_000)
  }

  // MARK: Observation

  @Test func anObserverIsNotifiedOncePerQueueOfActions() {
    let store = Store(initialState: Visitors.State()) { Visitors() }
    var seen: [Int] = []
    let token = store.observe { seen.append(store.visits) }
    store.send(.visited)
    store.send(.visited)
    store.send(.titleChanged("Hall"))
    #expect(seen == [0, 1, 2])
    token.cancel()
    store.send(.visited)
    #expect(seen == [0, 1, 2])
  }

  @Test func anObserverOfOneFieldHearsNothingOfAnother() {
    let store = Store(initialState: Visitors.State()) { Visitors() }
    var (themes, sizes, all): ([String], [Int], [Preferences]) = ([], [], [])
    let tokens = [
      store.observe { themes.append(store.theme) },
      store.observe { sizes.append(store.size) },
      store.observe { all.append(store.preferences) },
    ]
    store.send(.themeChosen("dark"))
    store.send(.sizeChosen(14))
    store.send(.sizeChosen(14))
    #expect(themes == ["light", "dark"])
    #expect(sizes == [12, 14])
    #expect(all.map(\.theme) == ["light", "dark", "dark"])
    #expect(all.map(\.size) == [12, 12, 14])
    tokens.forEach { $0.cancel() }
  }

  @Test func anObserverOfAPartHearsNothingOfTheRest() {
    @Shared(.inMemory("preferences")) var preferences = Preferences()
    let store = Store(initialState: ThemePicker.State(theme: $preferences.theme)) { ThemePicker() }
    var themes: [String] = []
    let token = store.observe { themes.append(store.theme) }
    store.send(.chosen("dark"))
    #expect(themes == ["light", "dark"])
    #expect(preferences.theme == "dark")
    token.cancel()
  }

  @Test func anObserverOfTwoValuesIsNotifiedOfBoth() {
    let store = Store(initialState: Visitors.State()) { Visitors() }
    var seen: [String] = []
    let token = store.observe { seen.append("\(store.title)\(store.visits)") }
    store.send(.titleChanged("A"))
    store.send(.visited)
    #expect(seen == ["0", "A0", "A1"])
    token.cancel()
  }

  @Test func anotherStateWithAnotherValueIsReported() {
    let store = Store(initialState: ThemeDesk.State(theme: Shared(value: "light"))) { ThemeDesk() }
    var seen: [String] = []
    let token = store.observe { seen.append(store.scope(state: \.picker, action: \.picker).theme) }
    store.send(.replaced("dark"))
    #expect(seen == ["light", "dark"])
    store.send(.picker(.chosen("blue")))
    #expect(seen == ["light", "dark", "blue"])
    token.cancel()
  }

  @Test func aStoreOnAnotherActorIsNotified() async {
    let (first, second) = (Reception(), Reception())
    let (seenByFirst, seenBySecond) = (await first.open(), await second.open())
    await first.send(.visited)
    #expect(await seenBySecond.prefix(of: 2) == [0, 1])
    await second.send(.visited)
    #expect(await seenByFirst.prefix(of: 3) == [0, 1, 2])
  }

  @Test func aChangeByAnEffectIsReported() async {
    let store = Store(initialState: Visitors.State()) { Visitors() }
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let token = store.observe { continuation.yield(store.visits) }
    store.send(.visitedLater)
    #expect(await stream.prefix(of: 2) == [0, 1])
    token.cancel()
  }

  @Test func theSystemsTrackingIsNotified() async {
    let store = Store(initialState: Visitors.State()) { Visitors() }
    await confirmation(expectedCount: 2) { told in
      withObservationTracking {
        _ = store.visits
      } onChange: {
        told()
      }
      store.send(.visited)
      let count = store.state.$visits
      withObservationTracking {
        _ = count.wrappedValue
      } onChange: {
        told()
      }
      count.withLock { $0 += 1 }
    }
  }

  @Test func unobservedReferencesAreForgotten() {
    let visits = Visitors.State().$visits
    for _ in 0..<100 {
      let store = Store(initialState: Visitors.State()) { Visitors() }
      let token = store.observe { _ = store.visits }
      #expect(visits.isObservedByAStore)
      token.cancel()
      #expect(!visits.isObservedByAStore)
    }
    do {
      let store = Store(initialState: Visitors.State()) { Visitors() }
      let token = store.observe { _ = store.visits }
      withExtendedLifetime(token) {}
    }
    #expect(!visits.isObservedByAStore)
  }
}

extension Shared {
  fileprivate var isObservedByAStore: Bool { source.subject.isWatched }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var visitCount: Self { Self[.inMemory("v"), default: 10] }
}

@Reducer
struct ThemePicker {
  @ObservableState
  struct State: Equatable {
    @Shared var theme: String
  }

  enum Action { case chosen(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .chosen(let theme):
        state.$theme.withLock { $0 = theme }
        return .none
      }
    }
  }
}

@Reducer
struct ThemeDesk {
  @ObservableState
  struct State: Equatable {
    var picker: ThemePicker.State

    init(theme: Shared<String>) { picker = ThemePicker.State(theme: theme) }
  }

  enum Action {
    case picker(ThemePicker.Action)
    case replaced(String)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.picker, action: \.picker) { ThemePicker() }
    Reduce { state, action in
      switch action {
      case .picker: return .none
      case .replaced(let theme):
        state.picker = ThemePicker.State(theme: Shared(value: theme))
        return .none
      }
    }
  }
}

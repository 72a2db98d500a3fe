import Headrace
import Testing

struct StoreActorTests {
  @Test func aHandleSendsAndReadsFromAnywhere() async {
    let handle = StoreActor(initialState: TaskList.State()) { TaskList() }
    await handle.send(.titleChanged("Now"))
    #expect(await handle.state.title == "Now")
    await withTaskGroup { group in
      for _ in 1...100 { group.addTask { await handle.send(.filter(.toggled)) } }
    }
    #expect(await handle.state.filter.isOn == false)
  }

  @Test func dependenciesInForceWhereTheHandleIsMadeReachTheStore() async {
    let handle = withDependencies {
      $0.uuid = .incrementing
    } operation: {
      StoreActor(initialState: Numbered.State()) { Numbered() }
    }
    await handle.send(.renew)
    #expect(await handle.state.text == "00000000-0000-0000-0000-000000000000")
  }

  @Test func changesOfAPartBeginWithItsValueNow() async {
    let handle = StoreActor(initialState: TaskList.State()) { TaskList() }
    var titles: [String] = []
    for await title in handle.changes(of: \.title) {
      titles.append(title)
      if titles.count == 3 { break }
      await handle.send(.filter(.toggled))
      await handle.send(.titleChanged("\(titles.count)"))
    }
    #expect(titles == ["Today", "1", "2"])
  }

  @Test func statesFollowEveryQueueOfActions() async {
    let handle = StoreActor(initialState: PlainCounter.State()) { PlainCounter() }
    var counts: [Int] = []
    for await state in handle.states {
      counts.append(state.count)
      if counts.count == 3 { break }
      await handle.send(.increment)
    }
    #expect(counts == [0, 1, 2])
  }

  @Test func followersAreNotifiedWhenTheStoreGoesAway() async {
    var handle: StoreActor? = StoreActor(initialState: TaskList.State()) { TaskList() }
    let titles = handle?.changes(of: \.title)
    var iterator = titles?.makeAsyncIterator()
    #expect(await iterator?.next() == "Today")
    handle = nil
    #expect(await iterator?.next() == nil)
  }

  @Test(.timeLimit(.minutes(30)))
  func aStreamDroppedImmediatelyIsNotFollowed() async {
    let handle = StoreActor(initialState: TaskList.State()) { TaskList() }
    let (isGone, end) = AsyncStream.makeStream(of: Never.self)
    // The actor is busy: it begins to observe after the stream has been dropped.
    await handle.withStore { actor, _ in
      _ = actor.changes(of: \TaskList.State.[Watched(end)])
    }
    for await _ in isGone {}
    #expect(await handle.state.title == "Today")
  }

  @Test func aStoreCanBeScopedOnItsActor() async {
    let handle = StoreActor(initialState: TaskList.State()) { TaskList() }
    let query = await handle.withStore { _, store in
      let filter = store.scope(state: \.filter, action: \.filter)
      filter.send(.queryChanged("milk"))
      return filter.query
    }
    #expect(query == "milk")
  }
}

/// Reports when the key path that holds it is released.
private final class Watched: Hashable, Sendable {
  private let end: AsyncStream<Never>.Continuation

  init(_ end: AsyncStream<Never>.Continuation) { self.end = end }

  deinit { end.finish() }

  static func == (left: Watched, right: Watched) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension TaskList.State {
  fileprivate subscript(watched: Watched) -> String { title }
}

private struct Numbered: Reducer {
  struct State: Sendable {
    var text = ""
  }

  enum Action { case renew }

  @Dependency(\.uuid) var uuid

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.text = "\(uuid())"
    return .none
  }
}

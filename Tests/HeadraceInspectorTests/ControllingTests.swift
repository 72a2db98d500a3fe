import Headrace
import HeadraceJournal
import TestEffort
import Testing

@testable import HeadraceInspector

/// The changes that a page can make to a store.
@MainActor @Suite struct ControllingTests {
  let shop: InspectedShop

  init() throws { shop = try InspectedShop() }

  private func addThree() {
    shop.store.send(.add("tea", price: 1))
    shop.store.send(.add("milk", price: 10))
    shop.store.send(.add("jam", price: 100))
  }

  // MARK: - Time

  /// redux-devtools-extension #234: one jump instead of twenty skips.
  @Test func reduxDevToolsExtension234AJumpShowsAnEarlierState() throws {
    var seen: [Int] = []
    let token = shop.store.observe { seen.append(shop.store.total) }
    addThree()

    try shop.ask("jump", #""action":1"#)

    #expect(shop.store.state.items == ["tea"])
    #expect(try shop.status("/mode") == .string("past"))
    #expect(try shop.status("/shown") == .integer(1))
    #expect(try shop.status("/locked") == .bool(true))
    try shop.ask("jump", #""action":0"#)
    try shop.ask("resume")
    #expect(shop.store.state.items == ["tea", "milk", "jam"])
    #expect(seen == [0, 1, 11, 111, 1, 0, 111])
    #expect(try shop.status("/locked") == .bool(false))
    token.cancel()
  }

  /// Views of any kind draw the shown state: of the whole store, and of a child.
  @Test func aJumpIsSeenByEveryObserver() throws {
    let plain = Store(initialState: Plain.State()) { Plain() }
    let host = LiveHost(try #require(LiveStore(plain, name: "Plain", id: 1)))
    var seen: [Int] = []
    var children: [Int?] = []
    let tokens = [
      plain.observe { seen.append(plain.state.count) },
      plain.observe {
        let child = plain.scope(state: \.child, action: \.child)
        children.append(child?.withState { $0 })
      },
    ]
    for _ in 1...3 { plain.send(.up) }
    for action in [1, 0] {
      let parameters = JSONValue.Members([("action", .integer(action))])
      _ = try host.answer(InspectorRequest("jump", parameters), store: 1)
    }
    #expect(seen == [0, 1, 2, 3, 1, 0])
    #expect(children == [nil, 1, 2, 3, 1, nil])
    tokens.forEach { $0.cancel() }
  }

  @Test func actionsWaitWhileThePastIsShown() throws {
    addThree()
    try shop.ask("jump", #""action":1"#)

    shop.store.send(.add("salt", price: 1_000))

    #expect(shop.store.total == 1)
    #expect(try shop.status("/waiting") == .integer(1))
    try shop.ask("resume")
    #expect(shop.store.total == 1_111)
    #expect(try shop.status("/actions/1") == .integer(5))
  }

  @Test func effectsThatEndWhileThePastIsShownAreNotLost() async throws {
    shop.store.send(.add("tea", price: 1))
    let task = shop.store.send(.saveTapped)
    try shop.ask("jump", #""action":0"#)
    while try shop.status("/waiting") != .integer(1) { await Task.yield() }
    #expect(shop.store.savedCount == 0)

    try shop.ask("resume")

    await task.finish()
    #expect(shop.store.savedCount == 1)
  }

  @Test func aPausedStoreContinuesStepByStep() throws {
    #expect(
      shop.failure("step") == "Pause first: a step reduces one of the actions that wait.")
    try shop.ask("pause")
    #expect(shop.failure("step") == "No action is waiting.")
    addThree()

    try shop.ask("step")

    #expect(shop.store.items == ["tea"])
    #expect(try shop.status("/waiting") == .integer(2))
    #expect(try shop.status("/mode") == .string("paused"))
    try shop.ask("resume")
    #expect(shop.store.items == ["tea", "milk", "jam"])
    #expect(try shop.status("/waiting") == .integer(0))
  }

  @Test func aPausedStoreCanShowThePastAndComeBack() throws {
    addThree()
    try shop.ask("pause")
    shop.store.send(.clear)
    try shop.ask("jump", #""action":2"#)
    #expect(shop.store.total == 11)
    try shop.ask("resume")
    #expect(shop.store.total == 0)
  }

  @Test func aJumpToNowhereChangesNothing() throws {
    addThree()
    let text = "The journal has no action 4: it has the actions 1 to 3."
    #expect(shop.failure("jump", #""action":4"#) == text)
    #expect(shop.failure("jump", #""action":-1"#).contains("no action -1"))
    #expect(try shop.status("/mode") == .string("live"))
    #expect(shop.store.total == 111)
  }

  @Test func aJumpThatFailsKeepsWhatIsShown() throws {
    addThree()
    try shop.ask("jump", #""action":1"#)
    try shop.ask("dispatch", #""json":"{\"clear\":{}}""#)
    #expect(shop.failure("jump", #""action":99"#).contains("no action 99"))
    #expect(shop.store.items == [])
    #expect(try shop.status("/added") == json(#"["{\"clear\":{}}"]"#))
  }

  // MARK: - The Line

  @Test func anActionIsSkippedAndTakenInAgain() throws {
    addThree()

    try shop.ask("skip", #""action":2,"on":true"#)
    #expect(shop.store.items == ["tea", "jam"])
    #expect(try shop.status("/skipped") == json("[2]"))
    #expect(try shop.ask("state", #""action":2"#)[place: "/state/total"] == .integer(1))
    #expect(try shop.ask("rows", #""from":1"#)[place: "/rows/0/skipped"] == .bool(true))

    try shop.ask("skip", #""action":2,"on":false"#)
    #expect(shop.store.items == ["tea", "milk", "jam"])
    try shop.ask("resume")
    #expect(try shop.status("/mode") == .string("live"))
  }

  @Test func anActionIsMoved() throws {
    addThree()

    try shop.ask("move", #""action":3,"before":1"#)

    #expect(shop.store.items == ["jam", "tea", "milk"])
    let rows = try shop.ask("rows", #""query":{"kinds":["action"]},"from":0"#)
    let actions = (rows[place: "/rows"]?.array ?? []).map { $0[place: "/action"]?.integer }
    #expect(actions == [3, 1, 2])
    #expect(try shop.ask("state", #""action":1"#)[place: "/state/items"] == json(#"["jam"]"#))
    try shop.ask("resume")
    #expect(shop.store.items == ["tea", "milk", "jam"])
  }

  /// Skipping and moving actions in any order gives the states of reducing them in that order.
  @Test func aChangedLineIsWhatReducingItGives() throws {
    for seed in 0..<40 {
      var random = SplitMix(state: UInt64(seed))
      let shop = try InspectedShop()
      let count = 12
      for number in 1...count {
        let clears = Int.random(in: 0..<6, using: &random) == 0
        shop.store.send(clears ? .clear : .add("item \(number)", price: number))
      }
      let sent = try (1...count).map { try #require(try shop.host.action($0)) }
      var (order, skipped) = (Array(1...count), Set<Int>())
      for _ in 0..<6 {
        let action = Int.random(in: 1...count, using: &random)
        if Bool.random(using: &random) {
          let isOn = Bool.random(using: &random)
          try shop.ask("skip", "\"action\":\(action),\"on\":\(isOn)")
          if isOn { skipped.insert(action) } else { skipped.remove(action) }
        } else {
          let other = Int.random(in: 1...count, using: &random)
          try shop.ask("move", "\"action\":\(action),\"before\":\(other)")
          guard action != other else { continue }
          order.removeAll { $0 == action }
          order.insert(action, at: try #require(order.firstIndex(of: other)))
        }
      }
      // Each slot's state, too.
      var state = Shop.State()
      for (slot, number) in order.enumerated() {
        if !skipped.contains(number) {
          let step = Store(initialState: state) { Shop() }
          step.send(sent[number - 1])
          state = step.withState { $0 }
        }
        let shown = try shop.ask("state", "\"action\":\(slot + 1)")
        #expect(shown[place: "/state/total"] == .integer(state.total), "seed \(seed)")
      }
      let expected = Store(initialState: Shop.State()) { Shop() }
      for number in order where !skipped.contains(number) { expected.send(sent[number - 1]) }
      #expect(shop.store.items == expected.items, "seed \(seed)")
      #expect(shop.store.total == expected.total, "seed \(seed)")
    }
  }

  @Test func changesThatChangeNothingHoldNothing() throws {
    addThree()
    try shop.ask("skip", #""action":2,"on":false"#)
    try shop.ask("move", #""action":2,"before":2"#)
    #expect(try shop.status("/mode") == .string("live"))
  }

  @Test func onlyActionsOfTheListAreSkippedOrMoved() throws {
    addThree()
    #expect(shop.failure("skip", #""action":9,"on":true"#) == "There is no action 9 in the list.")
    #expect(shop.failure("move", #""action":1,"before":0"#) == "There is no action 0 in the list.")
    #expect(try shop.status("/mode") == .string("live"))
  }

  // MARK: - Actions of the Page

  @Test func anActionIsDispatched() throws {
    try shop.ask("dispatch", #""json":"{\"add\":{\"_0\":\"tea\",\"price\":3}}""#)
    #expect(shop.store.items == ["tea"])
    #expect(try shop.status("/cases/0/label") == .string(".add"))
    #expect(try shop.status("/cases/0/json") == .string(#"{"add":{"_0":"tea","price":3}}"#))
    #expect(
      shop.failure("dispatch", #""json":"{\"add\":{\"_0\":1,\"price\":3}}""#)
        == "This is not an action of 'Action': expected 'add._0' as 'String'.")
    #expect(shop.failure("dispatch", #""json":"{""#).hasPrefix("This is not an action of 'Action'"))
    #expect(shop.store.items == ["tea"])
  }

  @Test func anActionThatIsDispatchedInThePastIsAddedToTheLine() throws {
    addThree()
    try shop.ask("jump", #""action":1"#)

    try shop.ask("dispatch", #""json":"{\"add\":{\"_0\":\"egg\",\"price\":5}}""#)

    #expect(shop.store.items == ["tea", "egg"])
    #expect(
      try shop.ask("state", #""action":1"#)[place: "/state/items"] == json(#"["tea","egg"]"#))
    #expect(try shop.status("/added/0") == .string(#"{"add":{"_0":"egg","price":5}}"#))
    try shop.ask("jump", #""action":1"#)
    #expect(shop.store.items == ["tea"])
    try shop.ask("resume")
    #expect(shop.store.items == ["tea", "milk", "jam"])
  }

  @Test func lockedEffectsDontStart() async throws {
    try shop.ask("lock", #""on":true"#)
    await shop.store.send(.saveTapped).finish()
    #expect(shop.store.savedCount == 0)
    #expect(try shop.status("/actions/1") == .integer(2))

    // A reducer's immediate sends and its cancellations are not work.
    shop.store.send(.watch)
    #expect(shop.store.effects.isEmpty)
    try shop.ask("lock", #""on":false"#)
    shop.store.send(.watch)
    try shop.ask("lock", #""on":true"#)
    shop.store.send(.stopWatching)
    #expect(shop.store.effects.isEmpty)
    try shop.ask("lock", #""on":false"#)
    shop.store.send(.add("tea", price: 1))
    await shop.store.send(.saveTapped).finish()
    #expect(shop.store.savedCount == 1)
  }
}

extension LiveHost where State == Shop.State, Action == Shop.Action {
  /// Returns a recorded action.
  func action(_ number: Int) throws -> Shop.Action? {
    guard let store = stores.first as? LiveStore<State, Action> else { return nil }
    let payload = try store.event(ofAction: number).payload
    return try payload.map { try decodeAction("\($0)") }
  }
}

/// A feature without observable state, with a child that is added and removed.
private struct Plain: Reducer {
  struct State {
    var count = 0
    var child: Int?
  }

  @CasePathable enum Action {
    case up
    case child(Never)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      state.child = state.count
      return .none
    }
  }
}

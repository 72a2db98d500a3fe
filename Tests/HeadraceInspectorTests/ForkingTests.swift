import Foundation
import Headrace
import HeadraceJournal
import Testing

@testable import HeadraceInspector

/// Base points, forks, imports and exports.
@MainActor @Suite struct ForkingTests {
  let shop: InspectedShop

  init() throws { shop = try InspectedShop() }

  private func addThree() {
    shop.store.send(.add("tea", price: 1))
    shop.store.send(.add("milk", price: 10))
    shop.store.send(.add("jam", price: 100))
  }

  // MARK: - Base Points

  /// redux-devtools-inspector #20: a base point, and a way back to it.
  @Test func reduxDevToolsInspector20ABasePointIsSetAndGoneBackTo() throws {
    addThree()
    try shop.ask("jump", #""action":2"#)
    try shop.ask("commit")
    #expect(try shop.status("/base") == .integer(2))
    #expect(try shop.labels("") == [".add"])
    try shop.ask("resume")
    shop.store.send(.clear)
    #expect(shop.store.items == [])

    try shop.ask("revert")

    #expect(shop.store.items == ["tea", "milk"])
    #expect(try shop.status("/mode") == .string("live"))
    #expect(try shop.labels("") == [])
    shop.store.send(.add("jam", price: 100))
    #expect(try shop.ask("state", #""action":5"#)[place: "/state/total"] == .integer(111))
    try shop.ask("revert")
    #expect(shop.store.items == ["tea", "milk"])
  }

  @Test func aChangedLineIsNotABasePoint() throws {
    addThree()
    try shop.ask("skip", #""action":2,"on":true"#)
    #expect(
      shop.failure("commit")
        == "Fork first: a base point is a state that there was.")
  }

  // MARK: - Forks

  @Test func theStoreContinuesFromAnEarlierState() async throws {
    #expect(
      shop.failure("fork") == "Jump to an earlier action first: the store continues from there.")
    addThree()
    try shop.ask("jump", #""action":2"#)

    try shop.ask("fork")

    #expect(shop.store.items == ["tea", "milk"])
    #expect(try shop.status("/mode") == .string("live"))
    await shop.store.send(.saveTapped).finish()
    #expect(shop.store.savedCount == 2)
    #expect(try shop.ask("state", #""action":5"#)[place: "/state/savedCount"] == .integer(2))
    // Earlier events can still be inspected.
    let old = shop.id + 1
    #expect(try shop.status("/name", store: old) == .string("Shop until 3"))
    #expect(try shop.labels("", store: old) == [".add", ".add", ".add"])
    let state = try shop.ask("state", #""action":3"#, store: old)
    #expect(state[place: "/state/total"] == .integer(111))
  }

  @Test func aForkKeepsTheEffectsOfThePast() async throws {
    let early = shop.store.send(.watch)
    shop.store.send(.add("tea", price: 1))
    let late = shop.store.send(.saveTapped)
    try shop.ask("jump", #""action":2"#)

    try shop.ask("fork")

    await late.finish()
    #expect(shop.store.savedCount == 0)
    #expect(shop.store.effects.map(\.name) == ["watch"])
    let lanes = try shop.ask("lanes")
    #expect(lanes[place: "/lanes/0/label"] == .string("watch"))
    #expect(lanes[place: "/lanes/0/how"] == .string("alive"))
    shop.store.send(.stopWatching)
    await early.finish()
  }

  @Test func aForkContinuesFromAChangedLine() throws {
    addThree()
    try shop.ask("skip", #""action":1,"on":true"#)
    try shop.ask("dispatch", #""json":"{\"add\":{\"_0\":\"egg\",\"price\":5}}""#)

    try shop.ask("fork")

    #expect(shop.store.items == ["milk", "jam", "egg"])
    #expect(try shop.status("/skipped") == .array([]))
    shop.store.send(.clear)
    #expect(shop.store.items == [])
  }

  @Test func actionsThatWaitedAreReducedAfterAFork() throws {
    addThree()
    try shop.ask("jump", #""action":1"#)
    shop.store.send(.add("salt", price: 1_000))
    try shop.ask("fork")
    #expect(shop.store.items == ["tea", "salt"])
    #expect(try shop.status("/actions") == json("[4,5]"))
  }

  @Test func onlyTheLastHistoriesAreKept() throws {
    for _ in 1...7 {
      addThree()
      try shop.ask("jump", "\"action\":\(try #require(try shop.status("/actions/0")?.integer))")
      try shop.ask("fork")
    }
    #expect(shop.host.stores.count == 6)
    let last = try #require(shop.host.stores.last).id
    try shop.ask("forget", store: last)
    #expect(shop.host.stores.count == 5)
    addThree()
    try shop.ask("jump", "\"action\":\(try #require(try shop.status("/actions/0")?.integer))")
    try shop.ask("fork")
    #expect(shop.host.stores.count == 6)
    #expect(shop.failure("rows", #""from":0"#, store: last) == "There is no store \(last).")
  }

  // MARK: - Imports and Exports

  private func export(_ parameters: String = "") throws -> String {
    try #require(try shop.ask("export", parameters)[place: "/text"]?.string)
  }

  private func open(_ text: String) throws -> Int {
    let quoted = "\(JSONValue.string(text))"
    let answer = try shop.ask("import", #""name":"run.jsonl","text":\#(quoted)"#)
    return try #require(answer[place: "/store"]?.integer)
  }

  /// redux-devtools-extension #605: an imported log reproduces the fault.
  @Test func reduxDevToolsExtension605AnExportIsImportedAndContinued() async throws {
    addThree()
    await shop.store.send(.saveTapped).finish()
    let text = try export()

    let other = try InspectedShop()
    let quoted = "\(JSONValue.string(text))"
    let answer = try other.ask("import", #""name":"run.jsonl","text":\#(quoted)"#)
    let id = try #require(answer[place: "/store"]?.integer)
    #expect(try other.status("/kind", store: id) == .string("import"))
    for number in 0...5 {
      #expect(
        try other.ask("state", "\"action\":\(number)", store: id)[place: "/state"]
          == shop.ask("state", "\"action\":\(number)")[place: "/state"])
    }
    try other.ask("jump", #""action":3"#, store: id)
    try other.ask("fork", store: id)
    #expect(other.store.items == ["tea", "milk", "jam"])
    #expect(other.store.savedCount == 0)
    await other.store.send(.saveTapped).finish()
    #expect(other.store.savedCount == 3)
  }

  @Test func anExportIsAJournalThatReplays() async throws {
    addThree()
    await shop.store.send(.cart(.countTapped)).finish()
    let file = try JournalFile(Data(export(#""from":2,"to":5"#).utf8))
    #expect(file.actions == 2..<6)
    let journal = Journal<Shop.State, Shop.Action>(file)
    #expect(try journal.replays(on: Shop()) == nil)
    #expect(try file.state(after: 1)?[place: "/items"] == json(#"["tea"]"#))
    #expect(try file.state(after: 5)?[place: "/cart/count"] == .integer(1))
    #expect(shop.failure("export", #""from":2,"to":9"#) == "'export' expects actions from 1 to 5.")
  }

  @Test func anImportIsSkippedMovedAndReverted() throws {
    addThree()
    let id = try open(export())
    try shop.ask("skip", #""action":1,"on":true"#, store: id)
    try shop.ask("move", #""action":3,"before":2"#, store: id)
    #expect(
      try shop.ask("state", #""action":3"#, store: id)[place: "/state/items"]
        == json(#"["jam","milk"]"#))
    try shop.ask("revert", store: id)
    #expect(try shop.status("/shown", store: id) == .integer(0))
    #expect(
      try shop.ask("state", #""action":3"#, store: id)[place: "/state/total"] == .integer(111))
    #expect(shop.store.total == 111)
  }

  /// elm/browser #69: events that the code no longer knows are still shown.
  @Test func elmBrowser69AnImportSurvivesAChangeOfTheCode() throws {
    addThree()
    let text = try export().replacing(#"{"add":{"_0":"milk","price":10}}"#, with: #"{"buy":{}}"#)
    let id = try open(text)
    // Action 2 has no checkpoint after it, so its state is that of the file.
    #expect(
      try shop.ask("state", #""action":2"#, store: id)[place: "/state/items"]
        == json(#"["tea","milk"]"#))
    #expect(
      try shop.ask("state", #""action":3"#, store: id)[place: "/state/items"]
        == json(#"["tea","milk","jam"]"#))
    #expect(try shop.labels("", store: id).dropFirst().prefix(3) == [".add", ".buy", ".add"])
    try shop.ask("skip", #""action":2,"on":true"#, store: id)
    #expect(
      try shop.ask("state", #""action":3"#, store: id)[place: "/state/items"]
        == json(#"["tea","jam"]"#))
  }

  @Test func onlyAJournalOfThisFeatureIsImported() throws {
    addThree()
    let text = try export()
    func failure(_ text: String) -> String {
      shop.failure("import", #""name":"a","text":\#(JSONValue.string(text))"#)
    }
    #expect(
      failure("what?")
        == "This is not a journal: expected a first line with '\"journal\": version'.")
    #expect(
      failure(text.replacing("Shop.Action", with: "Other.Action")).hasSuffix(
        "Shop.Action'. Look at it with 'headrace inspect'."))
    #expect(shop.host.stores.count == 1)
  }

  // MARK: - Tests

  @Test func aTestIsWrittenOfWhatHappened() throws {
    addThree()
    let test = try shop.ask("test", #""from":2,"to":3"#)
    #expect(test[place: "/name"] == .string("ShopActions2To3Tests.swift"))
    let source = try #require(test[place: "/source"]?.string)
    #expect(source.contains(#"await store.send(.add("milk", price: 10)) {"#))
    #expect(source.contains("RecordedFeature { Shop() }"))
    #expect(shop.failure("test", #""from":3,"to":2"#) == "A test has 1 to 1,000 actions.")
    try shop.ask("skip", #""action":2,"on":true"#)
    #expect(
      shop.failure("test", #""from":2,"to":3"#)
        == "A test needs what happened: undo the skipped and moved actions first, by 'resume' or "
        + "'revert'.")
    #expect(shop.failure("export").hasPrefix("An export needs what happened: undo"))
  }
}

/// Stores that are created and released, and journals without the code of their feature.
@MainActor @Suite struct OtherStoreTests {
  @Test func theHistoryOfAnEndedStoreIsKept() throws {
    var store: StoreOf<Shop>? = Store(initialState: Shop.State()) { Shop() }
    let live = try #require(store.flatMap { LiveStore($0, name: "Shop", id: 1) })
    store?.send(.clear)
    store = nil
    #expect(live.situation.note == "The store was released; its history remains.")
    #expect(
      try live.answer(InspectorRequest("rows", .init([("from", .integer(0))])))[
        place: "/total"] == .integer(1))
    #expect(throws: RequestFailure.self) { try live.answer(InspectorRequest("pause")) }
  }

  @Test func aStoreThatIsHeldCanBeReleased() async throws {
    var store: StoreOf<Shop>? = Store(initialState: Shop.State()) { Shop() }
    let live = try #require(store.flatMap { LiveStore($0, name: "Shop", id: 1) })
    _ = try live.answer(InspectorRequest("pause"))
    let task = store?.send(.saveTapped)
    store = nil
    await task?.finish()
    #expect(live.situation.controls == ["export"])
  }

  @Test func effectsOfActionsThatWaitedStartWhenAStoreIsLetGo() async throws {
    let shop = try InspectedShop()
    try shop.ask("lock", #""on":true"#)
    try shop.ask("pause")
    shop.store.send(.add("tea", price: 1))
    let task = shop.store.send(.saveTapped)
    shop.host.detach()
    await task.finish()
    #expect(shop.store.savedCount == 1)
  }

  @Test func aStoreIsLetGo() async throws {
    let shop = try InspectedShop()
    shop.store.send(.add("tea", price: 1))
    try shop.ask("lock", #""on":true"#)
    try shop.ask("jump", #""action":0"#)
    shop.store.send(.add("milk", price: 10))

    shop.host.detach()

    #expect(shop.store.items == ["tea", "milk"])
    #expect(shop.store.instruments.isEmpty)
    await shop.store.send(.saveTapped).finish()
    #expect(shop.store.savedCount == 2)
  }

  @Test func aJournalIsLookedAtWithoutItsCode() throws {
    let shop = try InspectedShop()
    for price in 1...5 { shop.store.send(.add("tea", price: price)) }
    let text = try #require(try shop.ask("export")[place: "/text"]?.string)
    let file = FileStore(try JournalFile(Data(text.utf8)), name: "run.jsonl", id: 1)
    let host = FileHost(file)
    func ask(_ name: String, _ parameters: [(String, JSONValue)] = []) throws -> JSONValue {
      try host.answer(InspectorRequest(name, .init(parameters)), store: 1)
    }
    for number in [5, 0, 1, 2, 4, 3] {
      let state = try ask("state", [("action", .integer(number))])
      #expect(state[place: "/state/total"] == .integer(number * (number + 1) / 2))
    }
    _ = try ask("jump", [("action", .integer(2))])
    #expect(file.status[place: "/shown"] == .integer(2))
    #expect(file.status[place: "/can"] == json(#"["jump","export"]"#))
    #expect(throws: RequestFailure.self) { try ask("fork") }
    let rows = try ask(
      "rows", [("query", .members(["text": .string("TEA")])), ("from", .integer(0))])
    #expect(rows[place: "/total"] == .integer(5))
    let again = try #require(try ask("export")[place: "/text"]?.string)
    #expect(try JournalFile(Data(again.utf8)).actions == 1..<6)
  }

  @Test func aStoreWhoseTypesAreNotCodableIsLookedAt() throws {
    struct Plain: Reducer {
      struct State { var count = 0 }
      enum Action { case up }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.count += 1
        return .none
      }
    }
    let store = Store(initialState: Plain.State()) { Plain() }
    let host = LiveHost(try #require(LiveStore(store, name: "Plain", id: 1)))
    store.send(.up)
    store.send(.up)
    func ask(_ name: String, _ parameters: [(String, JSONValue)] = []) throws -> JSONValue {
      try host.answer(InspectorRequest(name, .init(parameters)), store: 1)
    }
    #expect(try ask("state", [("action", .integer(1))])[place: "/state/count"] == .integer(1))
    _ = try ask("jump", [("action", .integer(1))])
    #expect(store.withState(\.count) == 1)
    #expect {
      try ask("dispatch", [("json", .string("{}"))])
    } throws: {
      "\($0)"
        == "An action can't be made from JSON: 'Action' is not 'Codable'. Add ': Codable' to it."
    }
    #expect(throws: RequestFailure.self) {
      try ask("test", [("from", .integer(1)), ("to", .integer(1))])
    }
  }
}

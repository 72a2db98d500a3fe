import Foundation
import Headrace
import HeadraceJournal
import Testing

@testable import HeadraceInspector

/// The parts of a store that a page can see.
@MainActor @Suite struct InspectingTests {
  let shop: InspectedShop

  init() throws { shop = try InspectedShop() }

  @Test func actionsAreListedWithWhatTheyCarry() throws {
    shop.store.send(.add("tea", price: 3))
    shop.store.send(.clear)

    let rows = try shop.ask("rows", #""query":{"kinds":["action"]},"from":0"#)

    #expect(rows[place: "/total"] == .integer(2))
    #expect(rows[place: "/rows/0/action"] == .integer(1))
    #expect(rows[place: "/rows/0/label"] == .string(".add"))
    #expect(rows[place: "/rows/0/short"] == .string(#"{"_0":"tea","price":3}"#))
    #expect(rows[place: "/rows/1/short"] == .string(""))
  }

  @Test func aPartOfTheListIsGiven() throws {
    for price in 1...10 { shop.store.send(.add("tea", price: price)) }

    let rows = try shop.ask("rows", #""query":{"kinds":["action"]},"from":8,"count":5"#)

    #expect(rows[place: "/total"] == .integer(10))
    #expect(rows[place: "/rows"]?.array?.count == 2)
    #expect(rows[place: "/rows/0/action"] == .integer(9))
    #expect(try shop.ask("rows", #""from":99"#)[place: "/rows"] == .array([]))
  }

  /// Elm's debugger, elm-time-travel #12: a filter finds messages within messages.
  @Test func elmTimeTravel12AFilterFindsNestedActions() async throws {
    shop.store.send(.add("Green Tea", price: 3))
    await shop.store.send(.cart(.countTapped)).finish()

    #expect(try shop.labels(#""label":".counted""#) == [".cart.counted"])
    #expect(
      try shop.labels(#""label":"CART","kinds":["action"]"#) == [
        ".cart.countTapped", ".cart.counted",
      ])
    #expect(try shop.labels(#""text":"green tea""#) == [".add"])
    #expect(try shop.labels(#""text":"coffee""#) == [])
    #expect(try shop.labels(#""feature":"cart","kinds":["action"]"#) == [".cart.counted"])
  }

  @Test func aFilterFindsWhatFollowsFromAnAction() async throws {
    shop.store.send(.add("tea", price: 3))
    await shop.store.send(.saveTapped).finish()
    shop.store.send(.clear)

    #expect(try shop.labels(#""cause":2,"kinds":["action"]"#) == [".saveTapped", ".saved"])
    #expect(try shop.labels(#""cause":2"#) == [".saveTapped", "save", ".saved", "save"])
  }

  @Test func anActionTellsWhatItChangedAndWhy() async throws {
    shop.store.send(.add("tea", price: 3))
    await shop.store.send(.saveTapped).finish()

    let action = try shop.ask("action", #""action":3"#)
    #expect(action[place: "/changes"] == json(#"[{"place":"/savedCount","from":0,"to":1}]"#))
    #expect(action[place: "/because/0/label"] == .string(".saveTapped"))
    #expect(action[place: "/because"]?.array?.count == 1)

    let cause = try shop.ask("action", #""action":2"#)
    #expect(cause[place: "/changes"] == .array([]))
    #expect(cause[place: "/effects/0/label"] == .string("save"))
    #expect(cause[place: "/effects/0/how"] == .string("ended"))

    let tree = try shop.ask("tree", #""action":2"#)
    #expect(tree[place: "/actions/0/row/label"] == .string(".saved"))
  }

  @Test func elementsThatCameAndWentAreNamedByTheirPlaces() throws {
    shop.store.send(.add("tea", price: 3))
    shop.store.send(.add("milk", price: 1))
    shop.store.send(.clear)

    #expect(
      try shop.ask("action", #""action":2"#)[place: "/changes/1"]
        == json(#"{"place":"/items/1","to":"milk"}"#))
    #expect(
      try shop.ask("action", #""action":3"#)[place: "/changes"]
        == json(
          #"""
          [{"place":"/total","from":4,"to":0},{"place":"/items/0","from":"tea"},
          {"place":"/items/1","from":"milk"}]
          """#))
  }

  @Test func aStateIsShownWithoutSecrets() throws {
    shop.store.send(.add("tea", price: 3))

    let state = try shop.ask("state", #""action":1"#)
    #expect(state[place: "/state/cart/secret"] == .string("redacted"))
    #expect(state[place: "/state/items"] == json(#"["tea"]"#))
    #expect(try shop.ask("state", #""action":0"#)[place: "/state/items"] == .array([]))
    #expect(
      shop.failure("state", #""action":2"#)
        == "The journal has no action 2: it has the actions 1 to 1.")
  }

  @Test func effectsAreLanesOverTime() async throws {
    await shop.store.send(.saveTapped).finish()
    shop.store.send(.watch)
    shop.store.send(.stopWatching)
    shop.store.send(.watch)

    let lanes = try shop.ask("lanes")
    #expect(lanes[place: "/total"] == .integer(3))
    let endings = (lanes[place: "/lanes"]?.array ?? []).map { $0[place: "/how"] }
    #expect(endings == [.string("ended"), .string("cancelled"), .string("alive")])
    #expect(lanes[place: "/lanes/0/sent/0/1"] == .integer(2))
    #expect(lanes[place: "/lanes/2/end"] == .null)
    shop.store.send(.stopWatching)
  }

  @Test func anyNumberIsAChart() throws {
    for price in 1...4 { shop.store.send(.add("tea", price: price)) }

    let numbers = try shop.ask("numbers", #""action":4"#)
    #expect(
      numbers[place: "/places"] == json(#"["/items/#","/total","/savedCount","/cart/count"]"#))
    let total = try shop.ask("values", #""place":"/total""#)
    #expect(total[place: "/points"] == json("[[0,0],[1,1],[2,3],[3,6],[4,10]]"))
    let count = try shop.ask("values", ##""place":"/items/#","count":2"##)
    #expect(count[place: "/points"] == json("[[0,0],[2,2],[4,4]]"))
  }

  @Test func aQuestionThatCanNotBeAnsweredSaysWhatIsExpected() throws {
    #expect(shop.failure("rows") == "'rows' expects 'from' as a whole number.")
    #expect(shop.failure("dance") == "Shop can't do 'dance'.")
    #expect(shop.failure("state", #""action":1"#, store: 7) == "There is no store 7.")
    #expect(shop.failure("find", #""action":1"#) == "The journal has no action 1: it has none.")
    #expect(shop.failure("export") == "There are no actions to export.")
  }

  @Test func aLineIsFoundByItsAction() throws {
    for price in 1...10 { shop.store.send(.add("tea", price: price)) }
    shop.store.send(.clear)

    let query = #""query":{"label":".clear"}"#
    #expect(try shop.ask("find", query + #","action":11"#)[place: "/index"] == .integer(0))
    #expect(try shop.ask("find", query + #","action":4"#)[place: "/index"] == .null)
  }

  /// A store with more events than are kept says so, and can still be inspected.
  @Test func eventsNoLongerKeptAreReported() throws {
    let store = Store(initialState: Shop.State()) { Shop() }
    let live = try #require(LiveStore(store, name: "Shop", id: 1, actionCountMax: 10))
    func ask(_ name: String, _ parameters: [(String, JSONValue)] = []) throws -> JSONValue {
      try live.answer(InspectorRequest(name, .init(parameters)))
    }
    let query = JSONValue.members(["text": .string("tea")])
    for price in 1...40 {
      store.send(.add("tea", price: price))
      _ = try ask("rows", [("query", query), ("from", .integer(0))])
    }
    let first = try #require(live.status[place: "/actions/0"]?.integer)
    #expect(first > 20 && first <= 31)
    #expect(live.status[place: "/forgotten"] == .integer(first - 1))
    let rows = try ask("rows", [("query", query), ("from", .integer(0))])
    #expect(rows[place: "/total"] == .integer(41 - first))
    #expect(rows[place: "/rows/0/action"] == .integer(first))
    let state = try ask("state", [("action", .integer(first - 1))])
    #expect(state[place: "/state/total"] == .integer((first - 1) * first / 2))
    #expect(throws: JournalFailure.self) { try ask("state", [("action", .integer(3))]) }
  }
}

func json(_ text: String) -> JSONValue? {
  do {
    return try JSONReader.read(text.utf8)
  } catch {
    Issue.record("not JSON: \(text)")
    return nil
  }
}

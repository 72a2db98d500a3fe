import Foundation
import Headrace
import HeadraceJournal
import TestEffort
import Testing

@testable import HeadraceInspector

/// Messages of pages, good and bad.
@MainActor @Suite struct HubTests {
  private let store = Store(
    initialState: Shop.State(), reducer: { Shop() }, isolation: MainActor.shared)
  private let hub = InspectorHub()

  init() throws {
    try hub.add(store, name: nil, isolation: MainActor.shared)
  }

  @Test func aMessageIsAnsweredWithItsId() async {
    store.send(.add("tea", price: 3))
    #expect(
      await hub.answer(#"{"id":7,"do":"state","store":1000000,"action":1}"#)
        == #"""
        {"id":7,"is":{"state":{"items":["tea"],"total":3,"savedCount":0,\#
        "cart":{"count":0,"secret":"redacted"}},"bytes":81}}
        """#)
    let statuses = await hub.statuses()
    #expect(statuses.hasPrefix(#"{"status":[{"store":1000000,"name":"Shop","kind":"live""#))
  }

  @Test func aBadMessageSaysWhatIsExpected() async {
    #expect(
      await hub.answer("{")
        == #"{"id":null,"error":"Expected an object of JSON with 'id' and 'do'."}"#)
    #expect(
      await hub.answer(#"{"id":1}"#)
        == #"{"id":1,"error":"Expected 'do' as a text and 'store' as a number."}"#)
    #expect(
      await hub.answer(#"{"id":1,"do":"rows","store":5}"#)
        == #"{"id":1,"error":"There is no such store."}"#)
    #expect(
      await hub.answer(#"{"id":1,"do":"skip","store":1000000,"action":1,"on":3}"#)
        == #"{"id":1,"error":"There is no action 1 in the list."}"#)
  }

  /// A parameter may be absent or null; one of another type does not count as absent.
  @Test(arguments: [
    ("rows", #""from":0,"query":3"#, "'rows' expects 'query' as an object."),
    ("rows", #""from":0,"query":{"text":3}"#, "'rows' expects 'text' as a text."),
    ("rows", #""from":0,"query":{"cause":"1"}"#, "'rows' expects 'cause' as a whole number."),
    ("rows", #""from":0,"query":{"kinds":["a",1]}"#, "'rows' expects 'kinds' as a list of texts."),
    ("rows", #""from":0,"count":"9""#, "'rows' expects 'count' as a whole number."),
    ("lanes", #""from":1.5"#, "'lanes' expects 'from' as a whole number."),
    ("export", #""to":true"#, "'export' expects 'to' as a whole number."),
    ("import", #""name":"a","text":1"#, "'import' expects 'text' as a text."),
  ])
  func parametersOfAnotherTypeAreRefused(name: String, members: String, error: String) async {
    #expect(
      await hub.answer(#"{"id":1,"do":"\#(name)","store":1000000,\#(members)}"#)
        == #"{"id":1,"error":"\#(error)"}"#)
  }

  @Test func twoPagesShowOneStore() async throws {
    for price in 1...200 { store.send(.add("tea", price: price)) }
    let hub = self.hub
    @Sendable func ask(_ id: Int, _ members: String) async throws -> JSONValue {
      let answer = await hub.answer(#"{"id":\#(id),"store":1000000,\#(members)}"#)
      return try JSONReader.read(answer.utf8)
    }
    // Each answer is to the page's own request.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for page in 1...2 {
        group.addTask {
          for number in stride(from: page, through: 200, by: 2) {
            let id = 1_000 * page + number
            let answer = try await ask(id, #""do":"action","action":\#(number)"#)
            #expect(answer[place: "/id"] == .integer(id))
            #expect(answer[place: "/is/row/action"] == .integer(number))
          }
        }
      }
      try await group.waitForAll()
    }

    // Each sees the other one's changes.
    _ = try await ask(1, #""do":"jump","action":3"#)
    #expect(store.items.count == 3)
    #expect(await hub.statuses().contains(#""mode":"past","shown":3"#))
    _ = try await ask(2, #""do":"resume""#)
    #expect(store.items.count == 200)
    let export = try await ask(1, #""do":"export","from":1,"to":2"#)
    let text = try #require(export[place: "/is/text"])
    let imported = try await ask(1, #""do":"import","name":"a","text":\#(text)"#)
    #expect(imported[place: "/is/store"] == .integer(1_000_001))
    let forget = #"{"id":2,"do":"forget","store":1000001}"#
    #expect(await hub.answer(forget) == #"{"id":2,"is":null}"#)
    #expect(
      await hub.answer(#"{"id":1,"do":"rows","store":1000001,"from":0}"#)
        == #"{"id":1,"error":"There is no store 1000001."}"#)
  }

  /// Whatever arrives, the store is unchanged, and the next message is answered.
  @Test func damagedMessagesChangeNothing() async {
    store.send(.add("tea", price: 3))
    let messages = [
      #"{"id":1,"do":"rows","store":1000000,"query":{"text":"tea","kinds":["action"]},"from":0}"#,
      #"{"id":1,"do":"lanes","store":1000000,"from":0,"to":9000000}"#,
      #"{"id":1,"do":"values","store":1000000,"place":"/items/#","count":9}"#,
      #"{"id":1,"do":"export","store":1000000,"from":1,"to":1}"#,
      #"{"id":1,"do":"import","store":1000000,"name":"a","text":"{\"journal\":1}\n{}\n"}"#,
    ]
    var random = SplitMix(state: 30)
    for _ in 0..<1_000 {
      var bytes = Array(messages.randomElement(using: &random)?.utf8 ?? "".utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: 32...126, using: &random), at: index)
        }
      }
      let answer = await hub.answer(String(decoding: bytes, as: UTF8.self))
      #expect(answer.hasPrefix("{\"id\":"))
    }
    #expect(store.items == ["tea"])
    #expect(
      await hub.answer(#"{"id":2,"do":"find","store":1000000,"action":1}"#)
        == #"{"id":2,"is":{"index":0,"next":0}}"#)
  }

  /// The smallest and largest integers are refused or answered, in each request.
  @Test func numbersOfAnySizeTrapNothing() async {
    store.send(.add("tea", price: 3))
    let names = [
      "rows", "find", "action", "state", "tree", "lanes", "values", "numbers", "jump", "skip",
      "move", "test", "export", "commit", "step",
    ]
    let numbers = ["-9223372036854775808", "-1", "0", "2", "9223372036854775807", "1e400", "1.5"]
    for name in names {
      for number in numbers {
        for other in numbers {
          let answer = await hub.answer(
            """
            {"id":1,"do":"\(name)","store":1000000,"action":\(number),"from":\(number),\
            "to":\(other),"count":\(other),"before":\(other),"on":true,"place":"/total"}
            """)
          #expect(answer.hasPrefix("{\"id\":1,"))
        }
      }
    }
    _ = await hub.answer(#"{"id":1,"do":"resume","store":1000000}"#)
    #expect(store.items == ["tea"])
  }

  /// Journals that no recorder has written crash nothing.
  @Test func hostileJournalsTrapNothing() async throws {
    store.send(.add("tea", price: 3))
    let export = await hub.answer(#"{"id":1,"do":"export","store":1000000,"from":1,"to":1}"#)
    let answer = try JSONReader.read(export.utf8)
    let header = try #require(answer[place: "/is/text"]?.string).split(separator: "\n")[0]
    let bodies = [
      #"{"action":1,"t":9223372036854775807,"p":{"clear":{}}}"#,
      #"{"action":4000000000,"t":1,"p":{"clear":{}}}"#,
      #"{"action":1,"t":1,"p":{"clear":{}},"set":{},"splice":{"/items":[-1,0,["a"]]}}"#,
      #"{"action":1,"t":1,"p":{"clear":{}},"set":{},"splice":{"/items":[9007199254740992,7,[]]}}"#,
      #"{"action":2,"t":2,"p":{"clear":{}}}"# + "\n" + #"{"action":1,"t":1,"p":{"clear":{}}}"#,
    ]
    for (number, body) in bodies.enumerated() {
      let text = "\(header)\n{\"kind\":\"checkpoint\",\"t\":0,\"p\":{}}\n\(body)\n"
      _ = await hub.answer(
        "{\"id\":1,\"do\":\"import\",\"store\":1000000,\"name\":\"a\",\"text\":\(JSONValue.string(text))}"
      )
      for name in ["rows", "action", "state", "tree", "lanes", "export", "values", "numbers"] {
        let answer = await hub.answer(
          "{\"id\":1,\"do\":\"\(name)\",\"store\":\(1_000_001 + number),\"action\":1,\"from\":0,\"place\":\"/\"}"
        )
        #expect(answer.hasPrefix("{\"id\":1,"))
      }
    }
    #expect(store.items == ["tea"])
  }

  /// redux-devtools #1785: a state that nobody looks at is not encoded, however large it is.
  @Test func reduxDevTools1785RecordingEncodesNothing() async {
    let store = Store(initialState: Heavy.State()) { Heavy() }
    let hub = InspectorHub()
    #expect(throws: Never.self) { try hub.add(store, name: nil, isolation: MainActor.shared) }
    for _ in 0..<3_000 { store.send(.up) }
    _ = await hub.statuses()
    _ = await hub.answer(#"{"id":1,"do":"rows","store":1000000,"from":2900}"#)
    #expect(Heavy.encodedCount.value == 0)
    _ = await hub.answer(#"{"id":1,"do":"state","store":1000000,"action":2500}"#)
    #expect(Heavy.encodedCount.value == 1)
  }

  @Test func theEndLetsTheStoreContinue() async {
    _ = await hub.answer(#"{"id":1,"do":"pause","store":1000000}"#)
    store.send(.add("tea", price: 3))
    #expect(store.items == [])
    await hub.end()
    #expect(store.items == ["tea"])
    #expect(
      await hub.answer(#"{"id":2,"do":"pause","store":1000000}"#)
        == #"{"id":2,"error":"There is no such store."}"#)
  }

  @Test func aChildStoreIsRefused() {
    let child = store.scope(state: \.cart, action: \.cart)
    #expect {
      try hub.add(child, name: nil, isolation: MainActor.shared)
    } throws: {
      "\($0)"
        == "A child store can't be inspected by itself: give the store that "
        + "'Store(initialState:)' made."
    }
  }
}

/// A feature whose state is expensive to encode.
private struct Heavy: Reducer {
  static let encodedCount = LockIsolated(0)

  struct State: Codable {
    var count = 0

    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {
      Heavy.encodedCount.withValue { $0 += 1 }
      var container = encoder.singleValueContainer()
      try container.encode(count)
    }
  }

  enum Action: Codable { case up }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

import Foundation
import Headrace
import HeadraceJournal
import Testing

/// Tests of features whose names and values are hard to write as Swift.
///
/// `RecordedHostileActions.swift` has the tests that are written here, so they are compiled.
@MainActor @Suite struct HostileSourceTests {
  /// Returns the tests of all actions of a feature that is hard to write.
  static func sources() throws -> [String] {
    let store = Store(initialState: Hostile.State()) { Hostile() }
    let recorder = JournalRecorder(store)
    for action in Hostile.actions { store.send(action) }
    let journal = try #require(recorder.journal)
    return try journal.actions.map { number in
      try journal.testSource(from: number, to: number) { Hostile() }
        .replacing(journal.header.app, with: "hostile")
    }
  }

  @Test func everyActionOfAHostileFeatureHasATest() throws {
    let sources = try Self.sources()
    #expect(sources.count == Hostile.actions.count)
    let all = sources.joined()
    for literal in [
      #"send(.`init`(`inout`: -5))"#, ".`self`", #".text("a\"\\(b)\n\u{202E}\u{301}#")"#,
      ".mode(.none)", "try decoded(#\"{\"optionalMode\":", "try decoded(###\"", "$0.`init` = 7",
      #"\u202e"#,
    ] {
      #expect(all.contains(literal), "\(literal)")
    }
    #expect(!all.contains("\u{202E}"))
  }

  /// Returns why the first action of a feature has no test.
  private func refusal<State: Codable, Action: Codable>(
    of state: State, _ action: Action,
    _ reduce: @escaping (inout State, Action) -> Void = { _, _ in }
  ) throws -> String? {
    let feature = Reduce<State, Action> { state, action in
      reduce(&state, action)
      return .none
    }
    let store = Store(initialState: state) { feature }
    let recorder = JournalRecorder(store)
    store.send(action)
    let journal = try #require(recorder.journal)
    do {
      _ = try journal.testSource(from: 1, to: 1, of: "feature") { feature }
      return nil
    } catch {
      return error.description.replacing("No test of action 1 can be written: ", with: "")
    }
  }

  @Test func untestableEventsAreRejectedWithAReason() throws {
    #expect(try refusal(of: 1, 2) == nil)
    #expect(try refusal(of: [1: "a"], Set([2])) == nil)
    #expect(
      try refusal(of: Double.nan, 1)
        == "'Swift.Double' is not equal to itself after encoding and decoding.")
    #expect(
      try refusal(of: 1.5, 1) { state, _ in state = .nan }
        == "'Swift.Double' is not equal to itself after encoding and decoding.")
    #expect(
      try refusal(of: 1, Redacted("secret"))
        == "'HeadraceJournal.Redacted<Swift.String>' is not equal to itself after encoding and decoding."
    )
    #expect(try refusal(of: Unequal(), 1) == "'HeadraceJournalTests.Unequal' is not 'Equatable'.")
    #expect(
      try refusal(of: Hidden(), 1)
        == "a test can't name 'Hidden', which is private, local, or from C.")
    #expect(
      try refusal(of: 1, Forgetful(count: 5))
        == "'HeadraceJournalTests.Forgetful' changes when it is encoded and decoded.")
    #expect(
      try refusal(of: 1, Unread())
        == "'HeadraceJournalTests.Unread' can't be read back: 'p' is not what its type expects.")
  }

  @Test func anActionThatAsksForMoreThanWasRecordedHasNoTest() throws {
    let store = Store(initialState: 0) { Reduce<Int, Int> { _, _ in .none } }
    let recorder = JournalRecorder(store)
    store.send(1)
    let journal = try #require(recorder.journal)
    let error = #expect(throws: JournalFailure.self) {
      try journal.testSource(from: 1, to: 1, of: "feature") {
        Reduce<Int, Int> { state, _ in
          @Dependency(\.uuid) var uuid
          state = uuid().uuidString.count
          return .none
        }
      }
    }
    #expect(error?.description.hasSuffix("not recorded: @Dependency(\\.uuid), uuid.") == true)
  }

  @Test func anActionForARemovedChildHasNoTest() throws {
    let store = Store(initialState: Family.State()) { Family() }
    let recorder = JournalRecorder(store)
    withKnownIssue { _ = store.send(.child(.tapped)) }
    let journal = try #require(recorder.journal)
    #expect(throws: JournalFailure.self) {
      try journal.testSource(from: 1, to: 1) { Family() }
    }
  }

  @Test func setsAndDictionariesAreWrittenInOneOrder() {
    for _ in 0..<20 {
      let numbers = (0..<9).shuffled()
      let set = Set(numbers)
      let pairs = Dictionary(uniqueKeysWithValues: numbers.map { (Double($0), $0) })
      let names = Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)", $0) })
      #expect(JSONValue(encodingOrDescribing: set).description == "[0,1,2,3,4,5,6,7,8]")
      #expect(
        JSONValue(encodingOrDescribing: pairs).description
          == "[0,0,1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8]")
      #expect(JSONValue(encodingOrDescribing: names).description.hasPrefix(#"{"0":0,"1":1,"2":2,"#))
    }
  }

  @Test func aReplayComparesWhatEqualityLeavesOut() throws {
    func feature(adding number: Int) -> Reduce<Loose, Int> {
      Reduce { state, _ in
        state.count += number
        return .none
      }
    }
    let store = Store(initialState: Loose()) { feature(adding: 1) }
    let recorder = JournalRecorder(store)
    store.send(0)
    let journal = try #require(recorder.journal)
    #expect(try journal.replays(on: feature(adding: 1)) == nil)
    #expect(try journal.replays(on: feature(adding: 2)) != nil)
  }
}

private struct Hidden: Codable, Equatable {}

struct Unequal: Codable {}

/// A state that is equal whatever its count.
struct Loose: Codable, Equatable {
  var count = 0

  static func == (first: Loose, second: Loose) -> Bool { true }
}

/// A value that differs after it was read back.
struct Forgetful: Codable {
  var count = 0

  init(count: Int) { self.count = count }

  init(from decoder: any Decoder) throws { count = 0 }
}

struct Unread: Codable {
  init() {}

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: [PayloadKey.p], debugDescription: ""))
  }

  func encode(to encoder: any Encoder) throws {}

  private enum PayloadKey: CodingKey { case p }
}

@Reducer struct Family {
  struct State: Equatable, Codable {
    var child: Child.State?
  }

  enum Action: Equatable, Codable {
    case child(Child.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.child, action: \.child) { Child() }
  }

  @Reducer struct Child {
    struct State: Equatable, Codable {}
    enum Action: Equatable, Codable { case tapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }
}

/// A feature with names that are keywords, and values that look like source.
@Reducer struct Hostile {
  struct State: Equatable, Codable {
    var `init` = 0
    var _hidden = 0
    var clamped = Clamped(value: 1)
    var mode: Mode?
    var text = ""
    var numbers: Set<Int> = [3, 1, 2]
    var wrapped = Wrapped(text: "")
  }

  enum Mode: Equatable, Codable { case none, some, `self` }

  /// A value that describes itself as something else.
  enum Liar: String, Equatable, Codable, CustomDebugStringConvertible {
    case truth

    var debugDescription: String { "lie" }
  }

  struct Clamped: Equatable, Codable {
    var value: Double
  }

  /// A value that is written as its text.
  struct Wrapped: Equatable, Codable {
    var text: String

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  enum Action: Equatable, Codable {
    case `init`(`inout`: Int)
    case `self`
    case hidden
    case text(String)
    case wrapped(Wrapped)
    case mode(Mode)
    case optionalMode(Mode?)
    case liar(Liar)
    case number(Double, Float, UInt64)
    case numbers([Int])
    case pair(_ first: Int, second: Mode)
  }

  static let actions: [Action] = [
    .`init`(`inout`: -5), .`self`, .hidden, .text("a\"\\(b)\n\u{202E}\u{301}#"), .text(""),
    .wrapped(Wrapped(text: "\"#\\#(1)\"##\u{202E}\0\u{1F600}\u{301}")), .wrapped(Wrapped(text: "")),
    .mode(.none), .optionalMode(Mode.none), .optionalMode(nil), .optionalMode(.some(.some)),
    .optionalMode(.`self`), .liar(.truth), .number(.leastNonzeroMagnitude, -0.0, .max),
    .number(1e300, .infinity, 0),
    .numbers([5, 4]), .pair(1, second: .some),
  ]

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .`init`, .`self`: state.`init` += 7
    case .hidden: state._hidden += 1
    case .text(let text): state.text = text
    case .wrapped(let wrapped): state.wrapped = wrapped
    case .mode(let mode): state.mode = mode
    case .optionalMode(let mode): state.mode = mode
    case .liar: state.text = "liar"
    case .number(let number, _, _): state.clamped.value = number
    case .numbers(let numbers): state.numbers.formUnion(numbers)
    case .pair(let first, let mode): (state.`init`, state.mode) = (first, mode)
    }
    return .none
  }
}

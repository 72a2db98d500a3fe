import Testing

/// Law 1: the compiler keeps a store on the actor that made it.
@Suite struct OwnershipCompileTests {
  private static let counter = """
    struct Counter: Reducer {
      struct State { var count = 0 }
      enum Action: Sendable { case increment }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.count += 1
        return .none
      }
    }
    """

  @Test(arguments: [
    "@MainActor func onMain() { _ = Store(initialState: Counter.State()) { Counter() } }",
    """
    @MainActor final class Screen {
      private let store: StoreOf<Counter>
      init() { store = Store(initialState: Counter.State()) { Counter() } }
      func tap() { store.send(.increment) }
    }
    """,
    """
    actor Owner {
      private let store: StoreOf<Counter>
      init() async { store = Store(initialState: Counter.State()) { Counter() } }
      func tap() async { await store.send(.increment).finish() }
    }
    """,
    """
    func run(isolation: isolated any Actor = #isolation) {
      Store(initialState: Counter.State()) { Counter() }.send(.increment)
    }
    """,
  ])
  func law1AStoreOnAnyActorCompiles(code: String) throws {
    let verdict = try Compiler.check("\(Self.counter)\n\(code)")
    #expect(verdict.isAccepted, "\(verdict.diagnostics)")
  }

  @Test func law1AStoreOffEveryActorDoesNotCompile() throws {
    let codes = [
      "func off() { _ = Store(initialState: Counter.State()) { Counter() } }",
      "@concurrent func off() async { _ = Store(initialState: Counter.State()) { Counter() } }",
      "struct Off { let store = Store(initialState: Counter.State()) { Counter() } }",
      // The initialiser of an actor that is not 'async' runs off it.
      "actor Off { init() { _ = Store(initialState: Counter.State()) { Counter() } } }",
      """
      actor Off {
        let store: StoreOf<Counter>
        init() { store = Store(initialState: Counter.State()) { Counter() } }
      }
      """,
      """
      final class Off {
        let store: StoreOf<Counter>
        init() async { store = Store(initialState: Counter.State()) { Counter() } }
      }
      """,
    ]
    // One run of the compiler for all of them.
    let files = codes.enumerated().map { ("Off\($0)", "\(Self.counter)\n\($1)") }
    let answers = try Compiler.checkTypes(in: Dictionary(uniqueKeysWithValues: files))
    let diagnostic = """
      'nil' is not compatible with expected argument type '`an actor: make a store on \
      '@MainActor', in a method or 'init() async' of an actor`' (aka 'any Actor')
      """
    // The error is in the expansion of a macro, and the line below it names the file.
    let origins = answers.text.split(separator: diagnostic).dropFirst()
      .map { $0.dropFirst().prefix { $0 != "\n" } }
    for (name, code) in files {
      #expect(
        origins.contains { $0.contains("/\(name).swift:") }, "\(code)\n\(answers.text)")
    }
  }

  @Test func law1AStoreIsNotSendable() throws {
    try expect(
      "stored property 'store' of 'Sendable'-conforming struct 'Box' has non-Sendable type",
      from: "struct Box: Sendable { let store: StoreOf<Counter> }")
  }

  @Test func law1AStoreCannotBeUsedInAnotherTask() throws {
    try expect(
      "risks causing data races between 'self'-isolated code and concurrent execution",
      from: """
        actor Owner {
          func leak() {
            let store = Store(initialState: Counter.State()) { Counter() }
            Task.detached { store.send(.increment) }
          }
        }
        """)
  }

  @Test func law1AStoreCannotBeGivenToAnotherActor() throws {
    try expect(
      "sending 'store' risks causing data races",
      from: """
        actor Other { func keep(_ store: StoreOf<Counter>) {} }
        @MainActor func give(_ other: Other) async {
          let store = Store(initialState: Counter.State()) { Counter() }
          await other.keep(store)
        }
        """)
  }

  @Test func anEffectThatCapturesWhatIsNotSendableDoesNotCompile() throws {
    try expect(
      "capture of 'box' with non-Sendable type 'Box' in a '@Sendable' closure",
      from: """
        final class Box { var value = 0 }
        func effect(_ box: Box) -> Effect<Int> { .run { send in await send(box.value) } }
        """)
  }

  /// Expects that code is refused, and why.
  private func expect(
    _ diagnostic: String, from code: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let verdict = try Compiler.check("\(Self.counter)\n\(code)")
    #expect(!verdict.isAccepted, sourceLocation: sourceLocation)
    #expect(
      verdict.diagnostics.contains(diagnostic), "\(verdict.diagnostics)",
      sourceLocation: sourceLocation)
  }
}

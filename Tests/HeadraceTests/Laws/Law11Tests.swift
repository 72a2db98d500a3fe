import Headrace
import Testing

@MainActor
@Suite("Law 11: dependencies travel")
struct Law11Tests {
  @Test("Law 11: an override reaches the whole subtree, and nothing else")
  func overridesReachTheirSubtree() {
    let store = Store(initialState: Family.State()) {
      Family()
    } withDependencies: {
      $0.greeting.text = "store"
    }
    store.send(.left(.read))
    store.send(.right(.read))
    store.send(.read)
    #expect(store.state.left.seen == ["store+left"])
    #expect(store.state.right.seen == ["store"])
    #expect(store.state.seen == ["store"])
    #expect(currentGreeting() == "test", "nothing is left on the thread")
  }

  @Test("Law 11: an effect runs with the values that its reducer had")
  func effectsRunWithTheValuesOfTheirReducer() async {
    let store = Store(initialState: Family.State()) {
      Family()
    } withDependencies: {
      $0.greeting.text = "store"
    }
    await store.send(.left(.run)).finish()
    await store.send(.right(.run)).finish()
    await store.send(.run).finish()
    #expect(store.state.left.seen == ["store+left", "child: store+left", "later: store+left"])
    #expect(store.state.right.seen == ["store", "child: store", "later: store"])
    #expect(store.state.seen == ["store", "child: store", "later: store"])
  }

  @Test("Law 11: the nearest override wins, and an outer one changes nothing inside")
  func theNearestOverrideWins() async {
    let store = Store(initialState: Reader.State()) {
      Layers().dependency(\.greeting, Greeting(text: "outer"))
    }
    await store.send(.read).finish()
    #expect(store.state.seen == ["inner", "outer"])
    await store.send(.run).finish()
    #expect(
      Set(store.state.seen.dropFirst(2)) == [
        "inner", "child: inner", "later: inner", "outer", "child: outer", "later: outer",
      ])
  }

  @Test("Law 11: a store keeps the dependency values of the code that made it")
  func aStoreKeepsTheValuesOfThePlaceThatMadeIt() async {
    let store = withDependencies {
      $0.greeting.text = "made with"
    } operation: {
      Store(initialState: Reader.State()) { Reader() }
    }
    await withDependencies {
      $0.greeting.text = "sent with"
    } operation: {
      await store.send(.run).finish()
    }
    #expect(store.state.seen == ["made with", "child: made with", "later: made with"])
  }

  @Test("Law 11: an effect that is made within an override has its values, however it is returned")
  func effectsThatAreMadeWithinAnOverride() async {
    let store = Store(initialState: Reader.State()) {
      Reduce<Reader.State, Reader.Action> { state, action in
        let (effect, count) = withDependencies {
          $0.greeting.text = "inside"
        } operation: {
          (Reader().reduce(into: &state, action: action), 1)
        }
        #expect(count == 1)
        return effect
      }
    }
    await store.send(.run).finish()
    #expect(store.state.seen.first == "inside")
    #expect(store.state.seen.dropFirst().allSatisfy { $0.hasSuffix(": inside") })
    #expect(store.state.seen.count == 3)
  }

  @Test("Law 11: code inside a reducer can override for itself")
  func reducersCanOverrideForTheirOwnCalls() {
    let store = Store(initialState: [String]()) {
      Reduce<[String], Void> { state, _ in
        state.append(
          withDependencies {
            $0.greeting.text += "+inside"
          } operation: {
            currentGreeting()
          })
        state.append(currentGreeting())
        return .none
      }
      .dependency(\.greeting, Greeting(text: "node"))
    }
    store.send(())
    #expect(store.state == ["node+inside", "node"])
  }

  @Test("Law 11: two stores on one thread do not see each other's values")
  func nestedStoresKeepTheirOwnValues() {
    let inner = Store(initialState: Reader.State()) {
      Reader()
    } withDependencies: {
      $0.greeting.text = "inner store"
    }
    let outer = Store(initialState: [String]()) {
      Reduce<[String], Void> { state, _ in
        MainActor.assumeIsolated { _ = inner.send(.read) }
        state.append(currentGreeting())
        return .none
      }
    } withDependencies: {
      $0.greeting.text = "outer store"
    }
    outer.send(())
    #expect(inner.state.seen == ["inner store"])
    #expect(outer.state == ["outer store"])
  }

  @Test("Law 11: changing part of a value that has no test value is no misuse")
  func transformingReadsWithoutAReport() async {
    let reports = await reports {
      let store = Store(initialState: [String]()) {
        Reduce<[String], Void> { state, _ in
          @Dependency(\.liveOnly) var liveOnly
          state.append(liveOnly.text)
          return .none
        }
        .transformDependency(\.liveOnly) { $0.text = "given" }
      }
      store.send(())
      #expect(store.state == ["given"])
    }
    #expect(reports == [])
  }
}

/// Records the current greeting: in the reducer, in an effect, and in a task below it.
private struct Reader: Reducer {
  struct State: Equatable {
    var seen: [String] = []
  }

  enum Action {
    case read, run
    case saw(String)
  }

  @Dependency(\.greeting) var greeting

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .read:
      state.seen.append(greeting.text)
      return .none
    case .run:
      return .run { send in
        await send(.saw(currentGreeting()))
        async let child = currentGreeting()
        await send(.saw("child: \(await child)"))
        await Task.yield()
        await send(.saw("later: \(currentGreeting())"))
      }
    case .saw(let text):
      state.seen.append(text)
      return .none
    }
  }
}

/// Reads twice, the first time with its own greeting.
private struct Layers: Reducer {
  var body: some Reducer<Reader.State, Reader.Action> {
    Reader().dependency(\.greeting, Greeting(text: "inner"))
    Reader()
  }
}

/// Two children, of which one has another greeting.
private struct Family: Reducer {
  struct State: Equatable {
    var left = Reader.State()
    var right = Reader.State()
    var seen: [String] = []
  }

  enum Action: CasePathable {
    case left(Reader.Action)
    case right(Reader.Action)
    case read, run
    case saw(String)

    struct AllCasePaths {
      var left: AnyCasePath<Action, Reader.Action> {
        AnyCasePath(embed: { .left($0) }, extract: { if case .left(let a) = $0 { a } else { nil } })
      }
      var right: AnyCasePath<Action, Reader.Action> {
        AnyCasePath(
          embed: { .right($0) }, extract: { if case .right(let a) = $0 { a } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Dependency(\.greeting) var greeting

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: \.left) { Reader() }
      .transformDependency(\.greeting) { $0.text += "+left" }
    Scope(state: \.right, action: \.right) { Reader() }
    Reduce { state, action in
      switch action {
      case .left, .right:
        return .none
      case .read:
        state.seen.append(greeting.text)
        return .none
      case .run:
        return .run { send in
          await send(.saw(currentGreeting()))
          async let child = currentGreeting()
          await send(.saw("child: \(await child)"))
          await Task.yield()
          await send(.saw("later: \(currentGreeting())"))
        }
      case .saw(let text):
        state.seen.append(text)
        return .none
      }
    }
  }
}

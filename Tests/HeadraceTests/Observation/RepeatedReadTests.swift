import Headrace
import Testing

/// Three numbers that an observer reads in the order that a test chooses.
@Reducer
struct Dials {
  @ObservableState
  struct State {
    var a = 0
    var b = 0
    var c = 0
  }

  enum Action {
    case turn(Dial)
  }

  enum Dial {
    case a, b, c
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .turn(.a): state.a += 1
      case .turn(.b): state.b += 1
      case .turn(.c): state.c += 1
      }
      return .none
    }
  }
}

/// An observer that reads the same fields in the same order as before does not subscribe again.
@MainActor
@Suite("Law 12: observers that read the same fields again")
struct RepeatedReadTests {
  private static func read(_ dials: [Dials.Dial], of store: StoreOf<Dials>) {
    for dial in dials {
      switch dial {
      case .a: _ = store.a
      case .b: _ = store.b
      case .c: _ = store.c
      }
    }
  }

  /// After a second run, the observer is notified of exactly the fields that this run has read.
  @Test(arguments: [
    ([Dials.Dial.a, .b], [Dials.Dial.a]), ([.a, .b], [.b]), ([.a, .b], [.b, .a]),
    ([.a, .b], [.a, .b, .c]), ([.a, .b, .c], [.a, .c]), ([.a, .a, .b], [.a, .a, .b]),
    ([.a, .b, .a, .c], [.a, .b, .a, .c]), ([.a, .b, .a, .c], [.a, .b, .a]), ([.a], [.c]),
  ])
  func observersAreNotifiedOfTheFieldsTheyReadLast(first: [Dials.Dial], second: [Dials.Dial]) {
    let store = Store(initialState: Dials.State()) { Dials() }
    var runCount = 0
    var dials = first
    let token = store.observe {
      runCount += 1
      Self.read(dials, of: store)
    }
    dials = second
    store.send(.turn(first[0]))
    #expect(runCount == 2)
    // Twice: the second of these runs repeats the first.
    for _ in 0..<2 {
      for dial in [Dials.Dial.a, .b, .c] {
        let countBefore = runCount
        store.send(.turn(dial))
        #expect(runCount == countBefore + (second.contains(dial) ? 1 : 0), "\(dial)")
      }
    }
    token.cancel()
  }

  /// A change of a field that the run has read already makes it run again.
  @Test func fieldsReadAgainByARunCount() {
    let store = Store(initialState: Dials.State()) { Dials() }
    var seen: [Int] = []
    let token = store.observe {
      _ = store.a
      seen.append(store.b)
      if seen.count == 2 { store.send(.turn(.b)) }
      _ = store.c
    }
    store.send(.turn(.a))
    #expect(seen == [0, 0, 1])
    store.send(.turn(.c))
    #expect(seen == [0, 0, 1, 1])
    token.cancel()
  }

  /// A change of a field that only the last run has read does not.
  @Test func readsOfOnlyTheLastRunDoNotCount() {
    let store = Store(initialState: Dials.State()) { Dials() }
    var runCount = 0
    let token = store.observe {
      runCount += 1
      _ = store.a
      if runCount == 1 { _ = store.b } else if runCount == 2 { store.send(.turn(.b)) }
    }
    store.send(.turn(.a))
    #expect(runCount == 2)
    store.send(.turn(.b))
    #expect(runCount == 2)
    token.cancel()
  }
}

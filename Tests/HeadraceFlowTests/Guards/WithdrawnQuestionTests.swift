import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

/// The effect that asks a guard's question ends when the question is withdrawn, by anyone.
///
/// It once kept asking, and the push in question never finished.
@MainActor
@Suite("Law 8: a withdrawn question ends its effect", .timeLimit(.minutes(30)))
struct WithdrawnQuestionTests {
  /// A bank whose guard waits for a user who never answers.
  private static let bank = Bank {
    $0.routeGuard(asking: \.question) { change in
      guard change.added.contains(\.payment) else { return .allow }
      return .ask {
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
      }
    }
  }

  @Test func itEndsWhenTheCoordinatorWithdraws() async {
    let store = Store(initialState: BankState()) { Self.bank }
    let push = store.send(.pay)
    #expect(store.effects.map(\.name) == ["routeGuard"])
    #expect(store.effects.map(\.path.last) == ["RouteQuestion"])
    store.send(.withdraw)
    #expect(store.effects.isEmpty)
    await push.finish()
    #expect(store.routes.count == 1)
  }

  @Test("Law 14: questions that are withdrawn again and again leave nothing in flight")
  func nothingGrows() async {
    let store = Store(initialState: BankState()) { Self.bank }
    for _ in 0..<100 {
      store.send(.pay)
      store.send(.withdraw)
    }
    let last = store.send(.pay)
    #expect(store.effects.count == 1)
    await last.cancel()
    #expect(store.effects.isEmpty)
  }

  @Test func itEndsWhenAFeatureAboveWithdraws() async {
    let store = Store(initialState: Withdrawer.State()) { Withdrawer(bank: Self.bank) }
    let push = store.send(.bank(.pay))
    #expect(store.effects.count == 1)
    store.send(.withdraw)
    #expect(store.effects.isEmpty)
    await push.finish()
  }

  @Test func itEndsWhenAnotherQuestionTakesItsPlace() async {
    let store = Store(initialState: BankState()) { Self.bank }
    let first = store.send(.pay)
    let second = store.send(.pay)
    await first.finish()
    #expect(store.effects.count == 1)
    store.send(.withdraw)
    await second.finish()
    #expect(store.effects.isEmpty)
  }

  @Test func aQuestionThatStaysIsStillAsked() async {
    let store = Store(initialState: BankState()) { Self.bank }
    let push = store.send(.pay)
    store.send(.router(.routeAction(id: store.routes[0].id, action: .home(.visit))))
    #expect(store.effects.count == 1)
    await push.cancel()
  }
}

/// A feature above a bank, which can withdraw the question of the bank's guard.
private struct Withdrawer: Reducer {
  @ObservableState
  struct State: Equatable { var bank = BankState() }
  @CasePathable
  enum Action { case bank(BankAction), withdraw }
  let bank: Bank

  var body: some ReducerOf<Self> {
    Scope(state: \.bank, action: \.bank) { bank }
    Reduce { state, action in
      if case .withdraw = action { state.bank.question = nil }
      return .none
    }
  }
}

import Headrace
import HeadraceTesting
import Testing

/// Redux Toolkit, #2280: a task that was cancelled before its first run still ran.
@Suite("RTK #2280: a task that is cancelled before its first run never runs")
struct RTK2280Tests {
  /// The way in which a task is cancelled before it runs.
  enum Form: CaseIterable {
    case merged, mergedInFlight, sent, sentTwice, byAnotherEffect, byTheParent, withTheFeature
  }

  struct Child: Reducer {
    enum Action: Sendable { case start, cancel, ran }
    let ran: Locked<Int>

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .start: return Parent.work(ran)
      case .cancel: return .cancel(id: "work")
      case .ran:
        state += 1
        return .none
      }
    }
  }

  struct Parent: Reducer {
    struct State: Equatable { var child: Int? = 0 }
    @CasePathable
    enum Action: Sendable { case run(Form), child(Child.Action), cancel, close }
    let ran: Locked<Int>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .run(let form): return effect(form)
        case .cancel: return .cancel(id: "work")
        case .close: state.child = nil
        case .child: break
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Child(ran: ran) }
    }

    static func work<Sent>(_ ran: Locked<Int>) -> Effect<Sent> {
      .run { _ in ran.change { $0 += 1 } }.cancellable(id: "work")
    }

    private func effect(_ form: Form) -> Effect<Action> {
      switch form {
      case .merged: .merge(Self.work(ran), .cancel(id: "work"))
      case .mergedInFlight:
        .merge(Self.work(ran), Effect.send(.cancel).cancellable(id: "work", cancelInFlight: true))
      case .sent: .merge(Self.work(ran), .send(.cancel))
      case .sentTwice: .merge(.send(.child(.start)), .send(.child(.cancel)))
      case .byTheParent: .merge(.send(.child(.start)), .send(.cancel))
      case .withTheFeature: .merge(.send(.child(.start)), .send(.close))
      case .byAnotherEffect: .run { await $0(.run(.sent)) }
      }
    }
  }

  @MainActor
  @Test("In a store", arguments: [Form.merged, .mergedInFlight])
  func inAStore(form: Form) async {
    let ran = Locked(0)
    let store = Store(initialState: Parent.State()) { Parent(ran: ran) }
    for _ in 0..<200 {
      store.send(.run(form))
      #expect(store.effects.isEmpty)
    }
    await store.send(.cancel).finish()
    await Task.yield()
    #expect(ran.value == 0)
  }

  @Test("In a test store, where the order of tasks is known", arguments: Form.allCases)
  func inATestStore(form: Form) async {
    let ran = Locked(0)
    let store = TestStore(initialState: Parent.State()) { Parent(ran: ran) }
    store.exhaustivity = .off
    let task = await store.send(.run(form))
    await task.finish()
    await store.finish()
    #expect(ran.value == 0)
  }
}

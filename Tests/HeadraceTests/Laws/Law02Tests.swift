import Headrace
import Testing

@MainActor
@Suite("Law 2: run to completion, first in, first out")
struct Law02Tests {
  @Test("Law 2: run to completion, first in first out")
  func actionsSentWhileReducingWaitTheirTurn() {
    typealias Feature = ActionsSentWhileReducingWaitTheirTurn.Feature
    let store = Store(initialState: Feature.State()) { Feature() }
    store.send(.begin)
    #expect(store.state.order == [0, 1, 2, 3, 4], "all before send(_:) returned")
  }

  @Test("Law 2: a concatenation continues when its .send is reduced")
  func concatenationWaitsForItsSend() async {
    typealias Feature = ConcatenationWaitsForItsSend.Feature
    let log = Log()
    let store = Store(initialState: Feature.State()) { Feature(log: log) }
    await store.send(.begin).finish()
    #expect(log.entries == [], "'.cancel' came after what '.start' had started")
    #expect(store.effects.isEmpty)
  }

  @Test("Law 2: an action that an instrument sends in the middle waits its turn")
  func reentrantSendsWait() {
    typealias Echo = ReentrantSendsWait.Echo
    let store = Store<[Int], Int>(initialState: []) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action == 1 ? .send(10) : .none
      }
    }
    let echo = Echo()
    echo.store = store
    store.instrument = echo
    store.send(1)
    #expect(store.state == [1, 2, 10, 3])
  }
}

// MARK: - Fixtures

extension Law02Tests {
  fileprivate enum ActionsSentWhileReducingWaitTheirTurn {
    struct Feature: Reducer {
      struct State { var order: [Int] = [] }
      enum Action { case begin, append(Int), both }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .begin:
            state.order.append(0)
            return .merge(.send(.both), .send(.append(2)))
          case .both:
            state.order.append(1)
            return .concatenate(.send(.append(3)), .send(.append(4)))
          case .append(let number):
            state.order.append(number)
            return .none
          }
        }
      }
    }
  }

  fileprivate enum ConcatenationWaitsForItsSend {
    struct Feature: Reducer {
      let log: Log
      struct State {}
      enum Action { case begin, start }
      enum CancelID { case work }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .begin:
          return .concatenate(.send(.start), .cancel(id: CancelID.work))
        case .start:
          return .run { [log] _ in
            for await _ in AsyncStream<Never>.makeStream().stream {}
            if !Task.isCancelled { log.write("ran to its end") }
          }
          .cancellable(id: CancelID.work)
        }
      }
    }
  }

  fileprivate enum ReentrantSendsWait {
    final class Echo: StoreInstrument {
      weak var store: Store<[Int], Int>?
      func actionReduced(_ action: Int, id: ActionID, state: [Int]) {
        if action < 3 { store?.send(action + 1) }
      }
    }
  }
}

import Headrace
import HeadraceTesting
import Testing

/// On the test store's executor all of a burst is sent before the first action is reduced.
@Suite("Law 14: nothing grows without a limit")
struct EffectOverflowTests {
  @Test("Law 14: by default each sender waits, and nothing is lost")
  func suspendLosesNothing() async {
    await expect(Array(0..<Burst.count), with: .suspend)
  }

  @Test("Law 14: if the latest actions are kept, older ones are lost", arguments: [1, 3])
  func latestKeepsTheLast(limit: Int) async {
    await expect(Array(Burst.count - limit..<Burst.count), with: .latest(limit))
  }

  @Test("Law 14: where newer ones are dropped the first actions are reduced", arguments: [1, 3])
  func dropKeepsTheFirst(limit: Int) async {
    await expect(Array(0..<limit), with: .drop(limit))
  }

  @Test("Law 14: actions that are sent one after the other are all reduced, whatever the overflow")
  func oneAfterTheOtherLosesNothing() async {
    for overflow in [EffectOverflow.suspend, .latest, .drop] {
      await expect(Array(0..<Burst.count), with: overflow, sending: .oneAfterTheOther)
    }
  }

  private func expect(
    _ numbers: [Int], with overflow: EffectOverflow, sending: Burst.Sending = .allAtOnce
  ) async {
    let store = TestStore(initialState: Burst.State()) {
      Burst(overflow: overflow, sending: sending)
    }
    await store.send(.start)
    for (count, number) in numbers.enumerated() {
      await store.receive(.received(number)) { $0.received = Array(numbers[...count]) }
    }
    await store.finish()
  }
}

private struct Burst: Reducer {
  enum Sending { case allAtOnce, oneAfterTheOther }

  struct State: Equatable {
    var received: [Int] = []
  }

  enum Action: Equatable {
    case start
    case received(Int)
  }

  static let count = 20
  let overflow: EffectOverflow
  let sending: Sending

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run(overflow: overflow) { [sending] send in
        switch sending {
        case .allAtOnce:
          await withTaskGroup { group in
            for number in 0..<Self.count { group.addTask { await send(.received(number)) } }
          }
        case .oneAfterTheOther:
          for number in 0..<Self.count { await send(.received(number)) }
        }
      }
    case .received(let number):
      state.received.append(number)
      return .none
    }
  }
}

import Headrace
import Testing

/// Has one effect in flight, with ids of three types, and cancels by any id.
private struct Waiter: Reducer {
  enum CancelID: Int { case wait, other }

  enum Action {
    case start(Gate)
    case cancel(any Hashable & Sendable)
  }

  var body: some Reducer<Int, Action> {
    Reduce { _, action in
      switch action {
      case .start(let gate):
        .run { _ in await gate.pass() }
          .cancellable(id: CancelID.wait)
          .cancellable(id: 7)
          .cancellable(id: "seven")
      case .cancel(let id):
        Self.cancel(id)
      }
    }
  }

  private static func cancel(_ id: some Hashable & Sendable) -> EffectOf<Self> { .cancel(id: id) }
}

/// Runs under equal ids of two types, few effects of each in an interval.
private struct Throttler: Reducer {
  enum Action { case work, workOther, cancelOther }

  var body: some Reducer<Int, Action> {
    Reduce { _, action in
      switch action {
      case .work: Self.work(id: 7)
      case .workOther: Self.work(id: 7 as UInt8)
      case .cancelOther: .cancel(id: 7 as UInt8)
      }
    }
  }

  private static func work(id: some Hashable & Sendable) -> EffectOf<Self> {
    .run(name: "\(type(of: id))") { _ in await Gate().pass() }
      .throttle(id: id, for: .seconds(3600), clock: ContinuousClock(), latest: true)
  }
}

@MainActor
@Suite("Law 7: an effect is cancelled by each of its ids, and by no other")
struct CancelIDTests {
  nonisolated private static let ids: [any Hashable & Sendable] = [
    Waiter.CancelID.wait, 7, "seven",
  ]
  nonisolated private static let others: [any Hashable & Sendable] = [
    Waiter.CancelID.other, 8, "eight", 7 as UInt8, 7.0, Substring("seven"), Int?.some(7),
  ]

  @Test(arguments: ids.indices)
  func eachOfItsIDsCancels(index: Int) async {
    let store = Store(initialState: 0) { Waiter() }
    let task = store.send(.start(Gate()))
    store.send(.cancel(Self.ids[index]))
    #expect(store.effects.isEmpty)
    await task.finish()
  }

  @Test(arguments: others.indices)
  func noOtherIDCancels(index: Int) async {
    let store = Store(initialState: 0) { Waiter() }
    let gate = Gate()
    let task = store.send(.start(gate))
    store.send(.cancel(Self.others[index]))
    #expect(store.effects.count == 1)
    gate.open()
    await task.finish()
  }

  @Test func equalIDsOfDifferentTypesAreThrottledApart() {
    let store = Store(initialState: 0) { Throttler() }
    let names = { store.effects.compactMap(\.name).sorted() }
    store.send(.work)
    store.send(.workOther)
    #expect(names() == ["Int", "UInt8"])
    store.send(.workOther)
    #expect(names() == ["Int", "UInt8"])
    store.send(.cancelOther)
    #expect(names() == ["Int"])
  }
}

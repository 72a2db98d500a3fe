import Testing

@testable import Headrace

private enum SleeperAction { case sleep, wake }

/// Starts an effect that runs until it is cancelled.
private struct Sleeper<Part>: Reducer {
  enum CancelID { case sleep }

  let part: Part
  /// Unmanaged, so that a sleeper has no parts except these bytes; the test retains it.
  let reads: Unmanaged<Reads>

  var body: some Reducer<Int, SleeperAction> {
    let _ = reads.takeUnretainedValue().note()
    Reduce { state, action in
      state += 1
      switch action {
      case .sleep: return .run { _ in await Gate().pass() }.cancellable(id: CancelID.sleep)
      case .wake: return .cancel(id: CancelID.sleep)
      }
    }
  }
}

private struct Room<Part>: Reducer {
  struct State { var (left, right) = (0, 0) }
  @CasePathable
  enum Action { case left(SleeperAction), right(SleeperAction) }

  let left: Sleeper<Part>
  let right: Sleeper<Part>

  var body: some Reducer<State, Action> {
    Scope(state: \.left, action: \.left) { left }
    Scope(state: \.right, action: \.right) { right }
  }
}

/// Two equal reducers whose bytes differ have two nodes, and nothing else differs.
@MainActor
@Suite("Which children share a node")
struct SharedNodeTests {
  @Test("Law 4: reducers with equal bytes share a node; others behave in the same way")
  func equalBytes() async {
    let (sharedReads, shared) = await run(1, 1)
    let (one, other) = (text(), text())
    let (textReads, texts) = await run(one, other)
    let (closureReads, closures) = await run({ one }, { other })
    #expect([sharedReads, textReads, closureReads] == [1, 2, 2])
    #expect(
      shared
        == "left 2, right 2; in flight 1, 0; started 1 2, cancelled 1 2, ended , late 0, actions 4")
    #expect(texts == shared)
    #expect(closures == shared)
  }

  // MARK: - Running

  /// Lets two children start and cancel the same effect.
  ///
  /// - Returns: The number of times their body was read, and the events.
  private func run<Part>(_ left: Part, _ right: Part) async -> (reads: Int, told: String) {
    let reads = Reads()
    let store = Store(initialState: Room<Part>.State()) {
      Room(
        left: Sleeper(part: left, reads: .passUnretained(reads)),
        right: Sleeper(part: right, reads: .passUnretained(reads)))
    }
    let spy = EffectSpy<Room<Part>.State, Room<Part>.Action>()
    store.instrument = spy
    let tasks = [store.send(.left(.sleep)), store.send(.right(.sleep))]
    store.send(.left(.wake))
    let first = store.effects.count
    store.send(.right(.wake))
    let second = store.effects.count
    for task in tasks { await task.finish() }
    func list(_ ids: [EffectID]) -> String {
      ids.map { String($0.rawValue) }.joined(separator: " ")
    }
    let told =
      "left \(store.state.left), right \(store.state.right); in flight \(first), \(second); "
      + "started \(list(spy.started)), cancelled \(list(spy.cancelled)), "
      + "ended \(list(spy.ended)), late \(spy.lateSends), actions \(store.runtime.lastAction)"
    return withExtendedLifetime(reads) { (reads.count, told) }
  }

  // MARK: - Making Parts

  /// Returns a text with its own memory.
  private func text() -> String { String(repeating: "a", count: 40) }
}

import Testing

@testable import Headrace

/// A byte, seven bytes of padding, and a number.
private struct Padded {
  let byte: UInt8
  let number: Int64
}

/// A text that its mirror does not show.
private struct Hidden: CustomReflectable {
  let text: String
  var customMirror: Mirror { Mirror(self, children: []) }
}

private enum SleeperAction { case sleep, wake }

/// Starts an effect that runs until it is cancelled.
private struct Sleeper<Part>: Reducer {
  enum CancelID { case sleep }

  let part: Part
  /// Unmanaged, so that a sleeper has no parts but these bytes; the test retains it.
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

/// A wrong "no" of `ReducerEquality.isSame` costs one more node, and changes nothing else.
@MainActor
@Suite("What it costs when two equal reducers are not recognised")
struct ReducerEqualityCostTests {
  @Test("Law 4: reducers that differ only in padding share a node")
  func padding() async throws {
    try #require(MemoryLayout<Padded>.offset(of: \.number) == 8)
    let (zeros, ones) = (padded(with: 0), padded(with: .max))
    defer {
      zeros.deallocate()
      ones.deallocate()
    }
    #expect(!haveSameBytes(zeros, ones))
    #expect(areSame(zeros, ones))
    let (reads, _) = await run(at: zeros, ones)
    #expect(reads == 1)
  }

  @Test("Law 4: reducers with equal texts in different memory share a node")
  func texts() async {
    let (reads, _) = await run(text(), text())
    #expect(reads == 1)
  }

  @Test("Law 4: of reducers that can't be compared, each has its node, and nothing else differs")
  func incomparable() async {
    let (sharedReads, shared) = await run(1, 1)
    let (hiddenReads, hidden) = await run(Hidden(text: text()), Hidden(text: text()))
    let (one, other) = (text(), text())
    let (closureReads, closure) = await run({ one }, { other })
    #expect([sharedReads, hiddenReads, closureReads] == [1, 2, 2])
    #expect(
      shared
        == "left 2, right 2; in flight 1, 0; started 1 2, cancelled 1 2, ended , late 0, actions 4")
    #expect(hidden == shared)
    #expect(closure == shared)
  }

  // MARK: - Running

  private func run<Part>(_ left: Part, _ right: Part) async -> (reads: Int, told: String) {
    let parts = UnsafeMutablePointer<Part>.allocate(capacity: 2)
    parts.initialize(to: left)
    (parts + 1).initialize(to: right)
    defer {
      parts.deinitialize(count: 2)
      parts.deallocate()
    }
    return await run(at: parts, parts + 1)
  }

  /// Lets two children start and cancel the same effect.
  ///
  /// - Returns: How often their body was read, and what happened.
  private func run<Part>(
    at left: UnsafePointer<Part>, _ right: UnsafePointer<Part>
  ) async -> (reads: Int, told: String) {
    let reads = Reads()
    let store = Store(initialState: Room<Part>.State()) {
      Room(
        left: Sleeper(part: left.pointee, reads: .passUnretained(reads)),
        right: Sleeper(part: right.pointee, reads: .passUnretained(reads)))
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

  /// A text with memory of its own.
  private func text() -> String { String(repeating: "a", count: 40) }

  private func padded(with fill: UInt8) -> UnsafeMutablePointer<Padded> {
    let pointer = UnsafeMutablePointer<Padded>.allocate(capacity: 1)
    pointer.initialize(to: Padded(byte: 1, number: 2))
    for offset in 1..<8 {
      UnsafeMutableRawPointer(pointer).storeBytes(of: fill, toByteOffset: offset, as: UInt8.self)
    }
    return pointer
  }

  // Generic and by address, so that the padding is copied as the store copies it.

  private func haveSameBytes<Part>(
    _ first: UnsafePointer<Part>, _ second: UnsafePointer<Part>
  ) -> Bool {
    UnsafeRawBufferPointer(start: first, count: MemoryLayout<Part>.size).elementsEqual(
      UnsafeRawBufferPointer(start: second, count: MemoryLayout<Part>.size))
  }

  private func areSame<Part>(
    _ first: UnsafePointer<Part>, _ second: UnsafePointer<Part>
  ) -> Bool {
    ReducerEquality.isSame(first.pointee, second.pointee)
  }
}

import Headrace
import Observation
import Synchronization
import TestEffort
import Testing

/// Law 14: nothing grows, nor costs more permanently after something has ended; here, observation.
@MainActor
struct Law14ObservationTests {
  private let store: StoreOf<CopyTree>

  init() {
    var state = CopyTree.State()
    state.rows = [CopyLeaf.State(id: 1), CopyLeaf.State(id: 2)]
    store = Store(initialState: state) { CopyTree() }
  }

  private let nothing = [0, 0, 0]

  @Test("Law 14: a store keeps no places after its last observer")
  func lastToken() throws {
    let row = try #require(store.scope(state: \.rows, action: \.rows)[id: 1])
    let twigLeaf = store.scope(state: \.twig, action: \.twig)
      .scope(state: \.leaf, action: \.leaf)
    let first = store.observe { [store] in _ = (store.x, row.a, twigLeaf.b, store.leaf.a) }
    var second: ObserveToken? = store.observe { [store] in _ = (store.state, row.a) }
    #expect(store.observationCounts != nothing)
    row.change { $0.a = 1 }
    store.change { $0.x = 1 }
    first.cancel()
    #expect(store.observationCounts != nothing)
    withExtendedLifetime(second) {}
    second = nil
    #expect(store.observationCounts == nothing)
  }

  @Test("Law 14: a plain read leaves nothing behind")
  func plainReads() throws {
    let row = try #require(store.scope(state: \.rows, action: \.rows)[id: 1])
    _ = (store.x, row.a, store.state, store.scope(state: \.draft, action: \.draft)?.a)
    #expect(store.observationCounts == nothing)
  }

  @Test("Law 14: a field that is not read any more is forgotten")
  func fieldsThatAreNotReadAnyMore() {
    var reads = 0
    let token = store.observe { [store] in
      reads += 1
      if store.x < 2 { _ = (store.leaf.a, store.other.a) }
    }
    let counts = store.observationCounts
    for _ in 0..<100 { store.change { $0.leaf.a += 1 } }
    #expect(reads == 101)
    #expect(store.observationCounts == counts)
    store.change { $0.x = 2 }
    #expect(store.observationCounts[1] == 1)
    store.change { $0.leaf.a += 1 }
    #expect(reads == 102)
    token.cancel()
  }

  @Test("Law 14: observers, rows and stores that are added and removed leave nothing behind")
  func comingAndGoing() throws {
    let list = store.observe { [store] in _ = store.scope(state: \.rows, action: \.rows).ids }
    let counts = store.observationCounts
    for id in 10..<1_000 {
      store.change { state in
        state.rows.append(CopyLeaf.State(id: id))
        if state.rows.count > 5 { state.rows.removeFirst() }
      }
      let row = try #require(store.scope(state: \.rows, action: \.rows)[id: id])
      let token = row.observe { _ = row.a }
      row.change { $0.a = 1 }
      if id.isMultiple(of: 2) { token.cancel() }
      withExtendedLifetime(token) {}
    }
    #expect(store.observationCounts == counts)
    list.cancel()
    #expect(store.observationCounts == nothing)
  }

  /// A debug build takes seconds for a million, so there are a hundred thousand at most.
  @Test("Law 14: the store's bookkeeping is the same after very many operations as before")
  func manyOperations() {
    let kept = store.observe { [store] in _ = store.x }
    let counts = store.observationCounts
    for step in 1...Effort.count(100_000) {
      let token = store.observe { [store] in _ = (store.leaf.a, store.draft?.a) }
      switch step % 4 {
      case 0: store.change { $0.leaf.a += 1 }
      case 1: store.change { $0.x += 1 }
      case 2: store.change { $0.draft = $0.draft == nil ? CopyLeaf.State() : nil }
      default: break
      }
      token.cancel()
      if step.isMultiple(of: Effort.count(10_000)) { #expect(store.observationCounts == counts) }
    }
    kept.cancel()
    #expect(store.observationCounts == nothing)
  }

  @Test("Law 14: a child store released before its observer leaves nothing, once that ran")
  func storesThatGoFirst() throws {
    var row = store.scope(state: \.rows, action: \.rows)[id: 1]
    let token = store.observe { [weak row] in _ = row?.a }
    #expect(store.observationCounts != nothing)
    withExtendedLifetime(row) {}
    row = nil
    store.send(.rows(.element(id: 1, action: .change { $0.a = 1 })))
    #expect(store.observationCounts == nothing)
    token.cancel()
  }

  @Test("Law 14: an observer may outlive the store that it read")
  func storesThatGoAltogether() throws {
    var other: StoreOf<CopyTree>? = Store(initialState: CopyTree.State()) { CopyTree() }
    var runs = 0
    let token = store.observe { [store, weak other] in
      runs += 1
      _ = (store.x, other?.x, other?.leaf.a)
    }
    other?.change { $0.x = 1 }
    #expect(runs == 2)
    other = nil
    store.change { $0.x = 1 }
    #expect(runs == 3)
    token.cancel()
    #expect(store.observationCounts == nothing)
  }

  @Test("Law 14: the system's tracking is removed after its notification")
  func systemTracking() {
    withObservationTracking {
      _ = store.x
    } onChange: {
    }
    #expect(store.observationCounts != nothing)
    store.change { $0.x += 1 }
    #expect(store.observationCounts == nothing)
  }

  @Test("Law 12: an observer reads many fields in any order, and is notified of each once")
  func manyFieldsInAnyOrder() {
    var runs = 0
    let token = store.observe { [store] in
      runs += 1
      for _ in 0..<3 { _ = (store.x, store.leaf.a, store.x) }
      if runs.isMultiple(of: 2) { _ = store.other.a }
      _ = (store.twig, store.other.a, store.x)
    }
    let inner = store.observe { [store] in
      _ = store.x
      let nested = store.observe { _ = (store.x, store.leaf) }
      _ = (store.leaf, store.x)
      nested.cancel()
    }
    for round in 1...20 {
      store.change { $0.x += 1 }
      store.change { $0.other.a += 1 }
      store.change { $0.twig.c += 1 }
      #expect(runs == 1 + 3 * round)
    }
    token.cancel()
    inner.cancel()
    #expect(store.observationCounts == nothing)
  }

  @Test("Law 12: the system's tracking works within an observer, and again in onChange")
  func trackingWithinObservers() {
    let seen = Mutex<[Int]>([])
    let store = store
    // Unchecked: the tracking calls back on the main actor, as the store is there.
    nonisolated(unsafe) let reference = store
    @Sendable func track() {
      withObservationTracking {
        MainActor.assumeIsolated { seen.withLock { $0.append(reference.x) } }
      } onChange: {
        track()
      }
    }
    var isFirst = true
    let token = store.observe {
      if isFirst { track() }
      isFirst = false
      if store.leaf.a == 1, store.x == 0 { store.change { $0.x = 1 } }
    }
    store.change { $0.leaf.a = 1 }
    store.change { $0.x = 2 }
    store.change { $0.x = 3 }
    #expect(seen.withLock { $0 } == [0, 1, 2, 3])
    token.cancel()
  }

  @Test("Law 12: an observer added in the middle of a queue is notified of the rest")
  func comingInTheMiddle() {
    final class Registrar: StoreInstrument {
      typealias State = CopyTree.State
      typealias Action = CopyTree.Action
      var register: (() -> Void)?
      func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
        register?()
        register = nil
      }
    }
    let registrar = Registrar()
    var seen: [Int] = []
    var leaves: [Int] = []
    var tokens: [ObserveToken] = []
    let leaf = store.scope(state: \.leaf, action: \.leaf)
    registrar.register = { [store] in
      tokens.append(store.observe { seen.append(store.x) })
      tokens.append(store.observe { leaves.append(leaf.a) })
    }
    store.instruments = [registrar]
    store.change { $0.x = 1 }
    #expect(seen == [0, 1])
    #expect(leaves == [0])
    registrar.register = { [store] in tokens.append(store.observe { seen.append(-store.x) }) }
    store.change { $0.x = 2 }
    #expect(seen == [0, 1, -1, 2, -2])
    tokens = []
    #expect(store.observationCounts == nothing)
  }
}

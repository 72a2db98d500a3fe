import Testing

@testable import Headrace

/// Actions reach a child, and a child's actions the root, without a count of what they hold.
@MainActor
@Suite struct PayloadMovesTests {
  private let store: StoreOf<Harbor>

  init() {
    store = Store(initialState: Harbor.State()) { Harbor() }
  }

  /// Sends an action with a cargo in a way, often, and returns what was received.
  private func received(_ way: CargoWay, _ parcel: Parcel, _ cargo: Cargo) -> [Int] {
    let send = way.sender(of: store)
    for _ in 0..<3 { send(parcel.action(cargo)) }
    return store.withState { $0.received }
  }

  @Test(arguments: CargoWay.allCases, Parcel.allCases)
  fileprivate func anActionArrivesAndIsCountedNeitherUpNorDown(way: CargoWay, parcel: Parcel) {
    var cargo = Cargo(7)
    weak let observed = cargo
    #expect(received(way, parcel, cargo) == [7, 7, 7])
    #expect(isKnownUniquelyReferenced(&cargo))
    #expect(observed?.number == 7)
    cargo = Cargo(8)
    #expect(observed == nil)
  }

  @Test(arguments: CargoWay.allCases, Parcel.allCases)
  fileprivate func anActionThatWaitsHoldsItsPayload(way: CargoWay, parcel: Parcel) {
    var cargo: Cargo? = Cargo(7)
    weak let observed = cargo
    let send = way.sender(of: store)
    store.withState {
      $0.hook.run = {
        if let held = cargo { send(parcel.action(held)) }
        cargo = nil
        #expect(observed != nil)
      }
    }
    store.send(.callHook)
    #expect(store.withState { $0.received } == [7])
    #expect(observed == nil)
  }

  @Test(arguments: Parcel.allCases)
  fileprivate func aRecordedActionIsACopyOfItsOwn(parcel: Parcel) {
    var cargo = Cargo(7)
    store.withState { $0.hook.keeps = true }
    CargoWay.scope.sender(of: store)(parcel.action(cargo))
    #expect(!isKnownUniquelyReferenced(&cargo))
    #expect(store.withState { $0.hook.kept.map(\.number) } == [7])
    store.withState { $0.hook.kept = [] }
    #expect(isKnownUniquelyReferenced(&cargo))
  }

  @Test func anActionOfAnotherCaseIsLeftAsItIs() {
    var cargo = Cargo(7)
    store.send(.other(cargo))
    store.send(.inner(.other(cargo)))
    #expect(store.withState { $0.others } == [7, 7])
    #expect(isKnownUniquelyReferenced(&cargo))
  }

  @Test func anActionForAChildThatIsGoneIsCountedNeitherUpNorDown() {
    var cargo = Cargo(7)
    store.send(.remove)
    withKnownIssue {
      store.send(.optional(.reference(cargo)))
      store.send(.enumeration(.leaf(.reference(cargo))))
    }
    #expect(isKnownUniquelyReferenced(&cargo))
  }

  @Test func theseActionsAreMoved() {
    #expect(Harbor.Action.allCasePaths.inner.moves.areUsed)
    #expect(Harbor.Action.allCasePaths.optional.moves.areUsed)
    #expect(Harbor.Action.allCasePaths.enumeration.moves.areUsed)
    #expect(Dock.Action.allCasePaths.leaf.moves.areUsed)
    #expect(Quay.Action.allCasePaths.leaf.moves.areUsed)
  }

  @Test func anActionWithAWeakFieldIsCopied() {
    #expect(!Shed.Action.allCasePaths.item.moves.areUsed)
    let store = Store(initialState: Shed.State()) { Shed() }
    var cargo = Cargo(7)
    store.send(.item(.carry(WeakCargo(cargo))))
    store.scope(state: \.received, action: \.item).send(.carry(WeakCargo(cargo)))
    #expect(store.withState { $0.received } == [7, 7])
    #expect(isKnownUniquelyReferenced(&cargo))
  }

  @Test func anActionOfMoreThanAKilobyteIsCopied() {
    #expect(!Yard.Action.allCasePaths.item.moves.areUsed)
    let store = Store(initialState: Yard.State()) { Yard() }
    var cargo = Cargo(7)
    store.send(.item(.carry(LargeCargo(cargo))))
    store.scope(state: \.received, action: \.item).send(.carry(LargeCargo(cargo)))
    #expect(store.withState { $0.received } == [7, 7])
    #expect(isKnownUniquelyReferenced(&cargo))
  }
}

/// How an action takes its way to the leaf.
private enum CargoWay: CaseIterable {
  case scope, ifLet, ifCaseLet, childStore, optionalStore, caseStore

  /// What sends an action in this way. The child stores are made here, not while a reducer runs.
  @MainActor
  func sender(of store: StoreOf<Harbor>) -> (Berth.Action) -> Void {
    switch self {
    case .scope: return { store.send(.inner(.leaf($0))) }
    case .ifLet: return { store.send(.optional($0)) }
    case .ifCaseLet: return { store.send(.enumeration(.leaf($0))) }
    case .childStore:
      let child = store.scope(state: \.inner, action: \.inner)
        .scope(state: \.leaf, action: \.leaf)
      return { child.send($0) }
    case .optionalStore:
      let child = store.scope(state: \.optional, action: \.optional)
      return { child?.send($0) }
    case .caseStore:
      let child = store.scope(state: \.enumeration, action: \.enumeration)
        .scope(state: \.leaf, action: \.leaf)
      return { child?.send($0) }
    }
  }
}

/// How an action holds the cargo.
private enum Parcel: CaseIterable {
  case reference, labelled, existential, closure, indirectly, optional, result, pair

  func action(_ cargo: Cargo) -> Berth.Action {
    switch self {
    case .reference: .reference(cargo)
    case .labelled: .labelled(cargo: cargo)
    case .existential: .existential(cargo)
    case .closure: .closure { cargo }
    case .indirectly: .chain(.link(.link(.end(cargo))))
    case .optional: .optional(cargo)
    case .result: .result(.success(cargo))
    case .pair: .pair(cargo, at: 1)
    }
  }
}

private final class Cargo: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

// Unchecked: a cargo never changes, and the test is on one actor.
private struct WeakCargo: @unchecked Sendable {
  weak var cargo: Cargo?

  init(_ cargo: Cargo) {
    self.cargo = cargo
  }
}

private struct LargeCargo: Sendable {
  var words: InlineArray<200, Int> = .init(repeating: 1)
  var cargo: Cargo

  init(_ cargo: Cargo) {
    self.cargo = cargo
  }
}

private indirect enum CargoChain: Sendable {
  case link(CargoChain)
  case end(Cargo)

  var cargo: Cargo {
    switch self {
    case .link(let next): next.cargo
    case .end(let cargo): cargo
    }
  }
}

/// What a test does while an action is reduced, and what it keeps of it.
private final class HarborHook {
  var run: () -> Void = {}
  var keeps = false
  var kept: [Cargo] = []
}

@Reducer
private struct Berth {
  struct State {
    var received: [Int] = []
    var hook: HarborHook
  }

  enum Action: Sendable {
    case reference(Cargo)
    case labelled(cargo: Cargo)
    case existential(any Sendable)
    case closure(@Sendable () -> Cargo)
    indirect case chain(CargoChain)
    case optional(Cargo?)
    case result(Result<Cargo, any Error>)
    case pair(Cargo, at: Int)

    var cargo: Cargo? {
      switch self {
      case .reference(let cargo), .labelled(let cargo), .pair(let cargo, _): cargo
      case .existential(let value): value as? Cargo
      case .closure(let body): body()
      case .chain(let chain): chain.cargo
      case .optional(let cargo): cargo
      case .result(let result): try? result.get()
      }
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let cargo = action.cargo
      state.received.append(cargo?.number ?? 0)
      if state.hook.keeps, let cargo { state.hook.kept.append(cargo) }
      return .none
    }
  }
}

@Reducer
private struct Dock {
  struct State {
    var leaf: Berth.State
    var others: [Int] = []
  }

  enum Action: Sendable {
    case leaf(Berth.Action)
    case other(Cargo)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.leaf, action: \.leaf) { Berth() }
    Reduce { state, action in
      if case .other(let cargo) = action { state.others.append(cargo.number) }
      return .none
    }
  }
}

@Reducer
private struct Quay {
  @CasePathable
  enum State {
    case leaf(Berth.State)
    case blank
  }

  enum Action: Sendable {
    case leaf(Berth.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifCaseLet(\.leaf, action: \.leaf) { Berth() }
  }
}

@Reducer
private struct Harbor {
  struct State {
    var hook: HarborHook
    var inner: Dock.State
    var optional: Berth.State?
    var enumeration: Quay.State
    var others: [Int] = []

    init() {
      let hook = HarborHook()
      self.hook = hook
      self.inner = Dock.State(leaf: Berth.State(hook: hook))
      self.optional = Berth.State(hook: hook)
      self.enumeration = .leaf(Berth.State(hook: hook))
    }

    var received: [Int] {
      var all = inner.leaf.received + (optional?.received ?? [])
      if case .leaf(let leaf) = enumeration { all += leaf.received }
      return all
    }
  }

  enum Action: Sendable {
    case inner(Dock.Action)
    case optional(Berth.Action)
    case enumeration(Quay.Action)
    case other(Cargo)
    case callHook
    case remove
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.inner, action: \.inner) { Dock() }
    Scope(state: \.enumeration, action: \.enumeration) { Quay() }
    Reduce { state, action in
      switch action {
      case .inner(.other(let cargo)), .other(let cargo): state.others.append(cargo.number)
      case .callHook: state.hook.run()
      case .remove:
        state.optional = nil
        state.enumeration = .blank
      case .inner, .optional, .enumeration: break
      }
      return .none
    }
    .ifLet(\.optional, action: \.optional) { Berth() }
  }
}

@Reducer
private struct Shed {
  struct State {
    var received: [Int] = []
  }

  enum Action: Sendable {
    case item(Item)

    @CasePathable
    enum Item: Sendable {
      case carry(WeakCargo)
    }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.received, action: \.item) {
      Reduce { state, action in
        if case .carry(let held) = action { state.append(held.cargo?.number ?? 0) }
        return .none
      }
    }
  }
}

@Reducer
private struct Yard {
  struct State {
    var received: [Int] = []
  }

  enum Action: Sendable {
    case item(Item)

    @CasePathable
    enum Item: Sendable {
      case carry(LargeCargo)
    }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.received, action: \.item) {
      Reduce { state, action in
        if case .carry(let held) = action { state.append(held.words[199] * held.cargo.number) }
        return .none
      }
    }
  }
}

import Headrace
import Synchronization

/// A feature with a child of every kind; a test defines its reducers.
@Reducer
struct AttackRoot {
  @ObservableState
  struct State {
    var count = 0
    var log: [Int] = []
    var fixed = AttackChild.State()
    var child: AttackChild.State?
    @Presents var shown: AttackChild.State?
    var rows: IdentifiedArrayOf<AttackChild.State> = []

    /// Returns a state with every child, each with a leaf.
    static func full() -> State {
      var state = State()
      state.fixed.leaf = AttackLeaf.State()
      state.child = AttackChild.State(leaf: AttackLeaf.State())
      state.shown = AttackChild.State(leaf: AttackLeaf.State())
      state.rows = [AttackChild.State(id: 1, leaf: AttackLeaf.State())]
      return state
    }
  }

  enum Action: Sendable {
    case go(Int)
    case fixed(AttackChild.Action)
    case child(AttackChild.Action)
    case shown(PresentationAction<AttackChild.Action>)
    case rows(IdentifiedActionOf<AttackChild>)

    static func row(_ id: Int, _ action: AttackChild.Action) -> Action {
      .rows(.element(id: id, action: action))
    }

    /// Returns an action for each child.
    static func all(_ action: AttackChild.Action) -> [Action] {
      [.row(1, action), .shown(.presented(action)), .child(action), .fixed(action)]
    }
  }

  let leaf: AttackLeaf.Run
  let child: AttackChild.Run
  let root: (inout State, Action) -> Effect<Action>

  var body: some ReducerOf<Self> {
    Scope(state: \.fixed, action: \.fixed) { AttackChild(run: child, leaf: leaf) }
    Reduce(root)
      .ifLet(\.child, action: \.child) { AttackChild(run: child, leaf: leaf) }
      .ifLet(\.$shown, action: \.shown) { AttackChild(run: child, leaf: leaf) }
      .forEach(\.rows, action: \.rows) { AttackChild(run: child, leaf: leaf) }
  }

  /// Returns a store whose reducers are closures.
  @MainActor
  static func store(
    _ state: State = State(),
    leaf: @escaping AttackLeaf.Run = { _, _ in .none },
    child: @escaping AttackChild.Run = { _, _ in .none },
    root: @escaping (inout State, Action) -> Effect<Action>
  ) -> StoreOf<AttackRoot> {
    Store(initialState: state) { AttackRoot(leaf: leaf, child: child, root: root) }
  }
}

/// A child that may have a child itself.
@Reducer
struct AttackChild {
  typealias Run = (inout State, Action) -> Effect<Action>

  struct State: Identifiable {
    var id = 0
    var count = 0
    var leaf: AttackLeaf.State?
  }

  enum Action: Sendable {
    case go(Int)
    case leaf(AttackLeaf.Action)
  }

  let run: Run
  let leaf: AttackLeaf.Run

  var body: some ReducerOf<Self> {
    Reduce(run).ifLet(\.leaf, action: \.leaf) { AttackLeaf(run: leaf) }
  }
}

struct AttackLeaf: Reducer {
  typealias Run = (inout State, Action) -> Effect<Action>

  struct State { var count = 0 }
  enum Action: Sendable { case go(Int) }

  let run: Run

  func reduce(into state: inout State, action: Action) -> Effect<Action> { run(&state, action) }
}

/// Counts effects that began and that ended, and lets a test wait for them.
final class Lives: Sendable {
  private let counts = Mutex((begun: 0, ended: 0))
  private let changes = Arrivals()

  var begun: Int { counts.withLock { $0.begun } }
  var ended: Int { counts.withLock { $0.ended } }

  func begin() {
    counts.withLock { $0.begun += 1 }
    changes.add()
  }

  func end() {
    counts.withLock { $0.ended += 1 }
    changes.add()
  }

  /// Returns an effect that runs until it is cancelled.
  func effect<Action: Sendable>(_ name: String? = nil) -> Effect<Action> {
    .run(name: name) { [self] _ in
      begin()
      await Gate().pass()
      end()
    }
  }

  /// Waits until this many effects have begun.
  func begun(_ count: Int) async {
    while begun < count { await changes.wait() }
  }

  /// Waits until this many effects have ended.
  func ended(_ count: Int) async {
    while ended < count { await changes.wait() }
  }
}

/// Owns stores and tokens that are dropped from within reducers, observers and effects.
@MainActor
final class AttackHost {
  var store: StoreOf<AttackRoot>?
  var child: StoreOf<AttackChild>?
  var tokens: [ObserveToken] = []
  var tasks: [StoreTask] = []
}

/// Calls a closure when it is released.
final class AtItsEnd: Sendable {
  private let act: @Sendable () -> Void

  init(_ act: @escaping @Sendable () -> Void) {
    self.act = act
  }

  deinit { act() }
}

/// A clock that does not advance.
///
/// Once its test opens it, every sleep ends immediately, including those that begin later.
final class StillClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let gate = Gate()

  var now: Instant { Instant(offset: .zero) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await gate.pass()
    try Task.checkCancellation()
  }

  func open() { gate.open() }
}

/// A reproducible random generator.
struct AttackRandom: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

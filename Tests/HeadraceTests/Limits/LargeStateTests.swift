import Foundation
import Headrace
import Synchronization
import Testing

/// A token that every copy of its state retains.
private final class Token {}

/// The innermost feature: its state is a mebibyte, none of it on the heap.
private struct Innermost: Deep {
  struct State {
    var bytes = InlineArray<1_048_576, UInt8>(repeating: 0)
    var token = Token()
    var hits = 0
  }

  enum Action { case hit, start, finished }

  /// The number of actions that found a copy of the state beside the one that they changed.
  static let copyCount = Atomic<Int>(0)

  /// The number of reduced actions; reading it from the store copies the state in debug builds.
  static let hitCount = Atomic<Int>(0)

  static func makeState() -> State { State() }
  static func embed(_ action: Action) -> Action { action }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if !isKnownUniquelyReferenced(&state.token) {
      Self.copyCount.add(1, ordering: .relaxed)
    }
    state.hits += 1
    Self.hitCount.store(state.hits, ordering: .relaxed)
    state.bytes[1_048_575] &+= 1
    return switch action {
    case .hit, .finished: .none
    case .start: .run { await $0(.finished) }
    }
  }
}

/// A feature that can be created without arguments, however deep the features in it.
private protocol Deep: Reducer {
  init()
  static func makeState() -> State
  static func embed(_ action: Innermost.Action) -> Action
}

/// A feature around another.
private struct Around<Child: Deep>: Deep {
  struct State {
    var hits = 0
    var child: Child.State
  }

  @CasePathable
  enum Action {
    case child(Child.Action)
    case hit
  }

  static func makeState() -> State { State(child: Child.makeState()) }
  static func embed(_ action: Innermost.Action) -> Action { .child(Child.embed(action)) }

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { Child() }
    Reduce { state, _ in
      state.hits += 1
      return .none
    }
  }
}

private typealias Around5<Child: Deep> = Around<Around<Around<Around<Around<Child>>>>>
private typealias Around30 = Around5<Around5<Around5<Around5<Around5<Around5<Innermost>>>>>>

/// A feature with another one in an optional.
private struct Maybe<Child: Deep>: Deep {
  struct State {
    var hits = 0
    var child: Child.State?
  }

  @CasePathable
  enum Action { case child(Child.Action) }

  static func makeState() -> State { State(child: Child.makeState()) }
  static func embed(_ action: Innermost.Action) -> Action { .child(Child.embed(action)) }

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.hits += 1
      return .none
    }
    .ifLet(\.child, action: \.child) { Child() }
  }
}

/// A feature that presents another.
private struct Presenter<Child: Deep>: Deep {
  @ObservableState
  struct State {
    @Presents var child: Child.State?
    init(child: Child.State?) { self.child = child }
  }

  @CasePathable
  enum Action { case child(PresentationAction<Child.Action>) }

  static func makeState() -> State { State(child: Child.makeState()) }
  static func embed(_ action: Innermost.Action) -> Action {
    .child(.presented(Child.embed(action)))
  }

  var body: some Reducer<State, Action> {
    EmptyReducer().ifLet(\.$child, action: \.child) { Child() }
  }
}

private typealias Holders<Child: Deep> = Around<Maybe<Around<Presenter<Around<Child>>>>>

/// Runs each job of an actor on a new thread, with a stack of a given size.
final class ThreadExecutor: SerialExecutor {
  let stackSize: Atomic<Int>
  /// Locked while a job runs.
  private let turn = Mutex<Void>(())

  init(stackSize: Int) {
    self.stackSize = Atomic(stackSize)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = Thread { [self] in
      turn.withLock { _ in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
    thread.stackSize = stackSize.load(ordering: .relaxed)
    thread.start()
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

private actor Owner<Feature: Deep> {
  let executor: ThreadExecutor
  private var store: StoreOf<Feature>?

  init(_ executor: ThreadExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func makeStore() {
    store = Store(initialState: Feature.makeState()) { Feature() }
  }

  func send(_ action: Innermost.Action) -> StoreTask? {
    store?.send(Feature.embed(action))
  }

  func drop() {
    store = nil
  }
}

@Suite("Large states and deep trees", .serialized)
struct LargeStateTests {
  private static let smallStack = 512 * 1024
  /// Enough for the author's own code, which makes the state and passes it up thirty levels.
  private static let largeStack = 256 * 1024 * 1024

  @Test("Law 3: a state of 1 MiB below 30 features is not copied, nor put on a 512 KiB stack")
  func largeStateBelowThirtyFeatures() async throws {
    #expect(MemoryLayout<Around30.State>.size > 1024 * 1024)
    try await Self.hit(Around30.self)
  }

  @Test("Law 3: nor is one that optionals and presentations hold")
  func largeStateInHolders() async throws {
    #expect(MemoryLayout<Holders<Holders<Innermost>>.State>.size > 1024 * 1024)
    try await Self.hit(Holders<Holders<Innermost>>.self)
  }

  private static func hit<Feature: Deep>(_ feature: Feature.Type) async throws {
    Innermost.hitCount.store(0, ordering: .relaxed)
    Innermost.copyCount.store(0, ordering: .relaxed)
    let executor = ThreadExecutor(stackSize: largeStack)
    let owner = Owner<Feature>(executor)
    await owner.makeStore()
    executor.stackSize.store(smallStack, ordering: .relaxed)
    for _ in 1...10 { _ = await owner.send(.hit) }
    let task = try #require(await owner.send(.start))
    await task.finish()
    #expect(Innermost.hitCount.load(ordering: .relaxed) == 12)
    #expect(Innermost.copyCount.load(ordering: .relaxed) == 0)
    await owner.drop()
  }
}

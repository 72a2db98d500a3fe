import Headrace
import HeadraceCompatibility
import Synchronization

/// Attacks on the laws, written with the macros.
///
/// Each expectation is written from the laws, not from the code. No case waits for time: effects
/// end by cancellation, and tests wait for counters.
enum MacroAttack {
  /// Counts effects and objects, and lets a test wait for them.
  final class Lives: Sendable {
    private struct Counts {
      var (begun, ended, made, freed) = (0, 0, 0, 0)
      var hook: (@Sendable () -> Void)?
    }

    private let counts = Mutex(Counts())
    private let changes = AsyncStream<Void>.makeStream()

    var begun: Int { counts.withLock { $0.begun } }
    var ended: Int { counts.withLock { $0.ended } }
    var made: Int { counts.withLock { $0.made } }
    var freed: Int { counts.withLock { $0.freed } }

    func begin() { change { $0.begun += 1 } }
    func end() { change { $0.ended += 1 } }
    func free() { change { $0.freed += 1 } }

    func makeThing() -> Thing {
      change { $0.made += 1 }
      return Thing(self)
    }

    /// Sets the code that an effect's `onCancel` handler runs.
    func setHook(_ hook: @escaping @Sendable () -> Void) { counts.withLock { $0.hook = hook } }
    func runHook() {
      let hook = counts.withLock { $0.hook }
      hook?()
    }

    private func change(_ body: (inout Counts) -> Void) {
      counts.withLock { body(&$0) }
      changes.continuation.yield()
    }

    func until(_ isReached: @Sendable (Lives) -> Bool) async {
      while !isReached(self) {
        for await _ in changes.stream { break }
      }
    }
  }

  /// Reports when it is released.
  final class Thing: Sendable {
    private let lives: Lives
    init(_ lives: Lives) { self.lives = lives }
    deinit { lives.free() }
  }

  /// Calls a closure when it is released.
  final class AtItsEnd: Sendable {
    private let act: @Sendable () -> Void
    init(_ act: @escaping @Sendable () -> Void) { self.act = act }
    deinit { act() }
  }

  final class Count: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  static func forever() async throws { try await Task<Void, Never>.never() }

  enum LivesKey: DependencyKey {
    static let liveValue = Lives()
    static let testValue = Lives()
  }

  enum TagKey: DependencyKey {
    static let liveValue = "live"
    static let testValue = "test"
  }

  /// A child with effects.
  @Reducer
  struct Worker {
    @ObservableState
    struct State: Equatable, Identifiable {
      let id: Int
      var count = 0
    }

    enum Action: Sendable {
      case start, stop, startLater, guarded, hold
      case add(Int)
      case tell, told
      case leave, leaveAndTell, tellAndLeave
      case nest(Int), nestIDs(Int), stopNumber(Int)
    }

    enum CancelID: Sendable { case work }

    @Dependency(\.attackLives) var lives
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start:
          return .run { [lives] _ in
            lives.begin()
            defer { lives.end() }
            try await forever()
          }
          .cancellable(id: CancelID.work)
        case .stop:
          return .cancel(id: CancelID.work)
        case .startLater:
          return .run { send in await send(.start) }
        case .guarded:
          return .run { [lives] _ in
            await withTaskCancellationHandler {
              lives.begin()
              try? await forever()
            } onCancel: {
              lives.runHook()
            }
            lives.end()
          }
        case .hold:
          let thing = lives.makeThing()
          return .run { _ in
            defer { withExtendedLifetime(thing) {} }
            try await forever()
          }
        case .add(let number):
          state.count += number
          return .none
        case .tell:
          return .send(.told)
        case .told:
          return .none
        case .leave:
          return .run { [dismiss] _ in await dismiss() }
        case .leaveAndTell:
          return .run { [dismiss] send in
            await dismiss()
            await send(.told)
          }
        case .tellAndLeave:
          return .run { [dismiss] send in
            await send(.told)
            await dismiss()
          }
        case .nest(let depth):
          var effect = Effect<Action>.none
          for _ in 0..<depth {
            effect = effect.merge(
              with: .run { [lives] _ in
                lives.begin()
                lives.end()
              })
          }
          return effect
        case .nestIDs(let depth):
          var effect: Effect<Action> = .run { _ in try await forever() }
          for id in 0..<depth { effect = effect.cancellable(id: id) }
          return effect
        case .stopNumber(let id):
          return .cancel(id: id)
        }
      }
    }
  }
}

extension DependencyValues {
  var attackLives: MacroAttack.Lives {
    get { self[MacroAttack.LivesKey.self] }
    set { self[MacroAttack.LivesKey.self] = newValue }
  }

  var attackTag: String {
    get { self[MacroAttack.TagKey.self] }
    set { self[MacroAttack.TagKey.self] = newValue }
  }
}

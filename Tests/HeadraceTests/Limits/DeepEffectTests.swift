import Headrace
import Synchronization
import TestEffort
import Testing

/// Counts the comparisons and hashes of ids.
private final class Looks: Sendable {
  private let value = Atomic(0)
  var count: Int { value.load(ordering: .relaxed) }
  func add() { value.add(1, ordering: .relaxed) }
}

private struct LookedAtID: Hashable, Sendable {
  let number: Int
  let looks: Looks

  static func == (first: Self, second: Self) -> Bool {
    first.looks.add()
    return first.number == second.number
  }

  func hash(into hasher: inout Hasher) {
    looks.add()
    hasher.combine(number)
  }
}

/// Returns an effect that is made on request; any other action is counted.
private struct Nester: Reducer {
  enum Action: Sendable { case start, cancel, count(Int) }
  enum CancelID { case all }

  let make: @Sendable () -> Effect<Action>

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start: return make().cancellable(id: CancelID.all)
    case .cancel: return .cancel(id: CancelID.all)
    case .count(let number):
      state += number
      return .none
    }
  }
}

/// A store on an actor with a stack of 8 MiB.
private actor Owner {
  private let executor = ThreadExecutor(stackSize: 8 * 1024 * 1024)
  private var store: StoreOf<Nester>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func start(_ make: @escaping @Sendable () -> Effect<Nester.Action>) -> StoreTask? {
    store = Store(initialState: 0) { Nester(make: make) }
    return store?.send(.start)
  }

  func end(_ end: DeepEffectTests.End) {
    switch end {
    case .cancelledByID: store?.send(.cancel)
    case .dropped: store = nil
    case .finished, .cancelled: break
    }
  }

  var count: Int { store?.state ?? 0 }
  var hasEffects: Bool { store?.effects.isEmpty == false }

  /// Frees an effect that no store has received.
  func makeInVain(_ make: @Sendable () -> Effect<Nester.Action>) {
    _ = make()
  }
}

@Suite("1,000 effects in each other work", .serialized, .timeLimit(.minutes(30)))
struct DeepEffectTests {
  enum Nesting: CaseIterable {
    case mapped, cancellable, throttled, debounced
    case mergedBefore, mergedAfter, concatenatedBefore, concatenatedAfter, mixed
  }

  enum End: CaseIterable { case finished, cancelled, cancelledByID, dropped }

  private static let depth = 1000

  @Test(
    "They are started, ended and freed on an 8 MiB stack",
    arguments: Effort.isShort ? [.mixed, .throttled, .debounced] : Nesting.allCases)
  func nestedEffects(nesting: Nesting) async throws {
    // The short form lets them finish.
    for end in Effort.cases(End.allCases) {
      let owner = Owner()
      let task = try #require(
        await owner.start {
          Self.nest(nesting) { send in
            // The values that an action passes on its way are nested as deep.
            await send(.count(1))
            if end != .finished { await Gate().pass() }
          }
        })
      await owner.end(end)
      if end == .cancelled { await task.cancel() } else { await task.finish() }
      // A throttle's interval belongs to no sender.
      if nesting != .throttled { #expect(await !owner.hasEffects) }
      if end == .finished { #expect(await owner.count > 0) }
      await owner.makeInVain { Self.nest(nesting) { _ in } }
    }
  }

  @Test("10,000 effects that a loop joins one by one are started on it", arguments: [true, false])
  func effectsOfALoop(areMerged: Bool) async throws {
    let owner = Owner()
    let task = try #require(
      await owner.start {
        (0..<10_000).reduce(Effect<Nester.Action>.none) { effect, _ in
          areMerged
            ? effect.merge(with: .send(.count(1))) : effect.concatenate(with: .send(.count(1)))
        }
      })
    await task.finish()
    #expect(await owner.count == 10_000)
  }

  @Test(
    "The work for debounces in each other is in proportion to their number",
    arguments: [1, 2, 999])
  func nestedDebounces(idCount: Int) async throws {
    let count = Effort.count(125)
    let few = try await Self.lookCount(ofDebounces: count, idCount: idCount)
    let many = try await Self.lookCount(ofDebounces: 8 * count, idCount: idCount)
    #expect(few > 0)
    // Eight times as much, plus the cost of hash collisions; comparing all pairs would be 64 times.
    #expect(many <= 16 * few)
  }

  /// Returns the number of looks at ids until effects that pause one after another have ended.
  private static func lookCount(ofDebounces count: Int, idCount: Int) async throws -> Int {
    let looks = Looks()
    let owner = Owner()
    let task = try #require(
      await owner.start {
        var effect = Effect<Nester.Action>.send(.count(1))
        for level in 0..<count {
          effect = effect.debounce(
            id: LookedAtID(number: level % idCount, looks: looks), for: .nanoseconds(1),
            clock: ContinuousClock())
        }
        return effect
      })
    await task.finish()
    #expect(await owner.count == 1)
    return looks.count
  }

  private static func nest(
    _ nesting: Nesting, _ work: @escaping @Sendable (Send<Nester.Action>) async -> Void
  ) -> Effect<Nester.Action> {
    var effect = Effect<Nester.Action>.run { await work($0) }
    for level in 0..<depth { effect = wrap(effect, nesting, level) }
    return effect
  }

  private static func wrap(
    _ effect: Effect<Nester.Action>, _ nesting: Nesting, _ level: Int
  ) -> Effect<Nester.Action> {
    switch nesting {
    case .mapped: return effect.map { $0 }
    case .cancellable: return effect.cancellable(id: level)
    case .throttled:
      return effect.throttle(
        id: level, for: .nanoseconds(1), clock: ContinuousClock(), latest: true)
    case .debounced:
      return effect.debounce(id: level, for: .nanoseconds(1), clock: ContinuousClock())
    case .mergedBefore: return effect.merge(with: .cancel(id: level))
    case .mergedAfter: return .merge(.cancel(id: level), effect)
    case .concatenatedBefore: return effect.concatenate(with: .send(.count(1)))
    case .concatenatedAfter: return .concatenate(.send(.count(1)), effect)
    case .mixed:
      let others: [Nesting] = [
        .mapped, .mergedBefore, .cancellable, .concatenatedAfter, .mergedAfter, .concatenatedBefore,
      ]
      return wrap(effect, others[level % others.count], level)
    }
  }
}

import Headrace
import Testing

/// Effects that are composed one around the other, as deep as a loop makes them.
@MainActor
@Suite("Law 14, attacked: deep effects", .timeLimit(.minutes(5)), .serialized)
struct NestingAttacks {
  /// The ways in which an effect can be put around another.
  enum Way: CaseIterable {
    case merge, mergeAround, concatenate, concatenateAround, map, cancellable, throttle, debounce
  }

  private static func depth(_ way: Way) -> Int {
    switch way {
    case .merge, .mergeAround, .concatenate, .concatenateAround: 100_000
    case .map, .cancellable, .throttle, .debounce: 30_000
    }
  }

  @Test("Law 14: effects are put around one another without limit", arguments: Way.allCases)
  func effectsAreNested(_ way: Way) async {
    let lives = Lives()
    let clock = StillClock()
    let store = AttackRoot.store { _, _ in Self.nested(way, lives, clock) }
    let task = store.send(.go(0))
    switch way {
    case .debounce, .throttle:
      // A pause for each level: to begin and to cancel them all is enough.
      await task.cancel()
    case .merge, .mergeAround, .concatenate, .concatenateAround:
      await task.finish()
      #expect(lives.ended == Self.depth(way))
    case .map, .cancellable:
      await task.finish()
      #expect(lives.ended == 1)
    }
    // A throttle's window belongs to the feature: it outlives the send that opened it.
    if way != .throttle { #expect(store.effects.isEmpty) }
  }

  @Test("Law 14: and dropped without having been started", arguments: Way.allCases)
  func nestedEffectsAreDropped(_ way: Way) {
    let lives = Lives()
    let clock = StillClock()
    do { _ = Self.nested(way, lives, clock) }
    #expect(lives.begun == 0)
  }

  private static func nested(
    _ way: Way, _ lives: Lives, _ clock: StillClock
  ) -> Effect<AttackRoot.Action> {
    let one = Effect<AttackRoot.Action>.run { _ in lives.end() }
    let first: Effect<AttackRoot.Action> =
      switch way {
      case .merge, .mergeAround, .concatenate, .concatenateAround: .none
      case .map, .cancellable, .throttle, .debounce: one
      }
    return (0..<depth(way)).reduce(first) { effect, level in
      switch way {
      case .merge: effect.merge(with: one)
      case .mergeAround: one.merge(with: effect)
      case .concatenate: effect.concatenate(with: one)
      case .concatenateAround: one.concatenate(with: effect)
      case .map: effect.map { $0 }
      case .cancellable: effect.cancellable(id: level)
      case .throttle: effect.throttle(id: level, for: .seconds(60), clock: clock, latest: true)
      case .debounce: effect.debounce(id: level, for: .seconds(60), clock: clock)
      }
    }
  }
}

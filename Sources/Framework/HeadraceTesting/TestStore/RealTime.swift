import Headrace

/// The real time for which a call of a test store has waited, and the effects that it waited for.
struct RealTime {
  private(set) var duration = Duration.zero
  private(set) var effects: [EffectInfo] = []

  /// The maximum time that a hop to the main actor, or to a busy thread, is expected to take.
  private static let shortMax = Duration.milliseconds(200)

  /// True if the wait was too long to be intended.
  var isLong: Bool { duration >= Self.shortMax }

  mutating func add(_ duration: Duration, for effects: [EffectInfo]) {
    self.duration += duration
    self.effects = effects
  }
}

extension TestExecutor {
  /// Returns how many of the tasks of some effects sleep on test clocks.
  func sleeps(of effects: [EffectInfo]) -> [TestEffectSleep] {
    effects.map { sleep(of: $0.sleeper) }
  }
}

extension [TestEffectSleep] {
  /// True if only a test clock can wake the effects in flight.
  var areParked: Bool {
    // An effect without a task waits for another effect.
    contains(.asleep) && allSatisfy { $0 == .asleep || $0 == .noTasks }
  }

  var areSomeAsleep: Bool { contains { $0 == .asleep || $0 == .partlyAsleep } }
}

import Headrace

/// How long a call of a test store has waited in real time, and for which effects.
struct RealTime {
  private(set) var duration = Duration.zero
  private(set) var effects: [EffectInfo] = []

  /// A hop to the main actor, or to a busy thread, may take less than this.
  private static let shortMax = Duration.milliseconds(200)

  /// Whether the wait was too long to be intended.
  var isLong: Bool { duration >= Self.shortMax }

  mutating func add(_ duration: Duration, for effects: [EffectInfo]) {
    self.duration += duration
    self.effects = effects
  }
}

extension TestExecutor {
  /// How much of some effects sleeps on test clocks.
  func sleeps(of effects: [EffectInfo]) -> [TestEffectSleep] {
    effects.map { sleep(of: $0.sleeper) }
  }
}

extension [TestEffectSleep] {
  /// Whether only a test clock can wake the effects in flight.
  var areParked: Bool {
    // An effect without a task waits for another effect.
    contains(.asleep) && allSatisfy { $0 == .asleep || $0 == .noTasks }
  }

  var areSomeAsleep: Bool { contains { $0 == .asleep || $0 == .partlyAsleep } }
}

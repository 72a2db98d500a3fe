import Headrace

/// Measures a turbine, with a stream for each sensor; a host implements it.
@DependencyClient
nonisolated struct TurbineSensors: Sendable {
  var speeds: @Sendable () -> [AsyncStream<Int>] = { [] }
  var alarms: @Sendable () -> [AsyncStream<String>] = { [] }
}

nonisolated extension TurbineSensors: TestDependencyKey {
  static var testValue: TurbineSensors { TurbineSensors() }
}

nonisolated extension DependencyValues {
  var turbineSensors: TurbineSensors {
    get { self[TurbineSensors.self] }
    set { self[TurbineSensors.self] = newValue }
  }
}

import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct TurbineTests {
  private let speeds = (0..<3).map { _ in AsyncStream<Int>.makeStream() }
  private let alarms = (0..<2).map { _ in AsyncStream<String>.makeStream() }

  private func makeStore() -> TestStoreOf<Turbine> {
    TestStore(initialState: Turbine.State()) {
      Turbine()
    } withDependencies: {
      $0.turbineSensors.speeds = { [streams = speeds.map(\.stream)] in streams }
      $0.turbineSensors.alarms = { [streams = alarms.map(\.stream)] in streams }
    }
  }

  @Test func ofSpeedsThatComeTogetherTheLastIsShown() async {
    let store = makeStore()
    for (index, speed) in speeds.enumerated() { speed.continuation.yield(100 + index) }
    await store.send(.started)
    await store.receive(\.speedMeasured, 102) { $0.rotationsPerMinute = 102 }
    speeds[0].continuation.yield(90)
    await store.receive(\.speedMeasured, 90) { $0.rotationsPerMinute = 90 }
    await store.send(.stopped) { $0.rotationsPerMinute = 0 }
    speeds[0].continuation.yield(80)
    await store.finish()
  }

  @Test func ofAlarmsThatComeTogetherTheFirstIsShown() async {
    let store = makeStore()
    alarms[0].continuation.yield("bearing is hot")
    alarms[1].continuation.yield("oil is low")
    await store.send(.started)
    await store.receive(\.alarmRang, "bearing is hot") { $0.alarm = "bearing is hot" }
    alarms[1].continuation.yield("oil is empty")
    await store.receive(\.alarmRang, "oil is empty")
    await store.send(.stopped)
  }
}

import Headrace
import HeadraceTesting
import Synchronization
import Testing

@testable import Cookbook

@Suite struct ThermostatTests {
  private let log = Log()

  /// The commands to the heating.
  private final class Log: Sendable {
    let degrees = Mutex<[Int]>([])
  }

  private func makeStore() -> TestStoreOf<Thermostat> {
    TestStore(initialState: Thermostat.State()) {
      Thermostat()
    } withDependencies: {
      $0.heating.heat = { [log] degrees in log.degrees.withLock { $0.append(degrees) } }
    }
  }

  @Test func eachNewTargetGoesToTheHeatingWhateverChangedIt() async {
    let store = makeStore()
    await store.send(.warmerButtonTapped) {
      $0.targetDegrees = 19
      $0.changeCount = 1
    }
    await store.send(.presetTapped(.day)) {
      $0.targetDegrees = 21
      $0.changeCount = 2
    }
    await store.send(.maxChanged(degrees: 20)) {
      $0.maxDegrees = 20
      $0.targetDegrees = 20
      $0.changeCount = 3
    }
    await store.send(.colderButtonTapped) {
      $0.targetDegrees = 19
      $0.changeCount = 4
    }
    await store.finish()
    #expect(log.degrees.withLock { $0 } == [19, 21, 20, 19])
  }

  @Test func aTargetThatStaysIsNotSent() async {
    let store = makeStore()
    await store.send(.maxChanged(degrees: 18)) { $0.maxDegrees = 18 }
    await store.send(.warmerButtonTapped)
    await store.send(.presetTapped(.day))
    await store.finish()
    #expect(log.degrees.withLock { $0 } == [])
  }
}

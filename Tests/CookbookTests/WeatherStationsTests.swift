import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct WeatherStationsTests {
  @Test func theOverrideReachesOneChildAlone() async {
    let store = TestStore(initialState: WeatherStations.State()) {
      WeatherStations()
    } withDependencies: {
      $0.thermometer.degreesCelsius = { 20 }
    }
    await store.send(\.here.refreshButtonTapped)
    await store.receive(\.here.measured, 20) { $0.here.text = "20 °C" }
    await store.send(\.abroad.refreshButtonTapped)
    await store.receive(\.abroad.measured, 20) { $0.abroad.text = "68 °F" }
  }

  @Test func theOverrideOnTheReducerWinsOverTheStores() async {
    let store = TestStore(initialState: WeatherStations.State()) {
      WeatherStations()
    } withDependencies: {
      $0.temperatureUnit = .celsius
    }
    await store.send(\.abroad.measured, -40) { $0.abroad.text = "-40 °F" }
    store.dependencies.temperatureUnit = .fahrenheit
    await store.send(\.here.measured, 0) { $0.here.text = "32 °F" }
  }

  @Test func aRefreshEndsTheEarlierOneOfItsOwnStation() async {
    let clock = TestClock()
    let store = TestStore(initialState: WeatherStations.State()) {
      WeatherStations()
    } withDependencies: {
      $0.thermometer.degreesCelsius = {
        try await clock.sleep(for: .seconds(1))
        return 20
      }
    }
    await store.send(\.here.refreshButtonTapped)
    await store.send(\.abroad.refreshButtonTapped)
    await clock.advance(by: .milliseconds(500))
    await store.send(\.here.refreshButtonTapped)
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.abroad.measured, 20) { $0.abroad.text = "68 °F" }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.here.measured, 20) { $0.here.text = "20 °C" }
  }
}

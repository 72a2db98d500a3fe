import Headrace

/// The unit of displayed temperatures: a dependency that is a plain value, not a client.
nonisolated enum TemperatureUnit: Sendable {
  case celsius
  case fahrenheit

  func text(degreesCelsius: Int) -> String {
    switch self {
    case .celsius: "\(degreesCelsius) °C"
    case .fahrenheit: "\(degreesCelsius * 9 / 5 + 32) °F"
    }
  }
}

nonisolated extension TemperatureUnit: DependencyKey {
  static var liveValue: TemperatureUnit { .celsius }
  static var testValue: TemperatureUnit { .celsius }
}

/// Measures the temperature; a host implements it.
@DependencyClient
nonisolated struct Thermometer: Sendable {
  var degreesCelsius: @Sendable () async throws -> Int
}

nonisolated extension Thermometer: TestDependencyKey {
  static var testValue: Thermometer { Thermometer() }
}

nonisolated extension DependencyValues {
  var temperatureUnit: TemperatureUnit {
    get { self[TemperatureUnit.self] }
    set { self[TemperatureUnit.self] = newValue }
  }

  var thermometer: Thermometer {
    get { self[Thermometer.self] }
    set { self[Thermometer.self] = newValue }
  }
}

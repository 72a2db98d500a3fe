import Headrace

/// Teaches `.dependency`: two children of one kind, one of which uses another unit.
///
/// The override reaches the whole subtree and its effects, and nothing else.
@Reducer
struct WeatherStations {
  struct State: Equatable {
    var here = WeatherStation.State()
    var abroad = WeatherStation.State()
  }

  enum Action: Equatable {
    case here(WeatherStation.Action)
    case abroad(WeatherStation.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.here, action: \.here) { WeatherStation() }
    Scope(state: \.abroad, action: \.abroad) {
      WeatherStation()
        .dependency(\.temperatureUnit, .fahrenheit)
    }
  }
}

/// Shows a temperature in the unit that it is given.
@Reducer
struct WeatherStation {
  struct State: Equatable {
    var text = ""
  }

  enum Action: Equatable {
    case refreshButtonTapped
    case measured(degreesCelsius: Int)
  }

  private enum CancelID { case measuring }

  @Dependency(\.temperatureUnit) private var unit
  @Dependency(\.thermometer) private var thermometer

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .refreshButtonTapped:
        return .run { [thermometer] send in
          await send(.measured(degreesCelsius: try await thermometer.degreesCelsius()))
        }
        .cancellable(id: CancelID.measuring, cancelInFlight: true)
      case .measured(let degreesCelsius):
        state.text = unit.text(degreesCelsius: degreesCelsius)
        return .none
      }
    }
  }
}

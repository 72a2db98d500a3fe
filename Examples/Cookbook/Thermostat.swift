import Headrace

/// Teaches `onChange`: one rule for a value that many actions change.
///
/// Whether by a button, a preset or the range, a new target is counted and goes to the heating
/// once. No action has to remember that; one that leaves the target as it was does nothing.
@Reducer
struct Thermostat {
  struct State: Equatable {
    var targetDegrees = 18
    var maxDegrees = 25
    var changeCount = 0
  }

  enum Action: Equatable {
    case warmerButtonTapped
    case colderButtonTapped
    case presetTapped(Preset)
    case maxChanged(degrees: Int)
  }

  enum Preset: Int {
    case night = 16
    case day = 21
  }

  private enum CancelID { case heating }

  @Dependency(\.heating) private var heating

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .warmerButtonTapped:
        state.targetDegrees = min(state.targetDegrees + 1, state.maxDegrees)
      case .colderButtonTapped:
        state.targetDegrees -= 1
      case .presetTapped(let preset):
        state.targetDegrees = min(preset.rawValue, state.maxDegrees)
      case .maxChanged(let degrees):
        state.maxDegrees = degrees
        state.targetDegrees = min(state.targetDegrees, degrees)
      }
      return .none
    }
    .onChange(of: \.targetDegrees) { _, state in
      state.changeCount += 1
      return .run { [heating, degrees = state.targetDegrees] _ in
        try await heating.heat(degreesCelsius: degrees)
      }
      .cancellable(id: CancelID.heating, cancelInFlight: true)
    }
  }
}

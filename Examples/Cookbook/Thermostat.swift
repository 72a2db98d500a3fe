import Headrace

/// Teaches `onChange`: one rule for a value that many actions change.
///
/// A new target is counted and sent to the heating once, whether a button, a preset or the range
/// changed it. No action has to do that itself. An action that does not change the target has no
/// effect.
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

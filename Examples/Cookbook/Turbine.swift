import Headrace

/// Teaches `overflow`: sensors that measure faster than their values are reduced.
///
/// Several tasks of one effect send at the same time. Only the newest speed counts (`.latest`), and
/// only the first alarm (`.drop`). Without either, each sensor would wait for its turn
/// (`.suspend`).
@Reducer
struct Turbine {
  struct State: Equatable {
    var rotationsPerMinute = 0
    var alarm: String?
  }

  enum Action: Equatable {
    case started
    case stopped
    case speedMeasured(rotationsPerMinute: Int)
    case alarmRang(String)
  }

  private enum CancelID { case sensors }

  @Dependency(\.turbineSensors) private var sensors

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        state.alarm = nil
        return .merge(speeds(), alarms()).cancellable(id: CancelID.sensors, cancelInFlight: true)
      case .stopped:
        state.rotationsPerMinute = 0
        return .cancel(id: CancelID.sensors)
      case .speedMeasured(let rotationsPerMinute):
        state.rotationsPerMinute = rotationsPerMinute
        return .none
      case .alarmRang(let text):
        if state.alarm == nil { state.alarm = text }
        return .none
      }
    }
  }

  private func speeds() -> Effect<Action> {
    .run(overflow: .latest) { [sensors] send in
      await withDiscardingTaskGroup { group in
        for stream in sensors.speeds() {
          group.addTask {
            for await speed in stream { await send(.speedMeasured(rotationsPerMinute: speed)) }
          }
        }
      }
    }
  }

  private func alarms() -> Effect<Action> {
    .run(overflow: .drop) { [sensors] send in
      await withDiscardingTaskGroup { group in
        for stream in sensors.alarms() {
          group.addTask { for await text in stream { await send(.alarmRang(text)) } }
        }
      }
    }
  }
}

import Headrace

/// A feature that can be presented, and dismisses itself.
@Reducer
struct Leaf {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var ticks = 0
    var wasPresented: Bool?
  }

  enum Action: Equatable {
    case tick
    case wait
    case leave
    case leaveByCapture
    case leaveTwice
    case leaveThenTick
    case lookUp
    case lookUpInEffect
    case lookedUp(Bool)
  }

  var log = Log()

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tick:
        state.ticks += 1
        return .none
      case .wait:
        return .run { [log] send in
          // Only ends when it is cancelled.
          for await _ in AsyncStream<Never>.makeStream().stream {}
          log.write("the effect ended")
          await send(.tick)
        }
      case .leave:
        return .run { [self] _ in await dismiss() }
      case .leaveByCapture:
        return .run { [dismiss] _ in await dismiss() }
      case .leaveTwice:
        return .run { [self] _ in
          await dismiss()
          await dismiss()
        }
      case .leaveThenTick:
        return .run { [self] send in
          await dismiss()
          log.write("cancelled: \(Task.isCancelled)")
          await send(.tick)
        }
      case .lookUp:
        state.wasPresented = isPresented
        return .none
      case .lookUpInEffect:
        return .run { [self] send in await send(.lookedUp(isPresented)) }
      case .lookedUp(let isPresented):
        state.wasPresented = isPresented
        return .none
      }
    }
  }
}
